import { counted } from '../../contract/counted';
import { whyNotApplicable } from '../../judging/applicability';
import type { Obligation } from '../../obligations';
import { contractObligations } from '../../obligations';
import type { Run } from '../../run/run';
import { wrongOtps } from '../../scenarios/service/otp';
import type { Waiver } from '../../targets/load-waivers';
import { expiryWarning } from '../../targets/expiry';
import type { Line } from './line';
import { bad, warning } from './line';
import { payerLines } from './payer-lines';

/** What a service run sends, roughly; a limit above that slows no run down. */
export const requestsOfRun = 60;

/** What would leave a run on the target incomplete, or make it long. */
export function outlook(run: Run, waivers: readonly Waiver[]): Line[] {
  return [
    ...declarationLines(run),
    ...(run.embedded ? [] : [...payerLines(run), ...otpLines(run), ...paceLines(run), ...probeLines(run)]),
    ...waivers.flatMap(waiverLine),
  ];
}

/** What cannot be seen from outside and is not declared. */
function declarationLines({ target, settings }: Run): Line[] {
  const applies = (each: Obligation): boolean =>
    settings.subjects.includes(each.subject) && whyNotApplicable(each, target) === undefined;
  const missing = contractObligations.all
    .filter(({ judge }) => judge === undefined)
    .filter((each) => applies(each) && target.declarations[each.id] === undefined)
    .map(({ id }) => id);
  if (missing.length === 0) return [];
  const what = `${missing.join(', ')} cannot be seen from outside and are not declared: they stay not-tested`;
  return [warning('declarations', `${what}; add them under declarations, with by, date and statement`)];
}

/** Each OTP carries so many wrong values, and one right one, last. */
function otpLines(run: Run): Line[] {
  const { otps, limits, services, environment } = run.target;
  if (services.registry === undefined || environment === 'production') return [];
  if (otps.length === 0)
    return [warning('OTPs', 'none given: what costs one stays not-tested; set otp.value and otp.txnId')];
  const wanted = limits.probes === 'gentle' ? 0 : wrongOtps(run);
  const room = otps.length * (limits.otpAttempts - 1);
  if (room >= wanted) return [];
  const enough = Math.ceil(wanted / otps.length) + 1;
  return [
    warning(
      'OTPs',
      `room for ${room} of ${wanted} wrongly encrypted values: set limits.otpAttempts to ${enough}, or list more OTPs`,
    ),
  ];
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
