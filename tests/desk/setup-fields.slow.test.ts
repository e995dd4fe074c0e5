import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { findingsOf } from '../report/page/axe';
import { shareBrowser } from '../report/page/browser';
import { lines } from '../targets/target-files';
import { openDesk } from './browser';
import { openTarget } from './open-page';
import { missing } from '../tools';

const field = (page: Page, path: string) => page.locator(`[id="field-${path}"]`);
const group = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name}`) });
const part = (page: Page, name: string) => page.getByRole('heading', { name });

/** Waits until the file as text holds a value. */
async function holds(page: Page, wanted: unknown): Promise<void> {
  const text = page.getByRole('textbox', { name: 'The file as text' });
  for (;;) {
    const now = await text.inputValue();
    if (isDeepStrictEqual(parse(now), wanted)) return;
    const isOther = (before: string): boolean =>
      document.querySelector<HTMLTextAreaElement>('#yaml-text')?.value !== before;
    const hasChanged = await page.waitForFunction(isOther, now, { timeout: 5000 }).catch(() => undefined);
    if (hasChanged === undefined) assert.deepEqual(parse(now), wanted);
  }
}

describe('the fields of the form', { skip: missing('browser') }, () => {
  shareBrowser();

  it('take texts, numbers, choices and lists, each as what it is', async (t) => {
    const { page } = await openTarget(t, lines('name: a'));
    await page.getByRole('checkbox', { name: /^Certify a client/ }).check();
    await field(page, 'integrator.command').fill('node\nadapter.cjs\n');
    await group(page, 'Roles').getByRole('checkbox', { name: 'hip' }).check();
    await group(page, 'Roles').getByRole('checkbox', { name: 'session' }).check();
    await field(page, 'environment').selectOption('production');
    await part(page, 'Limits').click();
    await field(page, 'limits.otpAttempts').fill('7');
    await field(page, 'name').fill('true');
    await holds(page, {
      name: 'true',
      integrator: { command: ['node', 'adapter.cjs'], roles: ['session', 'hip'] },
      environment: 'production',
      limits: { otpAttempts: 7 },
    });
    await field(page, 'limits.otpAttempts').fill('');
    await field(page, 'environment').selectOption('not set');
    await page.getByRole('checkbox', { name: /^Certify a client/ }).uncheck();
    await holds(page, { name: 'true' });
  });

  it('take members under names of their own, and entries of a list', async (t) => {
    const { page } = await openTarget(t, lines('name: a', 'integrator: { command: [node, a.cjs] }'));
    await group(page, 'Integrator').getByText('More').click();
    const variables = group(page, 'Variables');
    await variables.getByRole('textbox', { name: 'Name' }).fill('MODE');
    await variables.getByRole('button', { name: 'Add' }).click();
    await field(page, 'integrator.env.MODE').fill('fast');
    await group(page, 'OTP').getByRole('button', { name: 'Add' }).click();
    await field(page, 'otp.txnId').waitFor();
    await group(page, 'OTP').getByRole('button', { name: 'Add' }).click();
    await field(page, 'otp.1.txnId').fill('known');
    await holds(page, {
      name: 'a',
      integrator: { command: ['node', 'a.cjs'], env: { MODE: 'fast' } },
      otp: [
        { value: '${TEST_OTP}', txnId: '${TEST_TXN_ID}' },
        { value: '${TEST_OTP_2}', txnId: 'known' },
      ],
    });
    await page.getByRole('heading', { name: 'Asked for' }).waitFor();
    await page.getByRole('button', { name: 'Remove: OTP 1' }).click();
    await variables.getByRole('button', { name: 'Remove: MODE' }).click();
    await holds(page, {
      name: 'a',
      integrator: { command: ['node', 'a.cjs'] },
      otp: [{ value: '${TEST_OTP_2}', txnId: 'known' }],
    });
  });

  it('take declarations by name and date, and readings with what the document leaves open', async (t) => {
    const { page } = await openTarget(t, lines('name: a'));
    await part(page, 'Declarations').click();
    await page.locator('summary', { hasText: 'TOK-08' }).click();
    for (const [name, value] of [
      ['by', 'Jane Doe'],
      ['date', '2026-11-01'],
      ['statement', 'In the vault.'],
    ])
      await field(page, `declarations.TOK-08.${name ?? ''}`).fill(value ?? '');
    await part(page, 'Readings').click();
    await page.locator('summary', { hasText: 'decision' }).click();
    await page.getByText('by what a final answer shows approval or rejection').waitFor();
    await page.getByRole('checkbox', { name: /^Final: none/ }).check();
    await page.locator('summary', { hasText: 'stale-after' }).click();
    await field(page, 'readings.stale-after.status').fill('408');
    await page.locator('summary', { hasText: 'oaep-hash' }).click();
    await group(page, 'oaep-hash').getByRole('textbox', { name: 'Name' }).fill('/v9/a.b');
    await group(page, 'oaep-hash').getByRole('button', { name: 'Add' }).click();
    await page.getByText('No errors.').waitFor();
    await holds(page, {
      name: 'a',
      declarations: { 'TOK-08': { by: 'Jane Doe', date: '2026-11-01', statement: 'In the vault.' } },
      readings: {
        decision: { final: null },
        'stale-after': { status: 408 },
        'oaep-hash': { '/v9/a.b': 'SHA-256' },
      },
    });
  });

  it('keep what is typed while an older answer is still on its way', async (t) => {
    const { page } = await openTarget(t, lines('name: a'));
    const gate = Promise.withResolvers<undefined>();
    const [first] = await Promise.all([
      page.waitForRequest('**/api/target/edit'),
      page.route('**/api/target/edit', async (route) => {
        const answer = await route.fetch();
        await gate.promise;
        await route.fulfill({ response: answer });
      }),
      field(page, 'facility').pressSequentially('The house'),
    ]);
    await field(page, 'facility').pressSequentially(' of the north');
    gate.resolve(undefined);
    await first.response();
    assert.equal(await field(page, 'facility').inputValue(), 'The house of the north');
    await holds(page, { name: 'a', facility: 'The house of the north' });
    assert.equal(await field(page, 'facility').inputValue(), 'The house of the north');
  });

  it('lead from a client of its own to a target, with an adapter to begin with beside it', async (t) => {
    const { page, folder } = await openDesk(t);
    await page.getByRole('radio', { name: /^My own client/ }).check();
    await page.getByRole('checkbox', { name: /^hip/ }).check();
    await page.getByRole('radio', { name: /starts an adapter/ }).check();
    await page.getByRole('combobox', { name: 'Language to begin with' }).selectOption('Python');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Written:').waitFor();
    const { integrator } = parse(readFileSync(join(folder, 'target.yaml'), 'utf8')) as {
      integrator: { command: string[]; roles: string[] };
    };
    assert.deepEqual(integrator.roles, ['session', 'hip']);
    assert.ok(readFileSync(join(folder, integrator.command.at(-1) ?? ''), 'utf8').length > 100);
  });

  for (const width of [360, 1280, 3840])
    for (const colorScheme of ['light', 'dark'] as const)
      it(`are clean to axe and as wide as the window: ${width} px, ${colorScheme}`, async (t) => {
        const text = lines(
          'name: a',
          'credentials: { clientId: "${MISSING_ID}", clientSecret: "${MISSING_SECRET}" }',
          'limits: { timeoutMs: soon }',
          'otp: { value: "${MISSING_OTP}", txnId: t }',
        );
        const { page } = await openTarget(t, text, { colorScheme, viewport: { width, height: 900 } });
        await page.evaluate(() => {
          for (const each of document.querySelectorAll('details')) each.open = true;
        });
        assert.deepEqual(await findingsOf(page), []);
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(over <= 0, `${over} px too wide`);
      });

  it('can be filled in, saved and asked about by keyboard alone', async (t) => {
    const { page, folder } = await openDesk(t);
    const press = async (key: string, until: () => Promise<boolean>): Promise<void> => {
      for (let count = 0; count < 400; count += 1) {
        await page.keyboard.press(key);
        if (await until()) return;
      }
      assert.fail(`${key} does not lead there`);
    };
    const onText = (text: string) => () =>
      page.evaluate((wanted) => document.activeElement?.textContent.trim() === wanted, text);
    const onId = (id: string) => () => page.evaluate((wanted) => document.activeElement?.id === wanted, id);
    await press('Tab', onText('Write a target file first'));
    await page.keyboard.press('Enter');
    await page.getByText('No errors.').waitFor();
    await press('Tab', onId('field-facility'));
    await page.keyboard.type('The north');
    await press('Tab', onText('Save'));
    await page.keyboard.press('Enter');
    await page.getByText('Saved.', { exact: true }).waitFor();
    assert.equal(
      (parse(readFileSync(join(folder, 'target.yaml'), 'utf8')) as { facility: string }).facility,
      'The north',
    );
  });
});
