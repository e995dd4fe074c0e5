import { integratorRoles } from '../adapter/roles';
import type { Evidence } from '../exchange/evidence';
import type { Recording } from '../exchange/recording';
import type { BasisTarget } from '../judging/basis';
import { basisTarget } from '../judging/basis';
import { keptUnder } from '../judging/keeping';
import type { Conclusion } from '../obligations';
import { contractObligations } from '../obligations';
import { openRun } from '../run/open-run';
import type { Run } from '../run/run';
import { ruleContext } from '../run/run';
import type { PlayedServices } from '../scenarios/integrator/played-services';
import { playServices } from '../scenarios/integrator/played-services';
import type { Target } from '../targets/target';
import type { FileRecording } from '../traffic/recording-file';
import { LiveNews } from '../traffic/proxy/live-news';
import { TrafficLoop } from '../traffic/traffic-loop';
import { mostKnown } from '../traffic/traffic-recorder';
import { exitCodes } from './exit-codes';
import { concluding } from './judge-traffic';
import type { JudgingOptions } from './judging-options';
import { liveLinesOf } from './live-lines';
import type { ProxyOptions } from './serve-proxy';
import type { ServingEnd } from './stop';
import type { Surroundings } from './surroundings';
import { shielded } from './tell-ci';

export interface JudgedMockOptions extends JudgingOptions, Pick<ProxyOptions, 'for' | 'count'> {
  /** Whether it answers where a client slips, as the services of a run do; absent: it refuses. */
  readonly lenient?: true;
}

/** Who controls a mock that judges, and is told of it. */
interface Control {
  readonly stop: ServingEnd;
  readonly print: (lines: string) => void;
  readonly surroundings: Surroundings;
  /** Told once it listens; gives what else is to be closed with it. */
  readonly serving: (played: PlayedServices) => Promise<() => Promise<void>>;
}

/** What a mock plays to a client like that of a target: no other services are there that could be a subject. */
export function playedTarget(like: Target, roles: Target['roles'], tls: boolean): Target {
  const services = { gateway: 'https://played.invalid' };
  const integrator = { manual: true } as const;
  return { ...like, services, integrator, roles, declarations: {}, mockTls: tls, secrets: [] };
}

/** By what is judged that reached it. */
export const judgedBy = (target: Target, rolesAsSeen: boolean): BasisTarget => ({
  ...basisTarget(target),
  ...(rolesAsSeen && { rolesAsSeen }),
});

/**
 * Plays the services until it is stopped, tells what breaks an obligation as it comes, and writes a report of all that
 * came. Gives the exit code. By every rule: the mock has the keys that fields are encrypted under.
 */
export function judgeAtMock(target: Target, given: JudgedMockOptions, control: Control): Promise<number> {
  const { stop, surroundings } = control;
  const rolesAsSeen = integratorRoles.every((role) => target.roles.includes(role));
  return concluding(
    {
      ...{ profile: 'mock', draft: 'audit', startedAt: new Date(), fail: stop.because },
      target: judgedBy(target, rolesAsSeen),
      take: (recording) =>
        shielded({ json: given.json === true }, surroundings, () =>
          take(recording, { target, given, control }),
        ),
    },
    { ...given, subject: 'integrator' },
    surroundings,
  );
}

interface Taking {
  readonly target: Target;
  readonly given: JudgedMockOptions;
  readonly control: Control;
}

async function take(recording: FileRecording, { target, given, control: { stop, print, serving } }: Taking) {
  const { count = Infinity } = given;
  recording.begin(keptUnder(target));
  const run = await openRun({
    ...{ target, profile: 'mock', subjects: ['integrator'], only: [], reports: '' },
    // What a client sends is its own, and it may renew its session for hours.
    mostKnown,
    recording: heard(recording, (evidence) => {
      loop.observe(evidence);
      if (evidence.kind === undefined) news.add(evidence);
      if (recording.count >= count) stop.now();
    }),
  });
  const loop = new TrafficLoop(ruleContext(run), true);
  const news = new LiveNews({
    conclude: () => ofClients(loop.conclude()),
    tell: (update) => {
      print(liveLinesOf(update));
    },
    fault: print,
    origin: { traffic: 'mock' },
  });
  try {
    await serve(run, given, { stop, serving });
  } finally {
    await run.close();
    news.flush();
  }
  if (recording.count > 0) return takenFrom(run, recording, loop);
  print('Nothing reached the mock that could be judged.');
  return isVerdictAwaited(given) ? exitCodes.incomplete : exitCodes.conforms;
}

/** What ends by itself, or is about some obligations, is a test: nothing that came is no success. */
function isVerdictAwaited({ for: seconds, count, only }: JudgedMockOptions): boolean {
  return seconds !== undefined || count !== undefined || only !== undefined;
}

/** What the mock itself does, a fault that it plays above all, is nothing to tell of. */
function ofClients(conclusions: ReadonlyMap<string, Conclusion>): ReadonlyMap<string, Conclusion> {
  return new Map([...conclusions].filter(([id]) => contractObligations.get(id).subject === 'integrator'));
}

/** Serves until a signal, a time or a number of exchanges ends it. */
async function serve(
  run: Run,
  { for: seconds, lenient }: JudgedMockOptions,
  { stop, serving }: Pick<Control, 'stop' | 'serving'>,
): Promise<void> {
  const played = await playServices(run, { ownValues: true, ...(lenient !== true && { strict: true }) });
  played.plant('otp', played.mock.account.otp);
  const close = await serving(played);
  // What serves keeps the process alive; once it ends, the time must not.
  if (seconds !== undefined) setTimeout(stop.now, seconds * 1000).unref();
  try {
    await stop.come;
  } finally {
    await close();
  }
}

function takenFrom(
  { evidence: { txnIds, diagnosis } }: Run,
  { count, evidence }: FileRecording,
  loop: TrafficLoop,
) {
  const file = {
    name: 'mock',
    form: 'wire',
    exchanges: count,
    others: 0,
    broken: [],
    brokenCount: 0,
  } as const;
  return { files: [file], judged: { conclusions: loop.conclude(), count, evidence }, txnIds, diagnosis };
}

/** A recording in a file that tells what it takes; nothing of it stays in memory but what belongs to cycles. */
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
