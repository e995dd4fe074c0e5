import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { nodeTransport } from '../../mutants/integrator/wires';
import type { IntegratorHandlers } from '../../support/client/integrator';
import { createIntegrator, logNothing } from '../../support/client/integrator';
import { createRecording } from '../../support/exchange/recording';
import { plainTextOrEmpty } from '../plain';
import { finishRun } from '../report/embedded-run';
import { byHandTarget, runByPerson, rowOf } from './hand-scene';

const only = ['SEC-03'];
const target = { ...byHandTarget, roles: ['session'], mockTls: true } as const;
const unverifying = () =>
  createIntegrator({ log: logNothing, transport: nodeTransport({ rejectUnauthorized: false }) });

describe('by hand, a certificate that cannot be verified', () => {
  it('is told of, and ends its act by the end of the connection', async (t) => {
    const { results, person } = await runByPerson(t, { target, settings: { only } });
    const row = rowOf(results, 'SEC-03');
    assert.equal(row?.verdict, 'passed', plainTextOrEmpty(row?.reason));
    const [twin, act, ...others] = person.asked().slice(-2);
    assert.deepEqual([twin?.label, act?.label, others.length], ['1 session.create', '2 session.create', 0]);
    assert.doesNotMatch(twin?.line ?? '', /cannot verify/);
    for (const text of [act?.line, act?.sentence]) assert.match(text ?? '', /your client cannot verify/);
    assert.ok(!person.told.some((each) => each.what === 'seen' && each.seen.whyNot?.kind === 'broke-off'));
  });

  it('that is taken is a warning', async (t) => {
    const { results } = await runByPerson(t, { make: unverifying, target, settings: { only } });
    assert.equal(rowOf(results, 'SEC-03')?.verdict, 'warning');
  });
});

/** A run with a client in this process. */
async function run(t: TestContext, change: (own: IntegratorHandlers) => Partial<IntegratorHandlers>) {
  const recording = createRecording();
  const client = () => {
    const own = createIntegrator({ log: logNothing });
    return { ...own, ...change(own) };
  };
  const { results } = await finishRun(t, { subjects: ['integrator'], only, recording, seams: { client } });
  return { row: rowOf(results, 'SEC-03') ?? assert.fail(), recording };
}

describe('a client that was asked twice', () => {
  it('and acts once is not tested, with the reason', async (t) => {
    let calls = 0;
    const { row } = await run(t, (own) => ({
      initialize: (params) => {
        calls = 0;
        return own.initialize(params);
      },
      'session.create': (params) => ((calls += 1) > 1 ? null : own['session.create'](params)),
    }));
    assert.equal(row.verdict, 'not-tested');
    assert.match(plainTextOrEmpty(row.reason), /cannot verify, the client opened no connection/);
  });

  it('and goes on leaves no secret of its own in what is recorded', async (t) => {
    const { recording, row } = await run(t, () => unverifying());
    assert.equal(row.verdict, 'warning');
    const sent = recording.exchanges.filter(({ stimulus }) => stimulus === 'foreign-certificate');
    assert.ok(sent.length > 0);
    for (const { request } of sent)
      assert.match(request.body?.text ?? '', /"clientSecret":"‹client-secret, /);
  });
});
