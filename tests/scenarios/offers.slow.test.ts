import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import type { AdapterMethod } from '../../support/adapter/protocol';
import { adapterMethods } from '../../support/adapter/protocol';
import { createIntegrator } from '../../support/client/integrator';
import type { ObligationId } from '../../support/obligations';
import type { Role } from '../../support/contract/words';
import { embeddedTarget } from '../../support/run/targets';
import { finishRun } from '../report/embedded-run';
import { plainTextOrEmpty } from '../plain';

/** A client that does all it is asked for, offers a part of it, and notes what it is asked for. */
function noting(offered: readonly AdapterMethod[], asked: Set<string>): () => AdapterHandlers {
  return () => {
    const own = createIntegrator({ log: () => undefined });
    const handlers = adapterMethods.map((method) => [
      method,
      async (params: never) => {
        asked.add(method);
        const answer = await (own[method] as (given: never) => unknown)(params);
        if (method !== 'initialize') return answer;
        return { ...(answer as object), capabilities: [...offered, 'later.method'] };
      },
    ]);
    return Object.fromEntries(handlers) as AdapterHandlers;
  };
}

interface Little {
  readonly roles: readonly Role[];
  readonly offered: readonly AdapterMethod[];
}

const little: Readonly<Record<string, Little>> = {
  'sessions alone, in every role': { roles: embeddedTarget.roles, offered: ['session.create'] },
  'OTPs alone, for two services': { roles: ['session', 'identity', 'registry'], offered: ['otp.verify'] },
  'fields alone': { roles: ['session', 'identity', 'registry'], offered: ['session.create', 'fields.send'] },
  'half of a provider': {
    roles: ['session', 'provider', 'trigger'],
    offered: ['session.create', 'preauth.submit', 'dummyPayer.trigger', 'paymentNotice.init'],
  },
  'half of an HIU': { roles: ['hip', 'hiu'], offered: ['transfer.open'] },
  nothing: { roles: embeddedTarget.roles, offered: [] },
};

for (const [what, { roles, offered }] of Object.entries(little))
  test(`what is not offered is never called: ${what}`, async (t) => {
    const asked = new Set<string>();
    const target = { ...embeddedTarget, roles };
    const { results } = await finishRun(t, {
      target,
      subjects: ['integrator'],
      seams: { client: noting(offered, asked) },
    });
    const known: readonly string[] = ['initialize', ...offered, 'shutdown'];
    assert.deepEqual(
      [...asked].filter((method) => !known.includes(method)),
      [],
    );
    assert.deepEqual(results.run.faults, []);
    for (const { id, verdict, reason } of results.obligations)
      assert.ok(
        !['failed', 'warning', 'inconclusive'].includes(verdict),
        `${id}: ${verdict}, ${plainTextOrEmpty(reason)}`,
      );
  });

async function verdictsOf(t: Parameters<typeof finishRun>[0], { roles, offered }: Little) {
  const { results } = await finishRun(t, {
    target: { ...embeddedTarget, roles },
    subjects: ['integrator'],
    seams: { client: noting(offered, new Set()) },
  });
  const rowOf = (id: ObligationId) => results.obligations.find((row) => row.id === id);
  return { overall: results.run.overall.integrator?.verdict, rowOf };
}

test('a role without what it cannot do without is not tested, and the others are', async (t) => {
  const { overall, rowOf } = await verdictsOf(t, {
    roles: ['session', 'identity', 'registry'],
    offered: ['session.create', 'otp.verify'],
  });
  assert.equal(overall, 'no-failure');
  assert.equal(rowOf('CRT-04')?.verdict, 'not-tested');
  assert.match(
    plainTextOrEmpty(rowOf('CRT-04')?.reason),
    /does not offer certificate\.fetch, and the role identity/,
  );
  // The registry can get a national-ID number or a mobile number without a certificate, but only by fields.
  for (const id of ['ENC-02', 'ENC-15'] as const) {
    assert.equal(rowOf(id)?.verdict, 'not-tested', id);
    assert.match(plainTextOrEmpty(rowOf(id)?.reason), /does not offer fields\.send/);
  }
  // The role identity of the target is a part that nothing showed.
  for (const id of ['ENC-01', 'ENC-04', 'CRT-08'] as const) {
    assert.equal(rowOf(id)?.verdict, 'not-tested', id);
    assert.match(plainTextOrEmpty(rowOf(id)?.reason), /not seen: identity \(/);
  }
  for (const id of ['CRT-05', 'ENC-05', 'OTP-01', 'TOK-02'] as const)
    assert.equal(rowOf(id)?.verdict, 'passed', `${id}: ${plainTextOrEmpty(rowOf(id)?.reason)}`);
});

test('what such a role showed all the same is judged: a client that fetches certificates, and no more', async (t) => {
  const { overall, rowOf } = await verdictsOf(t, {
    roles: ['session', 'identity'],
    offered: ['session.create', 'certificate.fetch'],
  });
  assert.equal(overall, 'no-failure');
  for (const id of ['CRT-04', 'CRT-06', 'HDR-02'] as const)
    assert.equal(rowOf(id)?.verdict, 'passed', `${id}: ${plainTextOrEmpty(rowOf(id)?.reason)}`);
  for (const id of ['CRT-07', 'CRT-09', 'ENC-02', 'ENC-03'] as const) {
    assert.equal(rowOf(id)?.verdict, 'not-tested', id);
    assert.match(
      plainTextOrEmpty(rowOf(id)?.reason),
      /does not offer fields\.send or otp\.verify, and the role identity/,
    );
  }
});

test('a trigger whose provider is half done is judged for itself, and the half that is done is judged too', async (t) => {
  const { rowOf } = await verdictsOf(t, little['half of a provider'] ?? { roles: [], offered: [] });
  for (const id of ['DPY-01', 'DPY-02', 'DPY-03', 'DPY-04', 'DPY-05'] as const)
    assert.equal(rowOf(id)?.verdict, 'passed', `${id}: ${plainTextOrEmpty(rowOf(id)?.reason)}`);
  assert.equal(rowOf('CBK-04')?.verdict, 'passed', plainTextOrEmpty(rowOf('CBK-04')?.reason));
  for (const [id, method] of [
    ['FLW-03', 'cycle.get'],
    ['FLW-04', 'cycle.get'],
    ['FLW-05', 'communication.reply'],
    ['FLW-06', 'claim.submit, cycle.get'],
    ['DPY-06', 'insurancePlan.request'],
  ] as const)
    assert.equal(
      plainTextOrEmpty(rowOf(id)?.reason),
      `the adapter does not offer ${method}, and this cannot be tested without`,
    );
});
