import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { LiveProxy, LiveProxyOptions } from '../../support/cli/start-live-proxy';
import { startLiveProxy } from '../../support/cli/start-live-proxy';
import { ConfigurationError } from '../../support/targets/errors';
import { trafficCounts } from '../../support/report/wording';
import type { LiveTold } from '../../support/traffic/live/told';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { webServer } from '../traffic/relay-scene';
import { ask, draftsIn, service, targetFor } from './own-proxy';

async function started(
  t: TestContext,
  options: Pick<LiveProxyOptions, 'target'> & Partial<LiveProxyOptions>,
): Promise<{ proxy: LiveProxy; told: LiveTold[]; gateway: string }> {
  const told: LiveTold[] = [];
  const proxy = await startLiveProxy({ tell: (each) => told.push(each), ...options });
  t.after(() => proxy.stop().catch(() => undefined));
  const gateway = proxy.services.find(({ name }) => name === 'gateway')?.url ?? assert.fail();
  return { proxy, told, gateway };
}

describe('a proxy that a program controls', () => {
  it('tells what goes through, gives an exchange while it runs, and judges once it is stopped', async (t) => {
    const root = temporaryFolder(t);
    const signals = process.listenerCount('SIGINT');
    const { proxy, told, gateway } = await started(t, {
      target: targetFor(t, await service(t)),
      root,
      keep: { runs: 5, bytes: 1e6 },
    });
    assert.equal(process.listenerCount('SIGINT'), signals, 'signals are a matter of the command');
    await ask(gateway, 12);
    const line = JSON.parse((await proxy.lineOf(7)) ?? '') as { seq: number; request: { url: string } };
    assert.equal(line.seq, 7);
    assert.match(line.request.url, /\/count\/6$/);
    assert.equal(await proxy.lineOf(13), undefined);
    const { results, folder } = await proxy.stop();
    assert.equal(folder, join(root, 'proxy'));
    assert.deepEqual(readResults(folder), results);
    assert.equal(results.exchanges, 12);
    assert.deepEqual(await proxy.ended, { results, folder });
    assert.deepEqual(draftsIn(folder), []);
    assert.deepEqual(
      told.flatMap(({ exchanges }) => exchanges.map(({ seq, path }) => `${seq} ${path}`)),
      Array.from({ length: 12 }, (_none, at) => `${at + 1} /count/${at}`),
    );
    assert.equal((JSON.parse((await proxy.lineOf(7)) ?? '') as { seq: number }).seq, 7, 'from its report');
    await assert.rejects(fetch(gateway), TypeError, 'nothing listens any more');
  });

  it('counts what the contract does not know and the far side does not have', async (t) => {
    const upstream = createServer((request, response) => {
      response.writeHead(request.url?.includes('/odd') === true ? 200 : 404).end();
    });
    const reports = temporaryFolder(t);
    const target = targetFor(t, await webServer(t, upstream));
    const { proxy, gateway } = await started(t, { target, reports });
    // The last two are known: an operation, and a path of a reading.
    const asked = [
      '/odd',
      '/lost',
      '/lost/too',
      '/api/hiecm/gateway/v3/sessions',
      '/api/hiecm/gateway/v3/certs',
    ];
    for (const path of asked) await (await fetch(gateway + path, { method: 'POST' })).text();
    const { exchanges, run } = (await proxy.stop()).results;
    const [file = assert.fail()] = run.traffic?.files ?? [];
    assert.deepEqual([exchanges, file.exchanges, file.others], [5, 5, 2], 'they are judged all the same');
    assert.equal(trafficCounts(file), '5 exchanges, 2 of them unknown to the contract');
  });

  it('serves TLS with an authority to trust', async (t) => {
    const reports = temporaryFolder(t);
    const target = targetFor(t, await service(t));
    const { proxy, gateway } = await started(t, { target, reports, tls: true });
    assert.match(gateway, /^https:/);
    const { pem, file } = proxy.authority ?? assert.fail();
    assert.equal(readFileSync(file, 'utf8'), pem);
    assert.match(pem, /^-----BEGIN CERTIFICATE-----/);
    assert.equal((await proxy.stop()).folder, reports);
  });

  it('takes the variables that its target names from where it is told', async (t) => {
    const file = join(temporaryFolder(t), 'target.yaml');
    const head = `name: a\nenvironment: sandbox\nservices: { gateway: "${await service(t)}" }\n`;
    writeFileSync(
      file,
      `${head}credentials: { clientId: "\${DESK_TEST_ID}", clientSecret: "\${DESK_TEST_SECRET}" }\n`,
    );
    const secret = 'planted-5f0c1d7e9ab24ce8';
    const reports = temporaryFolder(t);
    const environment = { DESK_TEST_ID: 'me', DESK_TEST_SECRET: secret };
    const { proxy, gateway } = await started(t, { target: file, environment, reports });
    await (await fetch(`${gateway}/x?secret=${secret}`, { headers: { 'x-any': secret } })).text();
    assert.ok((await proxy.lineOf(1)) !== undefined);
    assert.ok(!(await proxy.lineOf(1))?.includes(secret), 'it is known as a secret');
    await proxy.stop();
    for (const name of readdirSync(reports))
      assert.ok(!readFileSync(join(reports, name), 'utf8').includes(secret), name);
    await assert.rejects(
      startLiveProxy({ target: file, environment: {}, tell: () => undefined }),
      (error: unknown) => error instanceof ConfigurationError && error.message.includes('DESK_TEST'),
    );
  });

  it('leaves alone what another one of this process is recording', async (t) => {
    const reports = temporaryFolder(t);
    const target = targetFor(t, await service(t));
    const [first, second] = [await started(t, { target, reports }), await started(t, { target, reports })];
    assert.equal(draftsIn(reports).length, 2, 'though the first one is empty yet');
    await ask(first.gateway, 2);
    await ask(second.gateway, 3);
    assert.equal((await first.proxy.stop()).results.exchanges, 2);
    assert.equal((await second.proxy.stop()).results.exchanges, 3);
  });

  it('that cannot begin says why, and leaves nothing', async (t) => {
    const root = temporaryFolder(t);
    const target = targetFor(t, await service(t));
    const taken = await webServer(t, createServer());
    const port = Number(new URL(taken).port);
    await assert.rejects(
      startLiveProxy({ target, root, port, tell: () => undefined }),
      (error: unknown) => error instanceof ConfigurationError && error.message.includes('EADDRINUSE'),
    );
    assert.deepEqual(existsSync(join(root, 'proxy')) ? readdirSync(join(root, 'proxy')) : [], []);
    await assert.rejects(
      startLiveProxy({ target, root, callbacks: 'here', tell: () => undefined }),
      /is not an address/,
    );
  });
});
