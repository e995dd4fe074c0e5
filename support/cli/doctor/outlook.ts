import { findProgram } from '../../adapter/child';
import { formatCount } from '../../contract/format-count';
import { EnvironmentError } from '../../contract/outcome';
import { services as serviceRows } from '../../contract/services';
import { whyNotApplicable } from '../../judging/scope';
import type { DiagnosisCheck } from '../../judging/results';
import type { Obligation } from '../../obligations';
import { contractObligations } from '../../obligations';
import { countAvailableOtps } from '../../obligations/field-encryption/rejections';
import type { Run } from '../../run/run';
import { callbackCheck, hasPayer } from '../../scenarios/service/diagnosis';
import { shortageOfOtps } from '../../scenarios/service/otp';
import { requirePayerKey } from '../../scenarios/service/payer/messages';
import { expiryWarning } from '../../targets/expiry';
import type { Waiver } from '../../targets/load-waivers';
import type { OtpCommand, Target } from '../../targets/target';
import type { DoctorLine } from './line';
import { badLine, goodLine, warningLine } from './line';
import { transferRolesIn, transferAdapterHint } from '../transfer-roles';

/**
 * Approximate number of requests that a run sends to services. If the limit per minute is at least this high,
 * the run never has to wait.
 */
export const requestsOfRun = 60;

/** Returns a line for each reason why a run on the target would be incomplete or slow. */
export function outlookLines(run: Run, waivers: readonly Waiver[]): DoctorLine[] {
  return [
    ...declarationLines(run),
    ...(run.services.embedded
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

/**
 * Warns about obligations that cannot be observed from outside, if the target file lacks a declaration of
 * compliance for them.
 */
function declarationLines({ plan, target }: Run): DoctorLine[] {
  const applies = (each: Obligation): boolean =>
    plan.subjects.includes(each.subject) && whyNotApplicable(each, target) === undefined;
  const missing = contractObligations.all
    .filter(({ judge }) => judge === undefined)
    .filter((each) => applies(each) && target.declarations[each.id] === undefined);
  if (missing.length === 0) return [];
  const what = `${missing.map(({ id }) => id).join(', ')} cannot be seen from outside`;
  const fix = 'not-tested until declared, and the run incomplete. Add to the target file what holds:';
  // Omit the heading if the target file already has declarations, because YAML allows each member only once.
  const heading = Object.keys(target.declarations).length === 0 ? ['declarations:'] : [];
  const entries = missing.map(({ id, title }) => `  ${id}: { by: …, date: …, statement: … } # ${title}`);
  return [warningLine('declarations', [`${what}: ${fix}`, ...heading, ...entries].join('\n'))];
}

/**
 * Warns about obligations that cannot be tested because the OTPs allow too few attempts. The last attempt
 * with each OTP sends the right value, so only the earlier ones can send wrong values.
 */
function otpLines(run: Run): DoctorLine[] {
  const { otpCommand, limits, services, environment } = run.target;
  if (services.registry === undefined || environment === 'production') return [];
  const count = countAvailableOtps(run.target);
  if (count === 0)
    return [
      warningLine(
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
  const given = `${formatCount(limits.otpAttempts, 'attempt')} for ${formatCount(count, 'OTP')}`;
  return [...program, warningLine('OTPs', `with ${given}, ${left.join('; ')}: ${advice}`)];
}

/** Returns the ids of the service obligations that apply and can be tested only by spending an OTP. */
function costingOtps({ target }: Run): string[] {
  return contractObligations.all
    .filter(({ costsOtp, subject }) => costsOtp === true && subject === 'service')
    .filter((each) => whyNotApplicable(each, target) === undefined)
    .map(({ id }) => id);
}

function stayOpen(ids: readonly string[]): string {
  const many = formatCount(ids.length, 'obligation stays', 'obligations stay');
  return `${many} open, and the run ends incomplete: ${ids.join(', ')}`;
}

function paceLines({ target: { limits } }: Run): DoctorLine[] {
  const minutes = Math.ceil((requestsOfRun - limits.requestsPerMinute) / limits.requestsPerMinute);
  if (minutes < 1) return [];
  const told = `${limits.requestsPerMinute} a minute make a run wait for about ${formatCount(minutes, 'minute')}`;
  return [
    warningLine('requestsPerMinute', `${told}: raise limits.requestsPerMinute if the services allow it`),
  ];
}

function probeLines({ target: { environment, limits } }: Run): DoctorLine[] {
  if (environment === 'production')
    return [
      warningLine(
        'environment',
        'production: no active probes are sent, and what takes one is not-applicable',
      ),
    ];
  if (limits.probes !== 'gentle') return [];
  return [
    warningLine('probes', 'gentle: wrong secrets and wrong OTPs stay not-tested; set limits.probes to full'),
  ];
}

function waiverLine({ id, expires, approver }: Waiver): DoctorLine[] {
  const now = new Date();
  const end = new Date(`${expires}T23:59:59.999Z`);
  const [told] = expiryWarning(`the approved exception for ${id}`, end, now);
  if (told === undefined) return [];
  if (end < now)
    return [badLine('waivers', `${told}, and fails the run: fix it, or ask ${approver} for a new one`)];
  return [warningLine('waivers', `${told}: ask ${approver}`)];
}

/**
 * Checks whether the program that prints OTPs exists. The program is not started, because that would use up
 * an OTP.
 */
export function otpCommandLine({ command: [program = ''], cwd }: OtpCommand): DoctorLine {
  if (findProgram(program, cwd) !== undefined) return goodLine('otp.command', 'is there; it was not run');
  const where = /[\\/]/.test(program) ? 'from the folder of the target file' : 'on the PATH';
  return badLine(
    'otp.command',
    `${JSON.stringify(program)} is no program that can be run, ${where}: no shell reads it; chmod +x, or put its interpreter first`,
  );
}

/**
 * Turns a successful check of the callback address into a warning if the address will change with each run.
 */
export function withDoubt(run: Run, check: DiagnosisCheck): DoctorLine {
  if (check.name !== callbackCheck || check.state !== 'good' || !isPassing(run)) return check;
  return warningLine(
    check.name,
    `${check.detail} now, but its port changes with each run, and the payer must be told it: set callback.listen to a fixed port, as in 127.0.0.1:9000, and give that address to the payer`,
  );
}

/** Whether the callback address changes with each run, and the suite cannot report it to the payer. */
function isPassing({ services: { payer }, target: { callback } }: Run): boolean {
  const isTold = payer?.tell !== undefined || payer?.callbacks !== undefined;
  return !isTold && callback.publicUrl === undefined && callback.listen.port === 0;
}

/**
 * Warns if a key that payer messages require is missing. The warning contains the message that a run would
 * show.
 */
function payerLines(run: Run): DoctorLine[] {
  if (!hasPayer(run)) return [];
  try {
    requirePayerKey(run);
    return [];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return [warningLine('payer messages', `${error.message}; the payer flows stay inconclusive`)];
  }
}

/**
 * Warns about roles that cannot be tested if a person operates the client by hand, because the run would end
 * incomplete.
 */
export function transferLines(target: Target): DoctorLine[] {
  const roles = transferRolesIn(target.roles);
  if (target.integrator?.manual !== true || roles.length === 0) return [];
  const open = contractObligations.all
    .filter((each) => whyNotApplicable(each, target) === undefined)
    .filter(({ roles: bound }) => transferRolesIn(bound).length === bound.length)
    .filter(({ seen }) => seen !== 'declared');
  const stay = `${formatCount(open.length, 'obligation stays', 'obligations stay')} open, and the run ends incomplete`;
  return [warningLine(`roles ${roles.join(', ')}`, `${stay}. ${transferAdapterHint(roles)}`)];
}

/**
 * Lists obligations that a run leaves out because the target file does not list the services that they need.
 */
function unnamedLines(target: Target): DoctorLine[] {
  const everyService = Object.fromEntries(
    Object.keys(serviceRows).map((name) => [name, 'https://any.example']),
  );
  const whole = { ...target, services: { ...everyService, ...target.services } };
  const left = new Map<string, string[]>();
  for (const each of contractObligations.all.filter(({ subject }) => subject === 'service')) {
    const reason = whyNotApplicable(each, target);
    if (reason === undefined || whyNotApplicable(each, whole) !== undefined) continue;
    left.set(reason, [...(left.get(reason) ?? []), each.id]);
  }
  return [...left].map(([reason, ids]) =>
    warningLine(
      'services',
      `${reason}; the verdict leaves out ${formatCount(ids.length, 'obligation')}: ${ids.join(', ')}`,
    ),
  );
}
