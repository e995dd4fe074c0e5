import { randomUUID } from 'node:crypto';
import { withCircuitBreaker } from '../client/availability';
import { createRateLimiter, unlimitedRate } from '../client/rate-limiter';
import type { Sender } from '../client/sender';
import { createSender } from '../client/sender';
import type { SentEvidence } from '../exchange/evidence';
import type { Recorder } from '../exchange/recorder';
import type { Recording } from '../exchange/recording';
import { createRecording } from '../exchange/recording';
import { contractObligations } from '../obligations';
import { exchangeRedactorFor } from '../judging/keeping';
import { expiryWarnings } from '../targets/expiry';
import type { Target } from '../targets/target';
import { Budget } from './budget';
import type { RunEvidence } from './evidence';
import { recorderFor } from './evidence';
import { TestData, selfTestSeed } from '../cases/test-data';
import type { OpenServices } from './open-services';
import { openServices, sendingNothing } from './open-services';
import type { Plan, RunSettings } from './plan';
import type { Run } from './run';
import { removeTlsVariable } from './tls-variable';
import { PendingWaits } from './pending-waits';

/** The largest answer that is read, in bytes: no documented message comes near it. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Starts what a run needs, the mock included. */
export async function openRun(settings: RunSettings): Promise<Run> {
  // Before anything is started: the time of that counts, and nothing may connect while Node verifies no certificate.
  const plan = beginPlan(settings);
  const warnings = removeTlsVariable();
  const services = await servicesFor(settings);
  const { embedded, unavailable } = services;
  const target = restrained(services.target, settings);
  const evidence = evidenceOf(settings, target, warnings);
  const { recording, secrets } = evidence;
  const waits = new PendingWaits(plan.budget.stopped);
  const closers: (() => Promise<void>)[] = [];
  const run: Run = {
    id: randomUUID(),
    // What is resumed is one run, since it was begun: its exchanges are of that time.
    startedAt: new Date(settings.resumed?.state.startedAt ?? Date.now()),
    plan,
    target,
    services: {
      embedded,
      unavailable: unavailable?.line,
      payer: settings.seams?.payer ?? services.payer,
      sender: waitedFor(makeSender(services, recorderFor(target, evidence)), waits),
    },
    evidence,
    waits,
    ...remembering(settings),
    defer: (close) => {
      closers.push(close);
    },
    async close() {
      await Promise.allSettled(closers.map((close) => close()));
      await services.close();
    },
  };
  settings.events?.open({ secrets, roles: target.roles, waits });
  for (const each of settings.resumed?.evidence ?? []) recording.append<SentEvidence>(each);
  return run;
}

function recordingFor({ recording = createRecording(), events }: RunSettings): Recording {
  return events === undefined ? recording : events.ofRecording(recording);
}

/** Opens a run without a verdict, for as long as an act takes: nothing is reported. */
export async function withOpenRun<Value>(
  settings: Omit<RunSettings, 'only' | 'reports'>,
  act: (run: Run) => Promise<Value>,
): Promise<Value> {
  const run = await openRun({ ...settings, only: [], reports: '' });
  try {
    return await act(run);
  } finally {
    await run.close();
  }
}

/** What a run is asked to do; with it, its time begins. */
function beginPlan(settings: RunSettings): Plan {
  const { target, seed, budgetMs, seams, budget = new Budget() } = settings;
  if (budgetMs !== undefined) budget.begin(budgetMs, seams?.clock);
  return {
    ...settings,
    catalogue: seams?.more?.catalogue ?? contractObligations,
    madeUp: new TestData(seed ?? (target === undefined ? selfTestSeed : undefined)),
    budget,
  };
}

/** The evidence of a run before its first exchange: what its start warns of, and the transaction ids of one that goes on. */
function evidenceOf(settings: RunSettings, target: Target, warnings: readonly string[]): RunEvidence {
  const keeper = exchangeRedactorFor(target, settings.mostKnown);
  return {
    recording: recordingFor(settings),
    keeper,
    secrets: keeper.secrets,
    txnIds: [...(settings.resumed?.state.txnIds ?? [])],
    refusals: new Map(),
    missedCalls: [],
    obstacles: new Map(),
    foundForms: {},
    diagnosis: [],
    warnings: [
      ...warnings,
      ...(settings.target === undefined ? [] : expiryWarnings(settings.target, new Date())),
      ...(settings.challenge?.bad ?? []),
    ],
  };
}

/** What a run remembers of what was asked of it. */
function remembering({ resumed }: RunSettings): Pick<Run, 'next' | 'once'> {
  const numbers = new Map<string, number>(resumed?.lastNumbers);
  const made = new Map<string, Promise<unknown>>();
  return {
    next(kind) {
      const number = (numbers.get(kind) ?? 0) + 1;
      numbers.set(kind, number);
      return number;
    },
    once<Value>(key: string, make: () => Promise<Value>) {
      const value = (made.get(key) as Promise<Value> | undefined) ?? make();
      made.set(key, value);
      return value;
    },
  };
}

/** A restraint of the run takes the place of what the target says. */
function restrained(target: Target, { probes }: RunSettings): Target {
  return probes === undefined ? target : { ...target, limits: { ...target.limits, probes } };
}

function servicesFor({ target, container, challenge }: RunSettings): Promise<OpenServices> {
  return challenge === undefined || target === undefined
    ? openServices(target, container)
    : Promise.resolve({ target, embedded: false, close: () => Promise.resolve() });
}

/** Says of each request that its answer is waited for. */
function waitedFor(sender: Sender, waits: PendingWaits): Sender {
  return {
    send: (request) => {
      const what = `${request.service}: ${request.method} ${new URL(request.url).pathname}`;
      return waits.during({ what }, () => sender.send(request));
    },
  };
}

function makeSender(services: OpenServices, recorder: Recorder): Sender {
  const { target, embedded, unavailable } = services;
  if (unavailable !== undefined) return sendingNothing(unavailable);
  const { timeoutMs, requestsPerMinute } = target.limits;
  return withCircuitBreaker(
    createSender({
      recorder,
      bounds: { deadlineMs: timeoutMs, maxBytes: maxAnswerBytes },
      pace: embedded ? unlimitedRate : createRateLimiter(requestsPerMinute),
      ...(target.ca !== undefined && { ca: target.ca }),
    }),
  );
}
