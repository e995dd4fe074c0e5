import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { conformingSeams, createIntegrator, logNothing } from '../../support/client/integrator';
import { checkSchema } from '../../support/contract/schemas';
import { embeddedTarget } from '../../support/run/targets';
import { verdictLimitLines } from '../../support/report/wording';
import { finishRun } from './embedded-run';
import { sampleResults } from './sample-results';

type Client = Required<AdapterHandlers>;

/** A client that tries nothing again, and tells of its errors in its own way. */
function telling(otpResult: string): () => AdapterHandlers {
  return () => {
    const { retry, sessions, rejections } = conformingSeams;
    const own: Client = createIntegrator({
      log: logNothing,
      retry: { ...retry, delayMs: () => undefined },
      sessions: { ...sessions, refused: () => false },
      rejections: { ...rejections, isRejection: () => false },
    });
    const otherwise = async <Value>(call: Value | Promise<Value>, instead: Value): Promise<Value> =>
      Promise.resolve(call).catch(() => instead);
    return {
      ...own,
      'certificate.fetch': (params) => otherwise(own['certificate.fetch'](params), null),
      'otp.verify': (params) =>
        otherwise(own['otp.verify'](params), { txnId: '', authResult: otpResult, message: 'told' }),
    };
  };
}

const target = { ...embeddedTarget, roles: ['session', 'identity', 'registry'] } as const;

async function finished(t: TestContext, client?: () => AdapterHandlers) {
  const only = ['TOK-09', 'ENC-05'] as const;
  const { folder, results, printed } = await finishRun(t, {
    ...{ target, only, subjects: ['integrator'] },
    ...(client && { seams: { client } }),
  });
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const rows = (results.run.afterRefusals ?? []).map(
    ({ call, status, accepted, reported }) =>
      `${call} ${status} ${accepted ? 'accepted' : 'not'}: ${reported}`,
  );
  return { results, printed, rows, page: text('compliance.html'), summary: text('summary.md') };
}

describe('what a client reports after a refusal stands in the results', () => {
  const falsely = /success[^.]*although/;

  it('and a success that was none is shown, and fails nothing', async (t) => {
    const { results, rows, page, summary, printed } = await finished(t, telling('success'));
    assert.deepEqual(checkSchema('results', results), []);
    assert.ok(rows.includes('certificate.fetch 401 not: success'), rows.join());
    assert.ok(rows.includes('otp.verify 400 not: success'), rows.join());
    const noted = results.obligations.find(({ id }) => id === 'TOK-09');
    assert.equal(noted?.verdict, 'observed');
    for (const shown of [page, summary, printed]) assert.match(shown, falsely);
    assert.match(page, /can behave otherwise/);
  });

  it('and so is a result that tells of a failure: nothing is false then', async (t) => {
    const { rows, page } = await finished(t, telling('failed'));
    assert.ok(rows.includes('otp.verify 400 not: failure'), rows.join());
    const told = page.replaceAll(/<[^>]*>/g, '');
    assert.match(told, /otp\.verify[^.]*answered 400; the client reported a failure/);
  });

  it('and an attempt that was accepted later', async (t) => {
    const { rows, page, summary, printed } = await finished(t);
    assert.ok(rows.includes('certificate.fetch 401 accepted: success'), rows.join());
    assert.ok(rows.includes('otp.verify 400 accepted: success'), rows.join());
    for (const shown of [page, summary, printed]) assert.doesNotMatch(shown, falsely);
  });
});

describe('what no run can show', () => {
  const { run } = sampleResults();

  it('is told of clients and of services', () => {
    assert.match(verdictLimitLines(run).join(), /^A client that knows .*What a client claims/);
    const ofServices = verdictLimitLines({ ...run, subjects: ['service'] }).join();
    assert.match(ofServices, /^A service that knows/);
    assert.doesNotMatch(ofServices, /client/);
  });

  it('is another thing where traffic was judged, which no one was asked for', () => {
    const told = verdictLimitLines({ ...run, traffic: { note: 'A log', files: [] } }).join();
    assert.match(told, /^Traffic shows what was recorded/);
    assert.doesNotMatch(told, /is tested|claims/);
  });
});
