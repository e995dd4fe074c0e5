import { integratorRoles } from '../adapter/roles';
import type { Evidence } from '../exchange/evidence';
import type { Recording } from '../exchange/recording';
import type { BasisTarget } from '../judging/basis';
import type { OperationPlaces } from '../contract/near-operation';
import { accountOfTarget, otpGrantsOf } from '../mock/account';
import { basisTarget } from '../judging/basis';
import { refusedSessionsCheck } from '../judging/refused-sessions';
import type { ServicePaths } from '../mock/start-mock';
import { redactionSettingsOfTarget } from '../judging/keeping';
import type { DiagnosisCheck } from '../judging/results';
import type { Conclusion } from '../obligations';
import { contractObligations } from '../obligations';
import { openRun } from '../run/open-run';
import type { Run } from '../run/run';
import { ruleContextOfRun } from '../run/run';
import type { PlayedServices } from '../scenarios/integrator/played-services';
import { playServices } from '../scenarios/integrator/played-services';
import type { Target } from '../targets/target';
import type { FileRecording } from '../traffic/recording-file';
import { LiveUpdateBatcher } from '../traffic/proxy/live-update-batcher';
import { TrafficLoop } from '../traffic/traffic-loop';
import { maxTrafficSecrets } from '../traffic/traffic-recorder';
import { exitCodes } from './exit-codes';
import { judgeAndConclude } from './judge-traffic';
import type { JudgingOptions } from './judging-options';
import { reportNotJudged } from './must-see';
import { liveLinesOf } from './live-lines';
import type { MockHints } from './mock-hints';
import type { ProxyOptions } from './serve-proxy';
import { leftConnectionsText, RequestWatch } from './silent-clients';
import type { ServingEnd } from './stop';
import type { Surroundings } from './surroundings';
import { withoutWorkflowCommands } from './report-to-ci';

export interface JudgedMockOptions extends JudgingOptions, Pick<ProxyOptions, 'for' | 'count'> {
  /**
   * Whether the mock tolerates mistakes in requests, as it does in a run; by default it rejects such
   * requests.
   */
  readonly lenient?: true;
  /** Whether the mock refuses every request outside the contract, instead of guessing an answer. */
  readonly documentedOnly?: true;
}

/**
 * Dependencies that the command injects into the judging mock: its stop switch, its output, and a callback
 * for when it listens.
 */
export interface Control {
  readonly stop: ServingEnd;
  readonly print: (lines: string) => void;
  readonly surroundings: Surroundings;
  /**
   * Whether the mock serves a command that it started: a test. Then exchanges must arrive. The output belongs
   * to both programs, so `print` itself keeps GitHub from executing text of a client.
   */
  readonly servesCommand: boolean;
  /** Called once the mock listens. Returns a function that closes all resources opened by this call. */
  readonly serving: (played: PlayedServices) => Promise<() => Promise<void>>;
  readonly hints: MockHints;
  /** The paths in the addresses of the services. */
  readonly servicePaths: ServicePaths;
}

/**
 * Returns a copy of a target for judging a client of the mock. Replaces the services with a placeholder,
 * because the mock serves them all and they are not judged.
 */
export function targetOfMockClient(like: Target, roles: Target['roles'], tls: boolean): Target {
  const services = { gateway: 'https://played.invalid' };
  const integrator = { manual: true } as const;
  return { ...like, services, integrator, roles, declarations: {}, mockTls: tls, secrets: [] };
}

/**
 * Returns the properties of a target that verdicts depend on.
 * @param rolesAsSeen whether the client's requests determine its roles, instead of the target
 */
export const judgedBy = (target: Target, rolesAsSeen: boolean): BasisTarget => ({
  ...basisTarget(target),
  ...(rolesAsSeen && { rolesAsSeen }),
});

/**
 * Serves the mock services until stopped, prints breaches as they occur, and writes a report. Returns the
 * exit code. All rules apply, because the mock can decrypt the fields that clients send.
 */
export async function judgeAtMock(
  target: Target,
  given: JudgedMockOptions,
  control: Control,
): Promise<number> {
  const { stop, surroundings, print, servesCommand } = control;
  let playing: PlayedServices | undefined;
  const serving: Control['serving'] = (played) => {
    playing = played;
    return control.serving(played);
  };
  const rolesAsSeen = integratorRoles.every((role) => target.roles.includes(role));
  const code = await judgeAndConclude(
    {
      ...{ profile: 'mock', draft: 'audit', startedAt: new Date(), fail: stop.because },
      target: judgedBy(target, rolesAsSeen),
      take: (recording) =>
        withoutWorkflowCommands({ json: servesCommand || given.json === true }, surroundings, () =>
          take(recording, {
            ...{ target, given, control: { ...control, serving } },
            bases: () => playing?.mock.urls ?? {},
          }),
        ),
    },
    { ...given, subject: 'integrator' },
    surroundings,
  );
  const { line } = playing?.outside ?? {};
  if (line !== undefined) print(line);
  const { lastLine } = control.hints;
  if (lastLine !== undefined) print(lastLine);
  const left = leftConnectionsText(playing?.mock.leftConnections() ?? 0);
  if (left !== undefined) print(left);
  return code;
}

interface Taking {
  readonly target: Target;
  readonly given: JudgedMockOptions;
  readonly control: Control;
  /** Returns the base addresses of the mock's services; none before they listen. */
  readonly bases: () => OperationPlaces['bases'];
}

async function take(recording: FileRecording, { target, given, control, bases }: Taking) {
  const { stop, print, surroundings, servesCommand, hints } = control;
  const { count = Infinity } = given;
  recording.begin(redactionSettingsOfTarget(target));
  const run = await openRun({
    ...{ target, profile: 'mock', subjects: ['integrator'], only: [], reports: '' },
    // Limit the number of remembered secrets, because a client may send new ones for hours, for example by
    // renewing its session.
    mostKnown: maxTrafficSecrets,
    recording: heard(recording, (evidence) => {
      loop.observe(evidence);
      requests.observe(evidence);
      if (evidence.kind === undefined) news.add(evidence);
      if (recording.count >= count) stop.now();
    }),
  });
  const loop = new TrafficLoop(ruleContextOfRun(run), true);
  let printing: Promise<void> = Promise.resolve();
  const news = new LiveUpdateBatcher({
    conclude: () => ofClients(loop.conclude()),
    tell: (update) => {
      // Wait for the hints: some of them need the verification of a token, which is asynchronous.
      printing = printing
        .then(() => hints.settled())
        .then(() => {
          print(liveLinesOf(update, (seq) => hints.of(seq)));
          hints.forget(update.exchanges.map(({ seq }) => seq));
        });
    },
    fault: print,
    origin: { traffic: 'mock' },
    places: () => ({ paths: target.paths, bases: bases(), readings: target.readings }),
  });
  const requests = new RequestWatch();
  const played = await serve(run, given, control).finally(async () => {
    await run.close();
    news.flush();
    await printing;
  });
  if (recording.count > 0)
    return takenFrom(run, recording, loop, { refused: hints.everySessionRefused, checks: requests.checks });
  const nothing = 'Nothing reached the mock that could be judged.';
  print(played.mock.leftConnections() > 0 ? nothing : `${nothing} ${whyNothingCame(target, servesCommand)}`);
  reportNotJudged(given.mustSee ?? [], undefined, surroundings);
  return servesCommand || isVerdictAwaited(given) ? exitCodes.incomplete : exitCodes.conforms;
}

/** Asks about the usual mistakes of a first attempt, for a client that did not even connect. */
function whyNothingCame({ mockTls }: Target, servesCommand: boolean): string {
  const reads = servesCommand
    ? 'Does the client read its addresses from the variables'
    : 'Are the variables exported, as with set -a? Does the client read its addresses from them';
  return `${reads}${mockTls ? ', and does it trust ca.pem' : ''}?`;
}

/**
 * Whether the command must fail if nothing reached the mock. A mock with a limit, with --only or with --must-see
 * serves a test, and a test must not pass without exchanges.
 */
function isVerdictAwaited({ for: seconds, count, only, mustSee }: JudgedMockOptions): boolean {
  return [seconds, count, only, mustSee].some((each) => each !== undefined);
}

/**
 * Returns only the conclusions about the client. Omits those about services, because the mock may break their
 * obligations on purpose to inject a fault.
 */
function ofClients(conclusions: ReadonlyMap<string, Conclusion>): ReadonlyMap<string, Conclusion> {
  return new Map([...conclusions].filter(([id]) => contractObligations.get(id).subject === 'integrator'));
}

/** Serves until a signal, a timeout or a number of exchanges stops the mock. */
async function serve(
  run: Run,
  { for: seconds, lenient, documentedOnly }: JudgedMockOptions,
  { stop, serving, hints, servicePaths }: Control,
): Promise<PlayedServices> {
  const played = await playServices(run, {
    account: accountOfTarget(run.target),
    servicePaths,
    ...(lenient !== true && { strict: true }),
    ...(documentedOnly && { documentedOnly }),
  });
  for (const { value } of otpGrantsOf(played.mock.account)) played.plant('otp', value);
  hints.watch(played);
  const close = await serving(played);
  // Do not let the timer keep the process alive after the open servers are closed.
  if (seconds !== undefined) setTimeout(stop.now, seconds * 1000).unref();
  try {
    await stop.come;
  } finally {
    await close();
  }
  return played;
}

function takenFrom(
  { evidence: { txnIds, diagnosis } }: Run,
  { count, evidence }: FileRecording,
  loop: TrafficLoop,
  { refused, checks }: { readonly refused: string | undefined; readonly checks: readonly DiagnosisCheck[] },
) {
  const file = {
    name: 'mock',
    form: 'wire',
    exchanges: count,
    others: 0,
    broken: [],
    brokenCount: 0,
  } as const;
  const judged = { conclusions: loop.conclude(), count, evidence, spans: [loop.seen] };
  if (refused !== undefined)
    return { files: [file], judged, txnIds, diagnosis: [...diagnosis, refusedSessionsCheck(refused)] };
  // A diagnosis notes requests that were not recorded. In that case, some requests did arrive.
  return { files: [file], judged, txnIds, diagnosis: diagnosis.length > 0 ? diagnosis : checks };
}

/**
 * Wraps a recording so that `hear` receives each new piece of evidence. Keeps only evidence of payer cycles
 * in memory.
 */
function heard(recording: FileRecording, hear: (evidence: Evidence) => void): Recording {
  return {
    get evidence() {
      return recording.evidence;
    },
    exchanges: [],
    append<Of extends Evidence>(draft: Omit<Of, 'seq'>) {
      const next = recording.append<Of>(draft);
      hear(next);
      return next;
    },
  };
}
