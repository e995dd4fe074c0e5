import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it, test } from 'node:test';
import { integratorTarget, integratorWith, payerTarget } from '../../mutants/integrator/stage';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import type { IntegratorHandlers } from '../../support/client/integrator';
import { JudgingLoop } from '../../support/judging/loop';
import { findGapInRoles } from '../../support/judging/scope';
import { withCalls } from '../../support/exchange/evidence';
import { kindForged, rounds } from '../../support/exchange/rounds';
import { contractObligations } from '../../support/obligations';
import { whyActionNotShown, whyNoCycle } from '../../support/obligations/judge/self-triggered';
import type { SelfTriggered } from '../../support/obligations/judge/self-triggered';
import { openRun } from '../../support/run/open-run';
import type { Run } from '../../support/run/run';
import { ruleContextOfRun } from '../../support/run/run';
import { runOddCallbacks } from '../../support/scenarios/integrator/payer/callbacks';
import { runCyclesAtOnce, runPayerFlows } from '../../support/scenarios/integrator/payer/journey';
import { eventually } from '../eventually';
import { plainTextOrEmpty } from '../plain';

type Submit = 'preauth.submit' | 'claim.submit';
type Action = 'Approve' | 'Reject' | 'Query';
type Approve = (own: IntegratorHandlers, submit: Submit, correlationId: string) => unknown;

const triggerOf = (
  own: IntegratorHandlers,
  submit: Submit,
  correlationId: string,
  action: Action = 'Approve',
) =>
  own['dummyPayer.trigger']({
    action,
    method: submit === 'claim.submit' ? 'Claim' : 'Preauth',
    correlationId,
  });

const approve: Approve = (own, submit, correlationId) => triggerOf(own, submit, correlationId);

/** A client that triggers the payer after these submissions. */
function selfTriggering(submits: readonly Submit[], trigger: Approve = approve): AdapterHandlers {
  const own = integratorWith({}, () => undefined);
  const submitting = (submit: Submit) => async () => {
    const begun = await own[submit]({});
    if (submits.includes(submit)) await trigger(own, submit, begun.correlationId);
    return begun;
  };
  return {
    ...own,
    'preauth.submit': submitting('preauth.submit'),
    'claim.submit': submitting('claim.submit'),
  };
}

async function opened(t: TestContext, client: AdapterHandlers): Promise<Run> {
  const target = { ...integratorTarget, ...payerTarget };
  const run = await openRun({
    target,
    seams: { client: () => client },
    profile: 'test',
    subjects: ['integrator'],
    only: [],
    reports: '',
  });
  t.after(() => run.close());
  return run;
}

async function gone(
  t: TestContext,
  client: AdapterHandlers,
  journeys: readonly ((run: Run) => Promise<void>)[],
): Promise<Run> {
  const run = await opened(t, client);
  for (const journey of journeys) await journey(run);
  return run;
}

const everything = [runPayerFlows, runOddCallbacks, runCyclesAtOnce];

/** The obligations that a client breaks, and the numbers of observations of all. */
function concludeRun(run: Run) {
  const judged = contractObligations.judged.filter(
    ({ subject, area }) =>
      subject === 'integrator' && ['dummy-payer', 'payer-flow', 'callback'].includes(area),
  );
  const loop = new JudgingLoop(judged, ruleContextOfRun(run));
  for (const each of withCalls(run.evidence.recording.evidence)) loop.observe(each);
  const all = [...loop.conclude()];
  return {
    broken: all.flatMap(([id, { breachCount }]) => (breachCount > 0 ? [id] : [])),
    unseen: all.flatMap(([id, { observations }]) => (observations > 0 ? [] : [id])),
  };
}

/** The paths of the callbacks of a kind that the suite sent on purpose. */
const pathsOf = (run: Run, isOf: (round: string | undefined) => boolean): string[] => [
  ...new Set(
    run.evidence.recording.exchanges
      .filter(
        ({ sender, service, asked }) => sender === 'suite' && service === 'provider' && isOf(asked?.round),
      )
      .map(({ request }) => new URL(request.url).pathname),
  ),
];

const refusedTriggers = ({ evidence: { recording } }: Run) =>
  recording.exchanges.filter(
    ({ operation, response }) => operation === 'dummyPayer.trigger' && response?.status === 409,
  ).length;

describe('a client that triggers the payer by itself', () => {
  it('for claims: preauthorizations show the rest', async (t) => {
    const run = await gone(t, selfTriggering(['claim.submit']), everything);
    assert.deepEqual(concludeRun(run), { broken: [], unseen: ['FLW-07', 'FLW-08', 'CBK-08'] });
    assert.deepEqual([...run.evidence.selfTriggered], [['claim', ['Approve']]]);
    assert.equal(refusedTriggers(run), 0, 'the suite asked for the trigger of a decided cycle');
    assert.deepEqual(run.evidence.missedCalls, []);
  });

  it('for preauthorizations: forgeries go into claims', async (t) => {
    const run = await gone(t, selfTriggering(['preauth.submit']), [runOddCallbacks]);
    assert.deepEqual(concludeRun(run).broken, []);
    assert.deepEqual(
      pathsOf(run, (round) => kindForged(round) === 'decision'),
      ['/v1/claim/on_submit'],
    );
    assert.deepEqual(
      pathsOf(run, (round) => kindForged(round) === 'query'),
      ['/v1/communication/request'],
    );
  });

  it('for both: data are forged instead of decisions, and odd callbacks go into a decided cycle', async (t) => {
    const run = await gone(t, selfTriggering(['preauth.submit', 'claim.submit']), everything);
    assert.deepEqual(concludeRun(run).broken, []);
    assert.deepEqual(
      pathsOf(run, (round) => kindForged(round) !== undefined),
      ['/v1/coverageeligibility/on_check', '/v1/paymentnotice/request'],
    );
    assert.deepEqual(
      pathsOf(run, (round) => round === rounds.oddCallbacks),
      ['/v1/preauth/on_submit', '/v1/communication/request'],
    );
    assert.equal(refusedTriggers(run), 0);
  });

  it('soon after its answer', async (t) => {
    const later: Approve = (own, submit, id) => {
      setTimeout(() => void Promise.resolve(approve(own, submit, id)).catch(() => undefined), 40);
    };
    const run = await gone(t, selfTriggering(['claim.submit'], later), everything);
    assert.deepEqual(concludeRun(run).broken, []);
    assert.equal(refusedTriggers(run), 0);
  });

  it('long after its answer, while forgeries are sent: the payer accepts the trigger, and decides once', async (t) => {
    const forged = Promise.withResolvers<undefined>();
    const ends: Promise<unknown>[] = [];
    const later: Approve = (own, submit, id) => {
      ends.push(forged.promise.then(() => approve(own, submit, id)).catch(() => undefined));
    };
    const run = await opened(t, selfTriggering(['preauth.submit'], later));
    const watching = eventually(
      'a forgery is sent',
      () => pathsOf(run, (round) => kindForged(round) !== undefined).length > 0,
    ).then(() => {
      forged.resolve(undefined);
    });
    await runOddCallbacks(run);
    await watching;
    await Promise.all(ends);
    assert.deepEqual(concludeRun(run).broken, []);
  });

  it('after the suite has asked for another decision: each trigger keeps its own cycle', async (t) => {
    /** The triggers that the client has not sent yet, by correlation id. They end with its process. */
    const waiting = new Map<string, () => unknown>();
    const client = selfTriggering(['preauth.submit', 'claim.submit'], (own, submit, id) => {
      waiting.set(id, () => approve(own, submit, id));
    });
    let sent = 0;
    const late: AdapterHandlers = {
      ...client,
      // The triggers of earlier submissions come while the suite asks for the trigger of a later one.
      'dummyPayer.trigger': async (params) => {
        await client['dummyPayer.trigger']?.(params);
        for (const [id, send] of [...waiting].filter(([each]) => each !== params.correlationId)) {
          waiting.delete(id);
          sent += 1;
          await Promise.resolve(send()).catch(() => undefined);
        }
      },
      shutdown: async (params) => {
        waiting.clear();
        await client.shutdown?.(params);
      },
    };
    const run = await gone(t, late, everything);
    assert.ok(sent > 0, 'no trigger came late');
    assert.deepEqual(concludeRun(run).broken, []);
  });

  it('only once: the suite decides the later cycles, and waits long for one of them only', async (t) => {
    let isFirst = true;
    const once: Approve = async (own, submit, id) => {
      if (!isFirst) return;
      isFirst = false;
      await approve(own, submit, id);
    };
    const run = await gone(t, selfTriggering(['claim.submit'], once), everything);
    const { broken, unseen } = concludeRun(run);
    assert.deepEqual(broken, []);
    assert.deepEqual([unseen.includes('FLW-07'), unseen.includes('FLW-08')], [false, false]);
    assert.deepEqual([...run.evidence.selfTriggered], []);
  });

  it('and rejects: a rejection is shown, and no approval', async (t) => {
    const reject: Approve = (own, submit, id) => triggerOf(own, submit, id, 'Reject');
    const run = await gone(t, selfTriggering(['claim.submit'], reject), [runPayerFlows]);
    const { broken, unseen } = concludeRun(run);
    assert.deepEqual(broken, []);
    assert.deepEqual([unseen.includes('FLW-06'), unseen.includes('FLW-07')], [true, false]);
  });
});

test('a client that triggers only when it is asked is not taken for one that triggers by itself', async (t) => {
  const run = await gone(
    t,
    integratorWith({}, () => undefined),
    everything,
  );
  assert.deepEqual([...run.evidence.selfTriggered], []);
});

test('the reason names what a client triggers by itself, and what cannot be shown', () => {
  const claims: SelfTriggered = new Map([['claim', ['Approve']]]);
  const both: SelfTriggered = new Map([...claims, ['preauth', ['Approve', 'Query']]]);
  const others: SelfTriggered = new Map([...claims, ['preauth', ['Reject']]]);
  const text = 'for claims the client triggers Approve itself, so no rejection and no query can be shown';
  assert.equal(whyActionNotShown(claims, 'claim', 'Reject')?.text, text);
  for (const reason of [
    whyActionNotShown(claims, 'claim', 'Reject'),
    whyNoCycle('open', { selfTriggered: both }),
    whyNoCycle('approved', {
      selfTriggered: new Map([
        ['claim', ['Reject']],
        ['preauth', ['Query']],
      ]),
    }),
    whyNoCycle('queried', { selfTriggered: others }),
  ])
    assert.equal(reason?.topic, 'self-trigger');
  assert.equal(whyActionNotShown(claims, 'claim', 'Approve'), undefined);
  assert.equal(whyActionNotShown(claims, 'preauth', 'Reject'), undefined);
  assert.equal(whyNoCycle('queried', { selfTriggered: claims }), undefined);
  assert.equal(whyNoCycle('queried', { selfTriggered: both }), undefined);
  assert.equal(whyNoCycle('queried', { selfTriggered: others })?.kind, 'not-exercised');
  assert.equal(whyNoCycle('open', { selfTriggered: claims }), undefined);
  assert.match(
    plainTextOrEmpty(whyNoCycle('open', { selfTriggered: both })?.text),
    /triggers Approve and Query itself, so no preauthorization or claim stays open/,
  );
});

test('the reasons leave out cycles that the client cannot begin', () => {
  const selfTriggered: SelfTriggered = new Map([['claim', ['Reject']]]);
  const offer = { capabilities: ['claim.submit'], callbackUrl: 'http://127.0.0.1:1' } as const;
  const refusals = new Map([['preauth.submit', 'claims only']]);
  for (const about of [{ offer }, { refusals }]) {
    const text = 'for claims the client triggers Reject itself, so no approval and no query can be shown';
    assert.equal(whyNoCycle('queried', { ...about, selfTriggered })?.text, text);
    assert.notEqual(whyNoCycle('approved', { ...about, selfTriggered }), undefined);
    assert.notEqual(
      contractObligations.get('CBK-06').unseen?.({ offer, ...about, selfTriggered }),
      undefined,
    );
  }
  assert.equal(
    whyNoCycle('approved', { offer, selfTriggered: new Map([['claim', ['Approve']]]) }),
    undefined,
  );
});

test('a client that triggers the payer by itself shows the order of steps without a method for it', () => {
  const offer = { capabilities: ['claim.submit'], callbackUrl: 'http://127.0.0.1:1' } as const;
  const gapOf = (triggersItself: boolean) =>
    findGapInRoles(contractObligations.get('FLW-11'), ['provider'], offer, { triggersItself });
  assert.equal(gapOf(true), undefined);
  assert.equal(gapOf(false)?.kind, 'not-offered');
});
