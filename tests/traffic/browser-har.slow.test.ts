import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stageMock } from '../../mutants/stage';
import type { Results } from '../../support/judging/results';
import { conform } from '../cli/conform';
import { artefactsIn, leaksIn } from '../report/artefacts';
import { temporaryFolder } from '../report/embedded-run';
import { openBrowser } from '../report/page/browser';
import { skipUnlessInstalled } from '../tools';

/** What a page of the integrator's asks; runs in the browser. */
async function ask({
  sessions,
  certificate,
  credentials,
}: Record<'sessions' | 'certificate', string> & { credentials: object }) {
  const timestamp = () => new Date().toISOString();
  const session = await fetch(sessions, {
    method: 'POST',
    headers: {
      'REQUEST-ID': crypto.randomUUID(),
      TIMESTAMP: timestamp(),
      'X-CM-ID': 'sbx',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ ...credentials, grantType: 'client_credentials' }),
  });
  const { accessToken } = (await session.json()) as { accessToken: string };
  await fetch(certificate, {
    headers: { Authorization: `Bearer ${accessToken}`, 'REQUEST-ID': 'request-2', TIMESTAMP: timestamp() },
  });
  return accessToken;
}

test(
  'the HAR of a real browser is judged, and leaves no secret behind',
  { skip: skipUnlessInstalled('browser') },
  async (t) => {
    const folder = temporaryFolder(t);
    const har = join(folder, 'page.har');
    const reports = join(folder, 'reports');
    const { target, close } = await stageMock({ tls: false });
    t.after(close);
    const { gateway = '', identity = '' } = target.services;
    const { clientId, clientSecret } = target.credentials ?? assert.fail('the mock has no credentials');

    // The services allow no page of another origin; what is judged is what the browser writes, not what it forbids.
    const browser = await openBrowser(t, ['--disable-web-security']);
    const context = await browser.newContext({ recordHar: { path: har, content: 'embed' } });
    const page = await context.newPage();
    await page.goto(gateway);
    const accessToken = await page.evaluate(ask, {
      sessions: `${gateway}/api/hiecm/gateway/v3/sessions`,
      certificate: `${identity}/identity/api/v3/profile/public/certificate`,
      credentials: { clientId, clientSecret },
    });
    await context.close();
    assert.ok(readFileSync(har, 'utf8').includes(clientSecret), 'the HAR itself holds the secret');

    const { code, stderr } = await conform(['audit', har, '--subject', 'integrator', '--reports', reports]);
    assert.equal(code, 1, stderr);
    const results = JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8')) as Results;
    const withVerdict = (verdict: string): string[] =>
      results.obligations.filter((row) => row.verdict === verdict).map(({ id }) => id);
    // The planted id, and a session that a page asked for.
    assert.deepEqual(withVerdict('failed'), ['HDR-03', 'TOK-04']);
    for (const id of [
      'SES-01',
      'SES-02',
      'SES-03',
      'SES-04',
      'HDR-02',
      'HDR-06',
      'HDR-07',
      'HDR-10',
      'CRT-04',
    ])
      assert.ok(withVerdict('passed').includes(id), id);
    assert.deepEqual(leaksIn(await artefactsIn(reports), { clientSecret, accessToken }), []);
  },
);

test(
  'what a test asks beside its pages stands in a HAR of its own, as the reason for an empty one says',
  { skip: skipUnlessInstalled('browser') },
  async (t) => {
    const folder = temporaryFolder(t);
    const [ofPages, ofRequests] = [join(folder, 'pages.har'), join(folder, 'requests.har')];
    const { target, close } = await stageMock({ tls: false });
    t.after(close);
    const browser = await openBrowser(t);
    const context = await browser.newContext({ recordHar: { path: ofPages, content: 'embed' } });
    await context.request.tracing.startHar(ofRequests, { content: 'embed' });
    const certificate = `${target.services.identity}/identity/api/v3/profile/public/certificate`;
    await context.request.get(certificate);
    await context.request.tracing.stopHar();
    await context.close();

    const pages = await conform(['audit', ofPages, '--reports', join(folder, 'pages')]);
    assert.match(
      pages.stdout,
      /pages\.har: 0 exchanges.*\n {2}no exchange: .*context\.request\.tracing\.startHar/,
    );
    const requests = await conform(['audit', ofRequests, '--reports', join(folder, 'requests')]);
    assert.match(requests.stdout, /requests\.har: 1 exchange$/m);
  },
);
