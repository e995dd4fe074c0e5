import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { adapterPrograms } from '../../mutants/integrator/programs';
import { integratorTarget, integratorWith, payerTarget } from '../../mutants/integrator/stage';
import { answerRead } from '../../support/adapter/handlers';
import type { IntegratorHandlers, IntegratorSeams } from '../../support/client/integrator';
import { verifyCallbackJwt } from '../../support/client/integrator/callback-verifier';
import type { Exchange } from '../../support/exchange/exchange';
import { asValidEvidence } from '../../support/exchange/recording';
import { cyclesInEvidence } from '../../support/judging/cycles';
import { JudgingLoop } from '../../support/judging/loop';
import { contractObligations } from '../../support/obligations';
import type { Run } from '../../support/run/run';
import { ruleContextOfRun } from '../../support/run/run';
import type { Target } from '../../support/targets/target';
import type { AdapterSession } from '../../support/scenarios/integrator/adapter-session';
import { openAdapter } from '../../support/scenarios/integrator/adapter-session';
import { ClientLife } from '../../support/scenarios/integrator/client-life';
import { playServices } from '../../support/scenarios/integrator/played-services';
import { newSession } from '../mock/ask';
import { openTestRun } from './provider-scene';

const target: Target = { ...integratorTarget, ...payerTarget };

const openRunOf = (t: TestContext, ...clients: readonly IntegratorHandlers[]): Promise<Run> => {
  const left = [...clients];
  const client = () => left.shift() ?? integratorWith({}, () => undefined);
  return openTestRun(t, { target, subjects: ['integrator'], seams: { client } });
};

const open = (run: Run, name = 'journey'): Promise<AdapterSession> =>
  openAdapter(run, { name, title: name, calls: 1, piecewise: false });

/** A client that answers each callback after this time. */
const slowClient = (ms: number): IntegratorHandlers =>
  integratorWith(
    {
      verifier: async (...given) => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        return verifyCallbackJwt(...given);
      },
    },
    () => undefined,
  );

/** Serves a client's adapter by HTTP. `served.close` ends all its connections and addresses, as a crash does. */
async function serveByHttp(
  t: TestContext,
  own: IntegratorHandlers,
  served: { close?: () => void },
): Promise<string> {
  const server = createHttpServer((request, response) => {
    void text(request)
      .then((body) => answerRead(own, JSON.parse(body), JSON.stringify))
      .then((answer) => response.end(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  served.close = () => {
    server.close().closeAllConnections();
    void own.shutdown({});
  };
  t.after(served.close);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const exchangesOf = (run: Run): Exchange[] =>
  run.evidence.recording.evidence.filter((each): each is Exchange => each.kind === undefined);

/** The outcome of each callback of a run: its status or failure, and the place of the client's end. */
const callbackOutcomes = (run: Run) =>
  exchangesOf(run)
    .filter(({ sender, service }) => sender === 'suite' && service === 'provider')
    .map(({ clientInstance, response, failure, clientEnd }) => [
      clientInstance,
      response?.status ?? failure?.kind,
      clientEnd,
    ]);

/** The ids of the obligations on payer flows and callbacks that the client broke. */
function brokenIn(run: Run): string[] {
  const judged = contractObligations.judged.filter(({ subject }) => subject === 'integrator');
  const loop = new JudgingLoop(judged, ruleContextOfRun(run));
  for (const each of run.evidence.recording.evidence) loop.observe(each);
  return [...loop.conclude()].filter(([, { breachCount }]) => breachCount > 0).map(([id]) => id);
}

/** A request that arrives in the same millisecond as the client's end may have been sent before the end. */
async function untilNextMillisecond(): Promise<void> {
  const endedAt = Date.now();
  while (Date.now() === endedAt) await new Promise((resolve) => setImmediate(resolve));
}

describe('the end of a client', () => {
  it('comes only after the callbacks under way are answered', async (t) => {
    const run = await openRunOf(t, slowClient(300));
    const adapter = await open(run);
    await adapter.act('insurancePlan.request', {});
    await adapter.close();
    assert.deepEqual(callbackOutcomes(run), [['process-1', 202, undefined]]);
    assert.deepEqual(brokenIn(run), []);
  });

  it('comes if a callback is never answered, once its time is over', async (t) => {
    const left = { ...target, limits: { ...target.limits, timeoutMs: 200 } };
    const client = () => slowClient(2000);
    const run = await openTestRun(t, { target: left, subjects: ['integrator'], seams: { client } });
    const adapter = await open(run);
    await adapter.act('insurancePlan.request', {});
    await adapter.close();
    assert.deepEqual(callbackOutcomes(run), [['process-1', 'timeout', undefined]]);
    assert.ok(brokenIn(run).includes('CBK-03'), 'a client that lives and does not answer breaks the rule');
  });

  it('leaves no callback for a later request, and no retry', async (t) => {
    const run = await openRunOf(t);
    const adapter = await open(run);
    const { cycles } = adapter.played.mock;
    await adapter.close();
    cycles.prompt(target.participants.provider, target.participants.payer);
    await cycles.settled();
    assert.deepEqual(callbackOutcomes(run), []);
  });

  it('is noted in callbacks that it cuts, and they are not judged', async (t) => {
    const { promise: arrived, resolve } = Promise.withResolvers<undefined>();
    const verifier: IntegratorSeams['verifier'] = () => {
      resolve(undefined);
      // Closing the client ends the connection, so this promise need not resolve.
      return new Promise(() => undefined);
    };
    const run = await openRunOf(
      t,
      integratorWith({ verifier }, () => undefined),
    );
    const { mock } = await playServices(run);
    const adapter = await open(run);
    await adapter.act('insurancePlan.request', {});
    await arrived;
    // A stopped run waits for no answer.
    run.plan.budget.stop();
    await adapter.close();
    await mock.cycles.settled();
    assert.deepEqual(callbackOutcomes(run), [['process-1', 'reset', 'before the answer']]);
    assert.deepEqual(brokenIn(run), []);
    assert.deepEqual(
      run.evidence.recording.exchanges.filter(({ sender }) => sender === 'suite'),
      [],
    );
  });

  it('of one of two clients leaves the callbacks of the other alone', async (t) => {
    const run = await openRunOf(t, slowClient(300), slowClient(0));
    const first = await open(run, 'first');
    const second = await open(run, 'second');
    await first.act('insurancePlan.request', {});
    await second.act('insurancePlan.request', {});
    await second.close();
    await first.close();
    const outcomes = callbackOutcomes(run).sort();
    assert.deepEqual(outcomes, [
      ['process-1', 202, undefined],
      ['process-2', 202, undefined],
    ]);
  });

  it('and its start leave every callback to the client whose cycle it concerns', async (t) => {
    const run = await openRunOf(t);
    const first = await open(run, 'first');
    const { cycles } = first.played.mock;
    await first.act('preauth.submit', {});
    const [id = ''] = cycles.ids;
    const cycle = cycles.cycle(id);
    assert.ok(cycle);
    const second = await open(run, 'second');
    await cycles.send(await cycles.make(cycle, 'approved'), cycle);
    const unknown = cycles.unknownLike(cycle);
    assert.notEqual(unknown.correlationId, id);
    await cycles.send(await cycles.make(unknown, 'approved'), unknown);
    await second.close();
    await first.close();
    assert.deepEqual(
      callbackOutcomes(run).map(([clientInstance]) => clientInstance),
      ['process-1', 'process-1'],
    );
  });

  it('that comes by a crash is an obstacle, and not the reset of a callback', async (t) => {
    const integrator = { command: adapterPrograms.diesOverCallback };
    const run = await openTestRun(t, { target: { ...target, integrator }, subjects: ['integrator'] });
    const adapter = await open(run);
    await adapter.act('insurancePlan.request', {});
    await assert.rejects(adapter.close(), /ended with exit code 3 between two calls/);
    assert.deepEqual(callbackOutcomes(run), [['process-1', 'reset', 'before the answer']]);
    assert.deepEqual(brokenIn(run), []);
    // The mark is part of the recording, and the drawn cycle shows it.
    const { evidence } = run.evidence.recording;
    assert.deepEqual(evidence.map(asValidEvidence), evidence);
    const answers = cyclesInEvidence(evidence, run.target.readings).flatMap(({ steps }) =>
      steps.map(({ answer }) => answer),
    );
    assert.deepEqual(answers, ['202', 'reset, not judged: the client had ended']);
  });

  it('is noticed at a client with a URL by its address, which accepts no connection any more', async (t) => {
    const served: { close?: () => void } = {};
    const own = integratorWith(
      {
        verifier: () => {
          served.close?.();
          return Promise.reject(new Error('out of memory'));
        },
      },
      () => undefined,
    );
    const url = await serveByHttp(t, own, served);
    const run = await openTestRun(t, {
      target: { ...target, integrator: { url } },
      subjects: ['integrator'],
    });
    const adapter = await open(run);
    await adapter.act('insurancePlan.request', {});
    await assert.rejects(adapter.close(), /ended while a callback to its client was under way/);
    assert.deepEqual(callbackOutcomes(run), [['process-1', 'reset', 'before the answer']]);
    assert.deepEqual(brokenIn(run), []);
  });

  it('is noted in requests that break, and not in those that are answered: the client may live on', () => {
    const life = new ClientLife({ ended: false });
    const failure = { kind: 'reset', code: 'ECONNRESET', message: '' } as const;
    const before = Date.now() - 1000;
    assert.deepEqual(life.endInRequest({ arrivedAt: before, failure }), {});
    life.end();
    const after = Date.now() + 1000;
    assert.deepEqual(life.endInRequest({ arrivedAt: before, failure }), { clientEnd: 'before the answer' });
    assert.deepEqual(life.endInRequest({ arrivedAt: before }), {});
    assert.deepEqual(life.endInRequest({ arrivedAt: after, failure }), { clientEnd: 'before the request' });
    assert.deepEqual(life.endInRequest({ arrivedAt: after }), {});
  });

  it('leaves requests that arrive later and are answered to be judged', async (t) => {
    const run = await openRunOf(t);
    const adapter = await open(run);
    await adapter.close();
    await untilNextMillisecond();
    await newSession(adapter.played.mock);
    const [late] = exchangesOf(run).slice(-1);
    assert.deepEqual([late?.clientInstance, late?.clientEnd], ['process-1', undefined]);
    assert.deepEqual(run.evidence.recording.exchanges, [late]);
  });
});

describe('a client that lives on between two journeys', () => {
  it('may renew its session and fetch a certificate there, and both are judged', async (t) => {
    const own = integratorWith({}, () => undefined);
    let introduction: ReturnType<typeof own.initialize> | undefined;
    const initialize: typeof own.initialize = (params) => (introduction ??= own.initialize(params));
    const lasting = { ...own, initialize };
    const url = await serveByHttp(t, lasting, {});
    const run = await openTestRun(t, {
      target: { ...target, integrator: { url } },
      subjects: ['integrator'],
    });
    const first = await open(run, 'first');
    await first.act('session.create', {});
    await first.close();
    await untilNextMillisecond();
    await own['session.create']({});
    await own['certificate.fetch']({ service: 'identity' });
    const second = await open(run, 'second');
    await second.act('preauth.submit', {});
    await second.close();
    const between = run.evidence.recording.exchanges.filter(({ scenario }) => scenario === undefined);
    assert.deepEqual(
      between.map(({ operation }) => operation),
      ['session.create', 'certificate.identity'],
    );
    assert.deepEqual(brokenIn(run), []);
  });
});

describe('a client that resets the connection of a callback', () => {
  it('breaks the rule while it lives', async (t) => {
    const run = await openRunOf(t);
    const adapter = await open(run);
    const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    const { cycles } = adapter.played.mock;
    cycles.callbackUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    cycles.prompt(target.participants.provider, target.participants.payer);
    await adapter.close();
    assert.deepEqual(callbackOutcomes(run)[0], ['process-1', 'reset', undefined]);
    assert.ok(brokenIn(run).includes('CBK-03'));
  });
});
