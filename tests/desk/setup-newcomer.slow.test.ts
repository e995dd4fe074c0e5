import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { parse } from 'yaml';
import { foldLines } from '../../support/desk/page/setup/fold-lines';
import type { DoctorLine } from '../../support/desk/wire/setup';
import { shareBrowser } from '../report/page/browser';
import { lines } from '../targets/target-files';
import { openDesk } from './browser';
import { isSaved, openTarget, saveOn } from './open-page';
import { missing } from '../tools';

describe('a newcomer at set up', { skip: missing('browser') }, () => {
  shareBrowser();

  it('comes with one press from the first screen to a run that goes', async (t) => {
    const { page, complaints } = await openDesk(t);
    await page.getByRole('button', { name: 'Try it now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Run' }).waitFor();
    await page
      .getByText(/this is not a certificate/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });

  it('may give an address with blanks around it and a slash at its end', async (t) => {
    const { page, read } = await openTarget(t, lines('name: a'));
    const gateway = page.getByRole('textbox', { name: /^Gateway/ });
    await gateway.pressSequentially(' https://gateway.example/v4/');
    assert.equal(await gateway.inputValue(), ' https://gateway.example/v4/', 'while it is typed, it stays');
    await page.keyboard.press('Tab');
    assert.equal(await gateway.inputValue(), 'https://gateway.example/v4');
    await page.getByText('No errors.').waitFor();
    await saveOn(page);
    await isSaved(page);
    assert.deepEqual(parse(read()), { name: 'a', services: { gateway: 'https://gateway.example/v4' } });
  });

  it('is asked for one address at least, with the addresses that the form gives as examples', async (t) => {
    const { page } = await openDesk(t);
    await page.getByRole('radio', { name: /^Services at addresses/ }).check();
    const registry = page.getByRole('textbox', { name: 'registry' });
    assert.equal(await registry.getAttribute('placeholder'), 'https://registry.example/v4');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('services need at least one address').waitFor();
    await registry.fill('https://registry.example/v4/ ');
    await page.getByRole('button', { name: 'Begin' }).click();
    const field = page.locator('[id="field-services.registry"]');
    await field.waitFor();
    assert.equal(await field.inputValue(), 'https://registry.example/v4');
    assert.equal(await field.getAttribute('placeholder'), 'https://registry.example/v4');
  });

  it('who types a secret where its variable is named is told of the right box, and sends nothing', async (t) => {
    const { page, read } = await openTarget(t, lines('name: a'));
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    const name = page.locator('[id="field-credentials.clientSecret"]');
    await name.fill('canary-of/a secret');
    const mistake = page.locator('[id="field-credentials.clientSecret-problem"]');
    await mistake.getByText('This is no name of a variable').waitFor();
    assert.doesNotMatch(await mistake.innerText(), /\$\{|export|—/);
    await saveOn(page);
    await page.getByText('Something that was typed is not taken').waitFor();
    assert.doesNotMatch(sent.join('\n'), /canary/);
    // The label of the field leads to the box for the secret itself.
    await page.getByText('Client secret', { exact: true }).click();
    assert.equal(
      await page.evaluate(() => document.activeElement?.id),
      'field-credentials.clientSecret-value',
    );
    await name.fill('${MY_SECRET}');
    assert.equal(await name.inputValue(), 'MY_SECRET');
    await page.locator('[id="field-credentials.clientId"]').fill('me');
    await page.getByText('No errors.').waitFor();
    await saveOn(page);
    await isSaved(page);
    assert.match(read(), /clientSecret: "?\$\{MY_SECRET\}/);
  });

  it('sees which folder files are opened from, and how another one is', async (t) => {
    const { page } = await openTarget(t, lines('name: a'));
    await page.getByText(process.cwd(), { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Open another file' }).fill('../other.yaml');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('npx conform ui --target ../other.yaml').waitFor();
  });

  it('sees at the button what the doctor found, with a way to its lines, on a narrow screen', async (t) => {
    const { page } = await openTarget(
      t,
      lines('name: a', 'services: { gateway: "http://127.0.0.1:9", identity: "http://127.0.0.1:9" }'),
      { viewport: { width: 360, height: 700 } },
    );
    await page.getByRole('button', { name: 'Ask the doctor' }).click();
    const said = page.locator('.save-bar .doctor-said');
    await said.getByText('Doctor: 2 things to fix.').waitFor();
    await said.getByRole('link', { name: 'See what the doctor says' }).click();
    const heading = page.getByRole('heading', { name: 'Doctor' });
    assert.equal(await heading.evaluate((element) => element === document.activeElement), true);
    const folded = page.locator('.doctor .line.bad').filter({ hasText: 'gateway, identity reachable' });
    await folded.getByText('2 lines').click();
    await folded.getByText('identity reachable http://127.0.0.1:9 ECONNREFUSED').waitFor();
    await folded.getByRole('link', { name: 'services.identity' }).first().click();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'field-services.identity');
  });
});

test('what several services have in common is one line, and nothing else is', () => {
  const line = (name: string, detail: string, state: DoctorLine['state'] = 'bad') => ({
    name,
    detail,
    state,
  });
  const tls = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE: give its authority in tls.ca';
  const down = (service: string): string => `ECONNREFUSED: check services.${service} and that it runs`;
  const folded = foldLines([
    line('gateway reachable', `https://a.example ${tls}`),
    line('identity reachable', `https://b.example/x ${tls}`),
    line('registry reachable', `https://c.example ${down('registry')}`),
    line('credentials accepted', tls),
    line('provider reachable', `https://d.example ${down('provider')}`),
    line('dummyPayer reachable', 'https://e.example (plain http)', 'good'),
    line('identity certificate path', 'not looked at', 'unknown'),
    line('registry certificate path', 'not looked at', 'unknown'),
  ]);
  assert.deepEqual(
    folded.map(({ name, state, detail, all }) => [name, state, detail, all.length]),
    [
      ['gateway, identity reachable', 'bad', tls, 2],
      [
        'registry, provider reachable',
        'bad',
        'ECONNREFUSED: check services.registry, services.provider and that it runs',
        2,
      ],
      ['credentials accepted', 'bad', tls, 1],
      ['dummyPayer reachable', 'good', 'https://e.example (plain http)', 1],
      ['identity, registry certificate path', 'unknown', 'not looked at', 2],
    ],
  );
});
