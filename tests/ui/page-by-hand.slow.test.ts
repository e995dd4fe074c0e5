import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../report/embedded-run';
import { findingsOf } from '../report/page/axe';
import { shareBrowser } from '../report/page/browser';
import { OwnSystem } from '../scenarios/own-hand';
import { skipUnlessInstalled } from '../tools';
import { openPage } from './open-page';
import { PersonAtPage, shownValues } from './person-at-page';
import { waitForRunEnd, startRunInUi } from './run-calls';

/** Declared for the certificate: what cannot be seen from outside. */
const declared = { by: 'a person', date: '2026-11-01', statement: 'It is so.' };

/** A page on which a run by hand has begun, of a client with these roles, and the system that is its client. */
async function openByHand(t: TestContext, roles: readonly string[], only?: readonly string[]) {
  const system = await new OwnSystem().open();
  t.after(() => system.close());
  const { callbackUrl, encryptionKey } = system.callbacks;
  const key = join(temporaryFolder(t), 'callbacks.pem');
  writeFileSync(key, encryptionKey);
  const text = JSON.stringify({
    name: 'by hand',
    environment: 'sandbox',
    integrator: { manual: true, roles, callbackUrl, encryptionKey: key },
    limits: { callMs: 60_000 },
    declarations: { 'HDR-14': declared, 'TOK-08': declared, 'ENC-16': declared },
  });
  const opened = await openPage(t, { text });
  const reader = opened.follow();
  await startRunInUi(opened, { subject: 'integrator', ...(only && { only }) });
  await opened.page.locator('.hand .sentence').waitFor({ timeout: 60_000 });
  return { ...opened, system, person: new PersonAtPage(opened.page, system), end: waitForRunEnd(reader) };
}

const allPassed = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 'passed']));

/**
 * A client that tries again by itself may be faster than the person who lets its refusal count: 409, "this is over".
 */
const unexpected = (complaints: readonly string[]) =>
  complaints.filter((each) => !each.includes('status of 409'));

describe('by hand, on the page', { skip: skipUnlessInstalled('browser'), timeout: 180_000 }, () => {
  shareBrowser();

  it('begins with a doctor whose declarations stand as they are to be written', async (t) => {
    const { page } = await openPage(t, { text: 'name: a\nintegrator: { manual: true, roles: [session] }\n' });
    await page.getByRole('link', { name: 'Target' }).click();
    await page.getByRole('button', { name: 'Check the connection' }).click();
    const told = page.locator('.doctor li').filter({ hasText: 'declarations' });
    await told.waitFor();
    assert.match(await told.innerText(), /\ndeclarations:\n {2}HDR-14: \{ by: …, /);
  });

  it('leads a client of sessions, identity and registry from start to pass', async (t) => {
    const only = ['SES-01', 'CRT-04', 'ENC-02'];
    const { page, complaints, person, end } = await openByHand(t, ['session', 'identity', 'registry'], only);
    await person.work(end);
    assert.deepEqual((await end).verdicts, allPassed(only));
    // What it shows is of a mock that is gone.
    await page.locator('.hand').waitFor({ state: 'detached' });
    assert.deepEqual(unexpected(complaints), []);
  });

  it('leads a provider through its flows with the payer', async (t) => {
    const only = ['FLW-01', 'FLW-05'];
    const { page, complaints, person, end } = await openByHand(t, ['session', 'provider', 'trigger'], only);
    let questions = 0;
    await person.work(end, async () => {
      questions += 1;
      assert.deepEqual(await findingsOf(page), []);
    });
    assert.ok(questions > 0);
    assert.deepEqual((await end).verdicts, allPassed(only));
    assert.deepEqual(unexpected(complaints), []);
  });

  it('shows what arrives instead, and holds a refusal, in every tab and through a reload', async (t) => {
    const opened = await openByHand(t, ['session', 'identity'], ['SES-01', 'CRT-04']);
    const { page, context, system, person, end } = opened;
    await person.configure();
    const { Gateway: gateway = '' } = await shownValues(page, '.introduction');
    await fetch(`${gateway}/api/hiecm/gateway/v3/certs`);
    await page.getByText('This is another request than POST /api/hiecm/gateway/v3/sessions.').waitFor();
    await fetch(`${gateway}/api/hiecm/gateway/v3/sessions`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: '{"clientId":"<img src=x onerror=alert(1)>"}',
    });
    const held = page.getByRole('status').filter({ hasText: 'The services refused it with 400.' });
    await held.waitFor();
    assert.match((await held.textContent()) ?? '', /SVC-1001: Malformed request body/);
    assert.deepEqual(await findingsOf(page), []);

    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Wait for another try' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Wait for another try' }).click();
    // The focus was on what is gone.
    await page.waitForFunction(() => document.activeElement?.id === 'hand-next');
    for (const each of [page, other]) await each.locator('.waits').waitFor();
    assert.equal(await page.locator('.instead li').count(), 2);

    // The second try is accepted, and the next act comes.
    await system.act({ label: '1 session.create', values: [], address: { method: '', url: '' } });
    await page.getByText('2 of').waitFor();
    await opened.tell('POST', '/api/run/stop', {});
    assert.equal((await end).stopped, true);
  });
});
