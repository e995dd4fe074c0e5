import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shareBrowser } from '../report/page/browser';
import { findingsOf } from '../report/page/axe';
import { openDesk } from './browser';
import { runAtDesk, shownValues } from './by-hand';
import { PersonAtPage } from './page-person';
import type { RunFinished } from '../../support/desk/wire/run';
import { missing } from '../tools';

/** What concerns the target, and did not simply pass. */
const unpassed = ({ verdicts }: RunFinished) =>
  Object.fromEntries(
    Object.entries(verdicts).filter(
      ([, verdict]) => !['passed', 'not-applicable', 'declared'].includes(verdict),
    ),
  );

/** A client that tries again by itself may be faster than the person who lets its refusal count: 409, "this is over". */
const isUnexpected = (complaint: string): boolean => !complaint.includes('status of 409');

describe('a run by hand, on the page', { skip: missing('browser') }, () => {
  shareBrowser();

  it('leads a client of sessions, identity and registry from start to pass', async (t) => {
    const opened = await openDesk(t, { to: '#/run' });
    const { page, complaints } = opened;
    const run = await runAtDesk(t, opened, ['session', 'identity', 'registry']);
    await new PersonAtPage(page, run.system).work(run.finished);
    const finished = await run.finished;
    // Nothing but what no person can be asked for is open.
    assert.deepEqual(unpassed(finished), {
      'TOK-05': 'observed',
      'TOK-07': 'observed',
      'TOK-09': 'observed',
      'ENC-14': 'not-tested',
    });
    // What it shows is of a mock that is gone.
    await page.locator('section.hand').waitFor({ state: 'detached' });
    assert.deepEqual(complaints.filter(isUnexpected), []);
  });

  it('leads a provider through its flows with the payer', async (t) => {
    const opened = await openDesk(t, { to: '#/run' });
    const { page, complaints } = opened;
    const run = await runAtDesk(t, opened, ['session', 'provider', 'trigger']);
    await new PersonAtPage(page, run.system).work(run.finished);
    const finished = await run.finished;
    assert.deepEqual(unpassed(finished), { 'TOK-05': 'observed', 'TOK-09': 'observed' });
    assert.deepEqual(
      finished.headlines.map(({ verdict }) => verdict),
      ['conforms'],
    );
    assert.deepEqual(complaints.filter(isUnexpected), []);
  });

  it('shows what arrives instead, holds a refusal, and takes a skip with its reason', async (t) => {
    const opened = await openDesk(t, { to: '#/run' });
    const { page, context } = opened;
    const run = await runAtDesk(t, opened, ['session', 'identity'], ['SES-01', 'CRT-04']);
    const person = new PersonAtPage(page, run.system);
    await page.locator('.hand .sentence').waitFor();
    await person.configure();
    const gateway = (await shownValues(page, '.introduction')).Gateway ?? '';
    const post = (path: string) =>
      fetch(`${gateway}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"clientId":"<img src=x onerror=alert(1)>"}',
      });
    await fetch(`${gateway}/api/hiecm/gateway/v3/certs`);
    await page.getByText('This is another request than POST /api/hiecm/gateway/v3/sessions.').waitFor();
    await post('/api/hiecm/gateway/v3/sessions');
    const held = page.getByRole('status').filter({ hasText: 'The services refused it with 400.' });
    await held.waitFor();
    assert.match((await held.textContent()) ?? '', /SVC-1001: Malformed request body/);
    assert.deepEqual(await findingsOf(page), []);

    // Another tab, or the same one loaded again, shows the same.
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Wait for another try' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Wait for another try' }).click();
    await page.locator('.waits').waitFor();
    // The focus was on what is gone.
    await page.waitForFunction(() => document.activeElement?.id === 'hand-next');
    await other.locator('.waits').waitFor();
    assert.equal(await page.locator('.hand .instead li').count(), 2);

    // The second try is accepted, and the next act comes.
    await run.system.act({ label: '1 session.create', values: [], address: { method: '', url: '' } });
    await page.getByText('2 of').waitFor();
    await page.getByText('Your system cannot do this?').click();
    await page.getByRole('button', { name: 'Skip it' }).click();
    assert.equal(run.told().filter(({ what }) => what === 'done').length, 1, 'a reason is required');
    for (let left = 0; ; left += 1) {
      const sentence = await page.locator('.hand .sentence').elementHandle();
      if (left > 0) await page.getByText('Your system cannot do this?').click();
      await page.getByLabel('Why it is left out').fill('it has no certificates <b>yet</b>');
      await page.keyboard.press('Enter');
      await sentence.waitForElementState('hidden');
      if ((await Promise.race([run.finished, page.locator('.hand .sentence').waitFor()])) !== undefined)
        break;
    }
    const { verdicts, open } = await run.finished;
    assert.equal(verdicts['CRT-04'], 'not-tested');
    assert.match(
      open.find(({ id }) => id === 'CRT-04')?.why ?? '',
      /certificate\.fetch \(skipped by hand: it has no certificates <b>yet<\/b>\)/,
    );
  });

  it('says why an answer cannot be taken', async (t) => {
    const opened = await openDesk(t, { to: '#/run' });
    const { page } = opened;
    const run = await runAtDesk(t, opened, ['provider'], ['FLW-01']);
    await page.getByLabel('base address').fill('http://payer.example');
    await page.getByLabel('your public key').fill('-----BEGIN PRIVATE KEY-----');
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('Plain http is for this machine alone: use https.').waitFor();
    assert.deepEqual(await findingsOf(page), []);
    await page.getByLabel('base address').fill(run.system.callbackUrl);
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('This is a private key: keep it, and give the public one.').waitFor();
    assert.equal(await page.getByLabel('your public key').getAttribute('aria-invalid'), 'true');
    await page.getByText('Your system cannot do this?').click();
    await page.getByLabel('Why it is left out').fill('no callbacks here');
    await page.keyboard.press('Enter');
    assert.equal((await run.finished).verdicts['FLW-01'], 'not-tested');
  });
});
