import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { trafficCounts } from '../../support/report/wording';
import type { ProxyState } from '../../support/ui/api';
import { sendGets as through, draftsIn, startConstantService } from '../cli/own-proxy';
import { leaks } from '../exchange/canaries';
import { readResults } from '../report/embedded-run';
import { webServer } from '../traffic/proxy/relay-scene';
import type { OpenedUi } from './open';
import { sendUiRequest, newestIn, openUi } from './open';
import { waitForUiEvent } from './traffic-calls';

describe('the proxy', () => {
  const start = ({ tell }: OpenedUi, more: object = {}) =>
    tell('POST', '/api/proxy', { port: 0, tls: false, callbacks: '', ...more });
  const textFor = (gateway: string): string =>
    `name: p\nenvironment: sandbox\nservices: { gateway: "${gateway}" }\n`;
  const proxied = async (t: TestContext) =>
    openUi(t, {
      text: `${textFor(await startConstantService(t))}credentials: { clientId: "\${UI_ID}", clientSecret: "\${UI_SECRET}" }\n`,
    });
  const isEnded = ({ proxy }: { readonly proxy: ProxyState }) =>
    proxy.state === 'ended' || proxy.state === 'failed';

  it('tells what goes through as it comes, gives each exchange, and judges once it is stopped', async (t) => {
    const opened = await proxied(t);
    const { tell, folder } = opened;
    const secret = 'planted-5f0c1d7e9ab24ce8';
    assert.match((await start(opened)).body.error.message, /needs variables that are not set: UI_ID/);
    for (const [name, value] of Object.entries({ UI_ID: 'me', UI_SECRET: secret }))
      await tell('PUT', '/api/secrets', { name, value });
    assert.equal((await tell('POST', '/api/proxy/stop', {})).status, 409);
    assert.equal((await start(opened)).status, 200);
    assert.equal((await start(opened)).body.error.message, 'a proxy is at work already');
    const { proxy } = await waitForUiEvent(opened, 'proxy', (each) => each.proxy.state === 'running');
    const [at] = proxy.state === 'running' ? proxy.addresses : [];
    await through(at?.url ?? '', 205);
    await (await fetch(`${at?.url}/x?secret=${secret}`, { headers: { 'x-any': secret } })).text();
    const { live } = await waitForUiEvent(opened, 'live', (each) => each.live.exchanges.at(-1)?.seq === 206);
    assert.equal(live.exchanges.length, 200, 'it does not grow');
    assert.ok(live.counts.some(({ broken }) => broken > 0));
    for (const { obligation } of live.counts.filter(({ broken }) => broken > 0))
      assert.ok(
        live.breaches.some((each) => each.obligation === obligation),
        obligation,
      );
    const one = await tell<{ seq: number; request: { url: string } }>('GET', '/api/proxy/exchanges/7');
    assert.match(one.body.request.url, /\/count\/6$/);
    for (const seq of ['207', '0', 'x', '-1'])
      assert.equal((await tell('GET', `/api/proxy/exchanges/${seq}`)).status, 404, seq);
    await tell('GET', '/api/proxy/exchanges/206');
    assert.equal(
      (await sendUiRequest(opened.at('/api/proxy/ca.pem'), opened.ours)).status,
      404,
      'it serves no TLS',
    );
    assert.equal((await tell('POST', '/api/proxy/stop', {})).status, 202);
    const ended = await waitForUiEvent(opened, 'proxy', isEnded);
    assert.ok(ended.proxy.state === 'ended', JSON.stringify(ended));
    const results = readResults(newestIn(folder));
    assert.deepEqual([ended.proxy.outcome.run, ended.proxy.outcome.exchanges], [results.run.id, 206]);
    const after = await tell<{ seq: number }>('GET', '/api/proxy/exchanges/7');
    assert.equal(after.body.seq, 7, 'from its report');
    await assert.rejects(fetch(at?.url ?? ''), TypeError, 'nothing listens any more');
    assert.deepEqual(leaks(opened.said.join('\n'), { secret }), []);
  });

  const going = async (opened: OpenedUi): Promise<string> => {
    assert.equal((await start(opened)).status, 200);
    const { proxy } = await waitForUiEvent(opened, 'proxy', (each) => each.proxy.state === 'running');
    return (proxy.state === 'running' ? proxy.addresses[0]?.url : undefined) ?? assert.fail();
  };

  it('counts what the contract does not know and the far side does not have', async (t) => {
    const upstream = createServer((asked, response) => {
      response.writeHead(asked.url?.includes('/odd') === true ? 200 : 404).end();
    });
    const opened = await openUi(t, { text: textFor(await webServer(t, upstream)) });
    const gateway = await going(opened);
    // The last two are known: an operation, and a path of a reading.
    const known = ['/api/hiecm/gateway/v3/sessions', '/api/hiecm/gateway/v3/certs'];
    for (const each of ['/odd', '/lost', '/lost/too', ...known])
      await (await fetch(gateway + each, { method: 'POST' })).text();
    await opened.ui.close();
    const { exchanges, run } = readResults(newestIn(opened.folder));
    const [file = assert.fail()] = run.traffic?.files ?? [];
    assert.deepEqual([exchanges, file.exchanges, file.others], [5, 5, 2], 'they are judged all the same');
    assert.equal(trafficCounts(file), '5 exchanges, 2 of them unknown to the contract');
  });

  it('leaves alone what another one of this process is recording', async (t) => {
    const text = textFor(await startConstantService(t));
    const first = await openUi(t, { text });
    const second = await openUi(t, { text, reports: join(first.folder, 'reports') });
    const [one, other] = [await going(first), await going(second)];
    const folder = join(first.folder, 'reports');
    assert.equal(draftsIn(folder).length, 2, 'though the first one is empty yet');
    await through(one, 2);
    await through(other, 3);
    for (const [opened, exchanges] of [
      [first, 2],
      [second, 3],
    ] as const) {
      await opened.ui.close();
      assert.equal(readResults(newestIn(first.folder)).exchanges, exchanges);
    }
    assert.deepEqual(draftsIn(folder), []);
  });

  it('serves TLS with an authority to trust, and its report is written where the page is closed', async (t) => {
    const opened = await openUi(t, { text: textFor(await startConstantService(t)) });
    for (const wrong of [{ callbacks: 'here' }, { port: Number(opened.first.port) }]) {
      assert.equal((await start(opened, wrong)).status, 422, JSON.stringify(wrong));
      const { proxy } = await waitForUiEvent(opened, 'proxy', (each) => each.proxy.state !== 'starting');
      assert.deepEqual(proxy, { state: 'none' });
    }
    assert.equal((await start(opened, { tls: true })).status, 200);
    const pem = await sendUiRequest(opened.at('/api/proxy/ca.pem'), opened.ours);
    assert.match(pem.text, /^-----BEGIN CERTIFICATE-----/);
    await opened.ui.close();
    assert.ok(existsSync(join(newestIn(opened.folder), 'results.json')));
    assert.deepEqual(draftsIn(join(opened.folder, 'reports')), []);
  });
});
