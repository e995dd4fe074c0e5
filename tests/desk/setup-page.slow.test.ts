import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { leaks } from '../exchange/canaries';
import { shareBrowser } from '../report/page/browser';
import { lines } from '../targets/target-files';
import { targetOf } from '../cli/targets';
import { runningMock } from '../mock/running-mock';
import { freePort } from '../ports';
import { openDesk } from './browser';
import { isSaved, openTarget, saveOn } from './open-page';
import { hangingService, servicesTarget } from './run-targets';
import { commented } from './open-target';
import { missing } from '../tools';

describe('set up on the page', { skip: missing('browser') }, () => {
  shareBrowser();

  it('takes a newcomer from nothing to a target that the doctor finds in order', async (t) => {
    const { page, folder, complaints } = await openDesk(t);
    await page.getByRole('radio', { name: /try the suite on its own mock/ }).check();
    await page.getByRole('button', { name: 'Write a target file first' }).click();
    await page.getByText('No errors.').waitFor();
    await page.getByRole('button', { name: 'Ask the doctor' }).click();
    await page.getByText("this looks at the suite's own mock").waitFor();
    await page.getByText('The doctor found nothing to fix.').waitFor();
    await saveOn(page);
    await isSaved(page);
    await page.getByRole('link', { name: 'Run it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Run' }).waitFor();
    assert.equal(
      (parse(readFileSync(join(folder, 'target.yaml'), 'utf8')) as { name: string }).name,
      'my-system',
    );
    assert.deepEqual(complaints, []);
  });

  it('keeps comments, and shows the same in the form and in the text', async (t) => {
    const { page, read } = await openTarget(t, commented);
    await page.getByRole('textbox', { name: /^Name/ }).first().fill('the south');
    const text = page.getByRole('textbox', { name: 'The file as text' });
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('#yaml-text')?.value.includes('the south') === true,
    );
    await text.fill((await text.inputValue()).replace('500', '700'));
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[id="field-limits.timeoutMs"]')?.value === '700',
    );
    await saveOn(page);
    await isSaved(page);
    assert.equal(read(), commented.replace('small', 'the south').replace('500', '700'));
  });

  it('tells a wrong value at its field as it is typed, and leads there from the summary', async (t) => {
    const { page } = await openTarget(t, lines('name: a'));
    const gateway = page.getByRole('textbox', { name: /^Gateway/ });
    await gateway.fill('http://far.example');
    const mistake = page.locator('[id="field-services.gateway-problem"]');
    await mistake.getByText('is plain http outside this machine').waitFor();
    assert.equal(await gateway.getAttribute('aria-invalid'), 'true');
    await page.getByText('1 mistake.').waitFor();
    await page.getByRole('textbox', { name: 'The file as text' }).focus();
    await page.getByRole('link', { name: 'services.gateway' }).click();
    assert.equal(await gateway.evaluate((element) => element === document.activeElement), true);
    await gateway.fill('https://far.example');
    await page.getByText('No errors.').waitFor();
    assert.equal(await mistake.count(), 0);
  });

  it('leads to a field that is folded away', async (t) => {
    const { page } = await openTarget(t, lines('name: a', 'limits: { searchMs: soon }'));
    await page.getByRole('link', { name: 'limits.searchMs' }).click();
    const field = page.getByRole('textbox', { name: /limits\.searchMs/ });
    await field.fill('0');
    await page.getByText('No errors.').waitFor();
  });

  it('takes a secret, which is in no answer, in no storage and not on the page again', async (t) => {
    const secret = 'canary-secret/of+the=page';
    const mock = await runningMock(t, { account: { clientSecret: secret } });
    const written = await targetOf(t, mock, { integrator: undefined });
    const { page, desk } = await openDesk(t, { target: written.file });
    const said: string[] = [];
    page.on('response', (response) => {
      void response.text().then(
        (text) => said.push(text),
        () => undefined,
      );
    });
    for (const [name, value] of Object.entries({ ...written.env, CLIENT_SECRET: secret })) {
      const row = page.locator('.secrets .field').filter({ hasText: name });
      await row.locator('input, textarea').fill(value);
      await row.getByRole('button', { name: 'Keep in memory' }).click();
      await row.getByText('kept in memory').waitFor();
    }
    await page.getByRole('button', { name: 'Ask the doctor' }).click();
    await page.getByText('the gateway issued a session').waitFor();
    await page.getByText(/^The doctor found/).waitFor();
    await page.reload();
    await page.getByText('kept in memory').first().waitFor();
    const held = await page.evaluate(() =>
      [
        document.documentElement.outerHTML,
        ...[...document.querySelectorAll('input,textarea')].map((each) => (each as HTMLInputElement).value),
        JSON.stringify([
          Object.entries(localStorage),
          Object.entries(sessionStorage),
          location.href,
          document.cookie,
        ]),
      ].join('\n'),
    );
    const canaries = { secret, key: written.env.PROVIDER_PRIVATE_KEY ?? '' };
    assert.deepEqual(
      leaks([held, ...said, JSON.stringify(desk.context.hub.kept())].join('\n'), canaries),
      [],
    );
    assert.ok(said.length > 4);
    await page.getByRole('textbox', { name: /^Operator/ }).fill(`by ${secret}`);
    await page.getByText('which was typed in as a secret').first().waitFor();
  });

  it('stops the doctor where a service keeps it waiting', async (t) => {
    const { page } = await openTarget(t, servicesTarget({ gateway: await hangingService(t) }));
    await page.getByText('No errors.').waitFor();
    const row = page.locator('.secrets .field').filter({ hasText: 'DESK_TEST_SECRET' });
    await row.locator('input').fill('any');
    await row.getByRole('button', { name: 'Keep in memory' }).click();
    await row.getByText('kept in memory').waitFor();
    await page.getByRole('button', { name: 'Ask the doctor' }).click();
    await page.getByRole('button', { name: 'Stop the doctor' }).click();
    await page.getByText('The doctor was stopped: what it did not come to is not known.').waitFor();
    assert.equal(await page.locator('.doctor .line.bad').count(), 0, 'a service that was not waited for');
    await page.getByRole('button', { name: 'Ask the doctor' }).waitFor();
  });

  it('leads from a line of the doctor to its field, and says when it has changed since', async (t) => {
    const port = await freePort();
    const text = lines(
      'name: a',
      `services: { gateway: "http://127.0.0.1:${port}" }`,
      'credentials: { clientId: a, clientSecret: "${CLIENT_SECRET_OF_TEST}" }',
      'limits: { timeoutMs: 500 }',
    );
    const { page, desk } = await openTarget(t, text);
    await page.getByRole('button', { name: 'Ask the doctor' }).click();
    await page.getByText('takes ${CLIENT_SECRET_OF_TEST} from the environment').waitFor();
    desk.context.secrets.set('CLIENT_SECRET_OF_TEST', 'x');
    await page.getByRole('button', { name: 'Ask the doctor' }).click();
    await page.getByText('The doctor found').waitFor();
    const line = page.locator('.doctor .line.bad').filter({ hasText: 'gateway reachable' });
    await line.getByRole('link', { name: 'services.gateway' }).click();
    const field = page.getByRole('textbox', { name: /^Gateway/ });
    assert.equal(await field.evaluate((element) => element === document.activeElement), true);
    assert.equal(await page.getByText('has changed since then').count(), 0);
    await field.fill('https://other.example');
    await page.getByText('has changed since then').waitFor();
  });

  it('shows what a hostile file says as text, in every field', async (t) => {
    const hostile = '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>${A B}';
    const text = lines(
      ...['name', 'facility', 'operator', 'cmId', 'environment', 'edition', 'dummyPayerToken'].map(
        (name) => `${name}: ${JSON.stringify(hostile)}`,
      ),
      `${JSON.stringify(hostile)}: 1`,
      `services: { gateway: ${JSON.stringify(hostile)}, ${JSON.stringify(hostile)}: 2 }`,
      `integrator: { command: [${JSON.stringify(hostile)}], roles: [${JSON.stringify(hostile)}], env: { A: ${JSON.stringify(hostile)} } }`,
      `declarations: { ${JSON.stringify(hostile)}: { by: ${JSON.stringify(hostile)} } }`,
      `readings: { ${JSON.stringify(hostile)}: x, error-code: ${JSON.stringify(hostile)} }`,
      `otp: [${JSON.stringify(hostile)}, { value: 5 }]`,
      '__proto__: { polluted: 1 }',
    );
    const { page, complaints, foreign } = await openTarget(t, text);
    await page.getByText(/\d+ mistakes\./).waitFor();
    assert.equal(await page.evaluate(() => (globalThis as { hit?: number }).hit), undefined);
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.deepEqual([complaints, foreign], [[], []]);
  });

  it('shows in a second tab what the first one changed, and keeps it over a reload', async (t) => {
    const { page, context, read } = await openTarget(t, lines('name: a'));
    const second = await context.newPage();
    await second.goto(page.url());
    await second.getByRole('textbox', { name: /^Facility/ }).waitFor();
    await page.getByRole('textbox', { name: /^Facility/ }).fill('Here');
    await second.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#field-facility')?.value === 'Here',
    );
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#field-facility')?.value === 'Here',
    );
    assert.equal(read(), 'name: a\n');
  });
});
