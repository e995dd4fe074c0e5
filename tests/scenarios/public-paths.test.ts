import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as requestTo } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { integratorTarget } from '../../mutants/integrator/stage';
import { stripPublicPath } from '../../support/exchange/address';
import { diagnose } from '../../support/scenarios/service/diagnosis';
import { playServices } from '../../support/scenarios/integrator/played-services';
import { runProviderFlows } from '../../support/scenarios/service/payer/provider';
import { sendExactRequest } from '../mock/ask';
import { freePort } from '../ports';
import { finishRun } from '../report/embedded-run';
import { openTestRun, staged } from './provider-scene';

test('what stands behind a public path is known, whether that path was stripped or not', () => {
  const known = (path: string) => ['/v1/preauth/on_submit', '/v1'].includes(path);
  for (const [target, base, behind] of [
    ['/callbacks/v1/preauth/on_submit', '/callbacks', '/v1/preauth/on_submit'],
    ['/callbacks/v1/preauth/on_submit?a=/b', '/callbacks/', '/v1/preauth/on_submit?a=/b'],
    ['/v1/preauth/on_submit', '/callbacks', '/v1/preauth/on_submit'],
    ['/v1/preauth/on_submit', '/v1', '/v1/preauth/on_submit'],
    ['/v1/v1/preauth/on_submit', '/v1', '/v1/preauth/on_submit'],
    ['/callbacksv1', '/callbacks', '/callbacksv1'],
    ['/x', '/', '/x'],
    ['*', '/callbacks', '*'],
  ] as const)
    assert.equal(stripPublicPath(target, base, known), behind, target);
});

/** A tunnel to a port of this machine, whose address has a path that it strips, or leaves. */
async function tunnel(t: TestContext, port: number, strips: boolean, path: string): Promise<string> {
  const server = createServer((request, response) => {
    const { url = '', method = '', headers } = request;
    const behind = strips ? url.slice(path.length) : url;
    const far = requestTo({ port, path: behind, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    far.once('error', () => response.writeHead(502).end());
    request.pipe(far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

for (const path of ['/callbacks', '/v1', '/a/b'])
  for (const strips of [true, false])
    test(`an address with the path ${path} leads here through a tunnel that ${strips ? 'strips' : 'leaves'} it`, async (t) => {
      const { target, payer } = await staged(t);
      const port = await freePort();
      const publicUrl = await tunnel(t, port, strips, path);
      const callback = { listen: { host: '127.0.0.1', port }, publicUrl };
      const run = await openTestRun(t, {
        target: { ...target, callback },
        ...(payer && { seams: { payer } }),
      });
      const checks = await diagnose(run);
      const found = checks.find(({ name }) => name === 'callback address');
      assert.equal(found?.state, 'good', found?.detail);
      await runProviderFlows(run);
      const callbacks = run.evidence.recording.exchanges.filter(({ sender }) => sender === 'service');
      assert.ok(callbacks.length >= 9);
      assert.deepEqual(
        callbacks.filter(({ response }) => response?.status !== 202),
        [],
      );
      for (const { request } of callbacks) assert.ok(request.url.startsWith(`${publicUrl}/v1/`), request.url);
    });

for (const strips of [true, false])
  test(`services that we play are found behind a path that ${strips ? 'was stripped' : 'was left'}`, async (t) => {
    const target = { ...integratorTarget, mockPublicUrl: 'https://127.0.0.1/services' };
    const run = await openTestRun(t, { target, subjects: ['integrator'] });
    const { mock } = await playServices(run);
    const { gateway, registry } = mock.urls;
    assert.equal(new URL(gateway).pathname, '/services');
    assert.match(new URL(registry).pathname, /^\/services\/v4/);
    const path = '/api/hiecm/gateway/v3/sessions';
    const url = (strips ? new URL(gateway).origin : gateway) + path;
    const response = await sendExactRequest(url, {
      method: 'POST',
      body: '{}',
      ...(mock.ca && { ca: mock.ca }),
    });
    // The mock found the operation: it adds the missing headers, and refuses the empty body.
    assert.equal(response.status, 400);
    const [seen] = run.evidence.recording.exchanges;
    assert.equal(seen?.operation, 'session.create');
    assert.equal(new URL(seen.request.url).pathname, path);
  });

test("the suite's own client keeps all that it kept before, at addresses with a path", async (t) => {
  const target = { ...integratorTarget, mockPublicUrl: 'https://127.0.0.1/services' };
  const { results } = await finishRun(t, { target, subjects: ['integrator'] });
  const failed = results.obligations.filter(({ verdict }) => ['failed', 'warning'].includes(verdict));
  assert.deepEqual(failed, []);
  const kept = new Set(results.obligations.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id));
  for (const id of ['SES-01', 'HDR-01', 'TOK-03', 'CRT-05', 'CRT-10', 'VER-01'] as const)
    assert.ok(kept.has(id), id);
});
