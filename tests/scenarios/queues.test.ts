import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { queueIn, queueOut } from '../../mutants/integrator/payer/queues';
import { integratorTarget, integratorWith, payerTarget } from '../../mutants/integrator/stage';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import type { IntegratorHandlers } from '../../support/client/integrator';
import { JudgingLoop } from '../../support/judging/loop';
import { contractObligations } from '../../support/obligations';
import { openRun } from '../../support/run/open-run';
import type { Run } from '../../support/run/run';
import { ruleContextOfRun } from '../../support/run/run';
import { runCyclesAtOnce, runPayerFlows } from '../../support/scenarios/integrator/payer/journey';
import { plainTextOrEmpty } from '../plain';

/** The journeys of a client that lives in this process. */
async function gone(
  t: TestContext,
  own: IntegratorHandlers,
  journeys: readonly ((run: Run) => Promise<void>)[],
  callMs = 20_000,
): Promise<Run> {
  const client = (): AdapterHandlers => own;
  const target = {
    ...integratorTarget,
    ...payerTarget,
    limits: { ...integratorTarget.limits, callMs, callbackMs: 10_000 },
  };
  const settings = {
    target,
    seams: { client },
    profile: 'test',
    subjects: ['integrator'],
    only: [],
    reports: '',
  } as const;
  const run = await openRun(settings);
  t.after(() => run.close());
  const waits = openWaits(run);
  for (const journey of journeys) await journey(run);
  assert.deepEqual([...waits.values()], [], 'what it waits for outlives its journey');
  return run;
}

/** What the run waits for. */
function openWaits({ waits }: Run): ReadonlyMap<symbol, string> {
  const open = new Map<symbol, string>();
  const during = waits.during.bind(waits);
  waits.during = async (wait, act) => {
    const own = Symbol(wait.what);
    open.set(own, wait.what);
    return during(wait, act).finally(() => open.delete(own));
  };
  return open;
}

const ofFlows = contractObligations.judged.filter(
  ({ subject, area }) => subject === 'integrator' && ['payer-flow', 'callback'].includes(area),
);

/** What is wrong, by obligation. */
function wrongIn(run: Run): Record<string, string[]> {
  const loop = new JudgingLoop(ofFlows, ruleContextOfRun(run));
  for (const each of run.evidence.recording.evidence) loop.observe(each);
  const told = [...loop.conclude()].map(([id, { breaches, unjudged }]) => [
    id,
    [
      ...breaches.map(({ seen, cause }) => plainTextOrEmpty(seen) + ': ' + plainTextOrEmpty(cause)),
      ...unjudged.map(plainTextOrEmpty),
    ],
  ]);
  return Object.fromEntries(told.filter(([, wrong]) => (wrong ?? []).length > 0)) as Record<string, string[]>;
}

const silent = (): void => undefined;

test('a query is replied to once the client has taken it in', async (t) => {
  const run = await gone(t, integratorWith(queueIn(40), silent), [runPayerFlows]);
  assert.deepEqual(wrongIn(run), {});
  assert.deepEqual([run.evidence.missedCalls, [...run.evidence.refusals]], [[], []]);
});

test('a decision is asked for until it has been taken in', async (t) => {
  const run = await gone(t, integratorWith(queueIn(1300), silent), [runCyclesAtOnce]);
  assert.deepEqual(wrongIn(run), {});
});

test('what a client sends after it has answered is waited for', async (t) => {
  const run = await gone(t, integratorWith(queueOut(40), silent), [runPayerFlows]);
  assert.deepEqual(wrongIn(run), {});
});

test('a client that says that it is not ready is asked again', async (t) => {
  const own = integratorWith({}, silent);
  const asked = new Map<string, number>();
  const busy: IntegratorHandlers = {
    ...own,
    'communication.reply': (params) => {
      const times = (asked.get(params.correlationId) ?? 0) + 1;
      asked.set(params.correlationId, times);
      if (times < 4) return Promise.reject(new Error('the documents are not ready yet'));
      return own['communication.reply'](params);
    },
  };
  const run = await gone(t, busy, [runPayerFlows]);
  assert.deepEqual(wrongIn(run), {});
  assert.deepEqual(run.evidence.missedCalls, []);
  assert.deepEqual([...asked.values()], [4, 4]);
});

test('a client whose cycles know no query gets the time, once', async (t) => {
  const own = integratorWith(queueIn(40), silent);
  const plainStates: IntegratorHandlers = {
    ...own,
    'cycle.get': async (params) => {
      const told = await own['cycle.get'](params);
      return told.state === 'queried' ? { ...told, state: 'pending' } : told;
    },
  };
  const begun = Date.now();
  const run = await gone(t, plainStates, [runPayerFlows], 1500);
  assert.deepEqual(wrongIn(run), {});
  assert.ok(Date.now() - begun > 1500, 'it was asked before its time was over');
});

test('a client that never replies fails with what it answered, and is waited for once', async (t) => {
  const own = integratorWith({}, silent);
  const deaf: IntegratorHandlers = {
    ...own,
    'communication.reply': () => Promise.reject(new Error('could not read the query')),
  };
  const run = await gone(t, deaf, [runPayerFlows], 1500);
  const wrong = wrongIn(run);
  assert.deepEqual(Object.keys(wrong), ['FLW-05', 'FLW-08', 'FLW-10']);
  assert.match(wrong['FLW-05']?.[0] ?? '', /no reply was sent: the adapter said "could not read the query"/);
});

test('a client that refused the query is asked once', async (t) => {
  const own = integratorWith({ verifier: () => Promise.resolve(false) }, silent);
  const asked: string[] = [];
  const refusing: IntegratorHandlers = {
    ...own,
    'communication.reply': ({ correlationId }) => {
      asked.push(correlationId);
      return Promise.reject(new Error('there is no query'));
    },
  };
  await gone(t, refusing, [runPayerFlows], 1500);
  assert.equal(asked.length, 2);
  assert.equal(new Set(asked).size, 2);
});
