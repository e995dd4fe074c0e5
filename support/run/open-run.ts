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

/** Maximum size of an answer that the suite reads, in bytes. Documented messages are far smaller. */
const maxAnswerBytes = 4 * 1024 * 1024;

/**
 * Opens a run and starts the services that it needs, including a mock if it needs one. The caller must close the run.
 */
export async function openRun(settings: RunSettings): Promise<Run> {
  // These steps come before the services start: the time budget includes that start, and no connection may be made
  // while an environment variable turns off certificate verification.
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
    // A resumed run keeps its original start time, because its earlier exchanges date from then.
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

/** Opens a run, passes it to `act`, and closes it afterwards. Makes neither a verdict nor a report. */
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

/** Makes the plan of a run from its settings, and starts the time budget if the settings contain one. */
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

/**
 * Creates the evidence of a run before its first exchange. Contains the warnings of the start, and the transaction ids
 * of a resumed run.
 */
function evidenceOf(settings: RunSettings, target: Target, warnings: readonly string[]): RunEvidence {
  const keeper = exchangeRedactorFor(target, settings.mostKnown);
  return {
    recording: recordingFor(settings),
    keeper,
    secrets: keeper.secrets,
    txnIds: [...(settings.resumed?.state.txnIds ?? [])],
    refusals: new Map(),
    missedCalls: [],
    selfTriggered: new Map(),
    obstacles: new Map(),
    foundForms: {},
    loaded: () => settings.events?.loaded ?? [],
    diagnosis: [],
    warnings: [
      ...warnings,
      ...(settings.target === undefined ? [] : expiryWarnings(settings.target, new Date())),
      ...(settings.challenge?.bad ?? []),
    ],
  };
}

/**
 * Creates the run's memory. `next` counts by kind and continues the numbers of a resumed run. `once` calls `make` only
 * for the first use of a key, and returns the same promise for later uses.
 */
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

/** Returns the target. If the run limits `probes`, that limit replaces the target's own limit. */
function restrained(target: Target, { probes }: RunSettings): Target {
  return probes === undefined ? target : { ...target, limits: { ...target.limits, probes } };
}

function servicesFor({ target, container, challenge }: RunSettings): Promise<OpenServices> {
  return challenge === undefined || target === undefined
    ? openServices(target, container)
    : Promise.resolve({ target, embedded: false, close: () => Promise.resolve() });
}

/** Wraps a sender, so that each request counts as a pending wait of the run until its answer arrives. */
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
