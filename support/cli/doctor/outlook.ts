import { findProgram, isOwnNode } from '../../adapter/child-environment';
import { formatCount } from '../../contract/format-count';
import { isLoopback } from '../../contract/loopback';
import { EnvironmentError } from '../../contract/outcome';
import { whyExcluded } from '../../judging/scope';
import type { DiagnosisCheck } from '../../judging/results';
import type { Obligation } from '../../obligations';
import { contractObligations } from '../../obligations';
import type { Run } from '../../run/run';
import { hasPayer } from '../../scenarios/service/diagnosis';
import { requirePayerKey } from '../../scenarios/service/payer/messages';
import { unnamedCmId } from '../../contract/constants';
import { expiryWarning } from '../../targets/expiry';
import type { Waiver } from '../../targets/load-waivers';
import type { OtpCommand, Target } from '../../targets/target';
import type { DoctorLine } from './line';
import { badLine, goodLine, ownNodeName, warningLine } from './line';
import { narrowingLines } from './narrowing-lines';
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
      : [...payerLines(run), ...otpCommandLines(run), ...environmentLines(run.target), ...paceLines(run)]),
    ...narrowingLines(run),
    ...waivers.flatMap(waiverLine),
  ];
}

/**
 * Warns about obligations that cannot be observed from outside, if the target file lacks a declaration of
 * compliance for them.
 */
function declarationLines({ plan, target }: Run): DoctorLine[] {
  const applies = (each: Obligation): boolean =>
    plan.subjects.includes(each.subject) && whyExcluded(each, target) === undefined;
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

/** Checks the program that prints OTPs, if a run starts it. */
function otpCommandLines({ target: { otpCommand, services, environment } }: Run): DoctorLine[] {
  const isUsed = services.registry !== undefined && environment !== 'production';
  return otpCommand === undefined || !isUsed ? [] : [otpCommandLine(otpCommand)];
}

/** Warns if an address or X-CM-ID differs from the document in the environment (clauses 5.2, 9.2). */
export function environmentLines({ cmId, environment, services }: Target): DoctorLine[] {
  if (environment === 'production')
    return cmId === unnamedCmId
      ? [
          warningLine(
            'cmId',
            `not set: the suite sends X-CM-ID: ${unnamedCmId}; set it to the consent-manager suffix of production`,
          ),
        ]
      : [];
  const registry = services.registry === undefined ? null : URL.parse(services.registry);
  const hasPrefix =
    registry === null || isLoopback(registry.hostname) || /\/v4(\/|$)/.test(registry.pathname);
  const told =
    'has no /v4: in the sandbox, the registry is under a v4 prefix (9.2); add the prefix, unless a proxy at this address adds it';
  return hasPrefix ? [] : [warningLine('services.registry', told)];
}

function paceLines({ target: { limits } }: Run): DoctorLine[] {
  const minutes = Math.ceil((requestsOfRun - limits.requestsPerMinute) / limits.requestsPerMinute);
  if (minutes < 1) return [];
  const told = `${limits.requestsPerMinute} a minute make a run wait for about ${formatCount(minutes, 'minute')}`;
  return [
    warningLine('requestsPerMinute', `${told}: raise limits.requestsPerMinute if the services allow it`),
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
  if (isOwnNode(program)) return goodLine('otp.command', `runs under ${ownNodeName}; it was not run`);
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
  if (check.kind !== 'callback-address' || check.state !== 'good' || !isPassing(run)) return check;
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
    .filter((each) => whyExcluded(each, target) === undefined)
    .filter(({ roles: bound }) => transferRolesIn(bound).length === bound.length)
    .filter(({ seen }) => seen !== 'declared');
  const stay = `${formatCount(open.length, 'obligation stays', 'obligations stay')} open, and the run ends incomplete`;
  return [warningLine(`roles ${roles.join(', ')}`, `${stay}. ${transferAdapterHint(roles)}`)];
}
