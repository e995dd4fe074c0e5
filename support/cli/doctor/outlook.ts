import { counted } from '../../contract/counted';
import { whyNotApplicable } from '../../judging/applicability';
import type { Obligation } from '../../obligations';
import { contractObligations } from '../../obligations';
import type { Run } from '../../run/run';
import { otpsOf } from '../../obligations/field-encryption/wrong-otps';
import { shortageOfOtps } from '../../scenarios/service/otp';
import type { Waiver } from '../../targets/load-waivers';
import { expiryWarning } from '../../targets/expiry';
import type { Line } from './line';
import { bad, warning } from './line';
import { otpCommandLine } from './otp-command-line';
import { payerLines } from './payer-lines';
import { unnamedLines } from './coverage-lines';

/** What a service run sends, roughly; a limit above that slows no run down. */
export const requestsOfRun = 60;

/** What would leave a run on the target incomplete, or make it long. */
export function outlook(run: Run, waivers: readonly Waiver[]): Line[] {
  return [
    ...declarationLines(run),
    ...(run.embedded
      ? []
      : [
          ...unnamedLines(run.target),
          ...payerLines(run),
          ...otpLines(run),
          ...paceLines(run),
          ...probeLines(run),
        ]),
    ...waivers.flatMap(waiverLine),
  ];
}

/** What cannot be seen from outside and is not declared. */
function declarationLines({ target, settings }: Run): Line[] {
  const applies = (each: Obligation): boolean =>
    settings.subjects.includes(each.subject) && whyNotApplicable(each, target) === undefined;
  const missing = contractObligations.all
    .filter(({ judge }) => judge === undefined)
    .filter((each) => applies(each) && target.declarations[each.id] === undefined);
  if (missing.length === 0) return [];
  const what = `${missing.map(({ id }) => id).join(', ')} cannot be seen from outside`;
  const fix = 'not-tested until declared, and the run incomplete. Add to the target file what holds:';
  // A member of that name may stand once.
  const heading = Object.keys(target.declarations).length === 0 ? ['declarations:'] : [];
  const entries = missing.map(({ id, title }) => `  ${id}: { by: …, date: …, statement: … } # ${title}`);
  return [warning('declarations', [`${what}: ${fix}`, ...heading, ...entries].join('\n'))];
}

/** Each OTP carries so many wrong values, and one right one, last: what stays open without them. */
function otpLines(run: Run): Line[] {
  const { otpCommand, limits, services, environment } = run.target;
  if (services.registry === undefined || environment === 'production') return [];
  const count = otpsOf(run.target);
  if (count === 0)
    return [
      warning(
        'OTPs',
        `none given: ${stayOpen(costingOtps(run))}; set otp.value and otp.txnId, or otp.command`,
      ),
    ];
  const program = otpCommand === undefined ? [] : [otpCommandLine(otpCommand)];
  const short = limits.probes === 'gentle' ? undefined : shortageOfOtps(run);
  if (short === undefined) return program;
  const { open, inPart, advice } = short;
  const left = [
    ...(open.length > 0 ? [stayOpen(open)] : []),
    ...(inPart.length > 0 ? [`${inPart.join(', ')} only in part, so the run is partial`] : []),
  ];
  const given = `${counted(limits.otpAttempts, 'attempt')} for ${counted(count, 'OTP')}`;
  return [...program, warning('OTPs', `with ${given}, ${left.join('; ')}: ${advice}`)];
}

/** The obligations of the services that nothing but an OTP shows. */
function costingOtps({ target }: Run): string[] {
  return contractObligations.all
    .filter(({ costsOtp, subject }) => costsOtp === true && subject === 'service')
    .filter((each) => whyNotApplicable(each, target) === undefined)
    .map(({ id }) => id);
}

function stayOpen(ids: readonly string[]): string {
  const many = counted(ids.length, 'obligation stays', 'obligations stay');
  return `${many} open, and the run ends incomplete: ${ids.join(', ')}`;
}

function paceLines({ target: { limits } }: Run): Line[] {
  const minutes = Math.ceil((requestsOfRun - limits.requestsPerMinute) / limits.requestsPerMinute);
  if (minutes < 1) return [];
  const told = `${limits.requestsPerMinute} a minute make a run wait for about ${counted(minutes, 'minute')}`;
  return [warning('requestsPerMinute', `${told}: raise limits.requestsPerMinute if the services allow it`)];
}

function probeLines({ target: { environment, limits } }: Run): Line[] {
  if (environment === 'production')
    return [
      warning('environment', 'production: no active probes are sent, and what takes one is not-applicable'),
    ];
  if (limits.probes !== 'gentle') return [];
  return [
    warning('probes', 'gentle: wrong secrets and wrong OTPs stay not-tested; set limits.probes to full'),
  ];
}

function waiverLine({ id, expires, approver }: Waiver): Line[] {
  const now = new Date();
  const end = new Date(`${expires}T23:59:59.999Z`);
  const [told] = expiryWarning(`the approved exception for ${id}`, end, now);
  if (told === undefined) return [];
  if (end < now)
    return [bad('waivers', `${told}, and fails the run: fix it, or ask ${approver} for a new one`)];
  return [warning('waivers', `${told}: ask ${approver}`)];
}
