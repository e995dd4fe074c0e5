import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { editReplies } from '../../mutants/replies';
import { joinLines } from '../targets/target-files';
import { runningMock } from '../mock/running-mock';
import { shareBrowser } from '../report/page/browser';
import { skipUnlessInstalled } from '../tools';
import { hostileHtml } from './earlier-report';
import { openPage, requireFit } from './open-page';

const inTime = { timeout: 60_000 } as const;
describe('the page of a run', { skip: skipUnlessInstalled('browser'), timeout: 180_000 }, () => {
  shareBrowser();

  it('leads a newcomer from a template over a mistake and a secret to a target that is saved and run', async (t) => {
    const { page, complaints, file, tell } = await openPage(t);
    const textWith = (timeout: string): string =>
      joinLines(
        'name: mine',
        'environment: sandbox',
        'services: { gateway: "http://127.0.0.1:9" }',
        'credentials: { clientId: a, clientSecret: "${UI_NEWCOMER}" }',
        `limits: { timeoutMs: ${timeout} }`,
      );
    await page.getByRole('button', { name: 'For services' }).click(inTime);
    const text = page.getByLabel('Target file');
    await text.fill(textWith('soon'));
    await page.getByRole('button', { name: 'Line 5' }).click(inTime);
    assert.equal(
      await text.evaluate((area: HTMLTextAreaElement) => area.selectionStart),
      textWith('').indexOf('limits'),
    );
    await page.locator('.help', { hasText: 'limits' }).waitFor();
    await page.getByLabel('UI_NEWCOMER').fill('a-secret-of-mine');
    await page.getByRole('button', { name: 'Keep UI_NEWCOMER' }).click();
    await page.getByText('is kept in memory.').waitFor();
    await requireFit(page);
    await text.fill(textWith('400'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    // Before the server has heard of it.
    await text.fill(textWith('500'));
    await page.getByRole('button', { name: 'Save and run' }).click();
    await page.locator('.now').waitFor(inTime);
    assert.equal(readFileSync(file, 'utf8'), textWith('500'));
    await tell('POST', '/api/run/stop', {});
    await page.locator('.outcome').waitFor(inTime);
    assert.deepEqual(complaints, []);
  });

  it('shows what failed with the exchange and its mark, through a reload and in a second tab, and runs it again once it is mended', async (t) => {
    let isBroken = true;
    const seams = editReplies('session.create', (reply) =>
      isBroken && reply.status === 200
        ? { ...reply, status: 201, body: { ...(reply.body as object), note: `${hostileHtml}\u202e` } }
        : reply,
    );
    const mock = await runningMock(t, { tls: false, seams });
    const { clientId, clientSecret, cmId } = mock.account;
    const text = joinLines(
      'name: services',
      'environment: sandbox',
      `services: ${JSON.stringify(mock.urls)}`,
      `cmId: ${cmId}`,
      `credentials: { clientId: ${JSON.stringify(clientId)}, clientSecret: "\${UI_TEST_SECRET}" }`,
      'limits: { requestsPerMinute: 6000 }',
    );
    process.env.UI_TEST_SECRET = clientSecret;
    t.after(() => delete process.env.UI_TEST_SECRET);
    const { page, context, complaints } = await openPage(t, { text });
    await page.getByText('Judges the services of the target services (sandbox).').waitFor(inTime);
    await page.getByText('Options').click();
    await page.getByLabel('Only these obligations').fill('SES-05 SES-08 CRT-02');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.now').waitFor(inTime);
    await page.reload();
    await page.locator('.outcome.does-not-conform').waitFor(inTime);
    const failure = page.getByRole('article', { name: /^SES-05/ });
    assert.match((await failure.textContent()) ?? '', /Expected200 with JSON.*Seen201.*Likely cause/);
    await failure.getByRole('button', { name: /^Exchange #/ }).click();
    await failure.locator('mark', { hasText: 'HTTP 201' }).waitFor(inTime);
    // Of what the document does not know, no more than the size is kept.
    assert.match((await failure.textContent()) ?? '', /"note": "‹html, 29›"/);
    assert.equal(await failure.getByText('onerror').count(), 0);
    const report = await failure.getByRole('link').getAttribute('href');
    assert.match(report ?? '', /^#\/reports\/[a-z0-9-]+\/SES-05$/);

    // Through the lights by keyboard, and back.
    const light = page.locator('[data-id="SES-05"]');
    await page.locator('[data-id="SES-08"], [data-id="CRT-02"]').first().focus();
    await page.keyboard.press('Home');
    await light.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'run-about');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-id')), 'SES-05');
    await requireFit(page);

    isBroken = false;
    const second = await context.newPage();
    await second.goto(page.url());
    await second.getByRole('button', { name: 'Run the 1 that did not pass' }).click();
    await second.locator('.outcome.no-failure').waitFor(inTime);
    await page.locator('.outcome.no-failure').waitFor(inTime);
    assert.equal(await page.getByRole('article').count(), 0);
    assert.deepEqual(complaints, []);
  });

  it('asks a person for each act, takes a reason for what is left out, and goes on where it stopped', async (t) => {
    const text = joinLines(
      'name: by hand',
      'environment: sandbox',
      'integrator: { manual: true, roles: [session, identity] }',
      'limits: { callMs: 60000 }',
    );
    const { page, complaints } = await openPage(t, { text, context: { colorScheme: 'dark' } });
    await page.getByRole('button', { name: 'Run', exact: true }).click(inTime);
    const hand = page.locator('.hand');
    await hand.getByText('Create a session').waitFor(inTime);
    // The focus was on what started it.
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'run-now');
    assert.match((await hand.textContent()) ?? '', /Client secret.*Waiting for an accepted POST .* left/);
    await requireFit(page);
    await hand.getByText('Your system cannot do this?').click();
    await hand.getByLabel('Why it is left out').fill('it has none');
    await hand.getByRole('button', { name: 'Skip it' }).click();
    await hand.getByText('Done so far: 1').click();
    await hand.getByText('skipped by hand: it has none').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('“Go on by hand” goes on from here').first().waitFor(inTime);
    await page.getByRole('button', { name: 'Go on by hand' }).click();
    await hand.getByText('This run goes on from the last one.').waitFor(inTime);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('.outcome.incomplete').waitFor(inTime);
    await requireFit(page);
    assert.deepEqual(complaints, []);
  });
});
