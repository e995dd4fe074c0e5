import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Evidence } from '../../support/exchange/evidence';
import type { Exchange } from '../../support/exchange/exchange';
import { recordingLine } from '../../support/exchange/recording-line';
import { temporaryFolder } from '../report/embedded-run';
import { findingsOf } from '../report/page/axe';
import { shareBrowser } from '../report/page/browser';
import { broken, sampleResults } from '../report/sample-results';
import { openDesk } from './browser';
import { missing } from '../tools';

/** It would run where it became part of a page, turn what is behind it, and cut what is before it. */
const evil =
  '"\'><img src=x onerror="pwned=1"><script>pwned=1</script>\u202e\u0000\u0007</textarea>${x}{{x}}';
const megabyte = 1024 * 1024;

function message(text: string) {
  return {
    headers: [
      [evil, evil],
      ['x-long', 'y'.repeat(50_000)],
      ['', ''],
    ] as [string, string][],
    body: { text, bytes: Buffer.byteLength(text) },
  };
}

/** An exchange of which every text is someone else's. */
function hostile(seq: number, request: string, answer: string): Exchange {
  return {
    ...{ seq, arrivedAt: 1000 * seq, answeredAt: 1000 * seq + 5, sender: 'integrator', clientInstance: evil },
    ...{ scenario: evil, stimulus: evil, asked: { part: 'negative', round: evil, variant: evil } },
    service: evil as 'gateway',
    operation: 'session.create',
    request: { method: evil, url: `http://x/${evil}`, ...message(request) },
    response: { status: 400, ...message(answer) },
    facts: {
      ...{ scheme: 'http', loopback: true, secretIn: [evil] },
      tokens: { [evil]: { pseudonym: evil, jwt: false, flaw: evil } },
    },
  };
}

const inJson = JSON.stringify({ [evil]: [evil, { [evil]: null }], __proto__x: evil });
/** Its text ends at the second quotation mark. */
const brokenJson = `{"a": ${evil}`;
const members = JSON.stringify(
  Object.fromEntries(Array.from({ length: 10_000 }, (_u, index) => [`m${index}`, index])),
);

const recording: readonly Evidence[] = [
  hostile(1, inJson, brokenJson),
  hostile(2, `"${'x'.repeat(megabyte - 2)}"`, members),
  hostile(3, '['.repeat(1000), '\u0000\u0001'.repeat(50_000)),
  {
    ...{ kind: 'adapter answer', seq: 4, arrivedAt: 5000, method: evil, item: evil, facts: {} },
    failure: { kind: 'timeout', code: evil, message: evil },
  },
];

/** A folder with results and a recording that say what someone else wants to be shown. */
function hostileReport(t: TestContext, evidence = recording): string {
  const folder = temporaryFolder(t);
  const row = { ...broken('SES-08', { got: evil }), notes: [evil], title: evil, quote: evil, rule: evil };
  const results = { ...sampleResults({ 'SES-08': row }), exchanges: evidence.length };
  writeFileSync(join(folder, 'results.json'), JSON.stringify(results));
  writeFileSync(join(folder, 'recording.jsonl'), evidence.map((each) => recordingLine(each)).join(''));
  return folder;
}

describe('looking into what someone wrote to do harm', { skip: missing('browser'), timeout: 300_000 }, () => {
  shareBrowser();

  const places = [
    ...['latest', 'latest/SES-08', 'latest/exchanges', 'latest/exchange/1', 'latest/exchange/2'],
    ...[
      'latest/exchange/3',
      'latest/exchange/4',
      'latest/compare/1/2',
      'latest/compare/1/3',
      'latest/compare/3/4',
    ],
  ];
  for (const place of places)
    it(`shows it as text at ${place}`, async (t) => {
      const { page, complaints, foreign } = await openDesk(t, {
        reports: hostileReport(t),
        to: `#/inspect/${place}`,
      });
      await page.locator('main h2, main li').nth(3).waitFor();
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true;
      });
      await page.getByText('<script>pwned=1</script>').first().waitFor();
      await page.locator('.odd').first().waitFor();
      const found = await page.evaluate(() => ({
        images: document.querySelectorAll('main img, main script').length,
        pwned: 'pwned' in globalThis,
        // eslint-disable-next-line no-control-regex
        steering: /[\u202e\u0000\u0007]/.test(document.body.textContent),
        width: document.documentElement.scrollWidth - innerWidth,
      }));
      assert.deepEqual(found, { images: 0, pwned: false, steering: false, width: 0 });
      assert.deepEqual(await findingsOf(page), []);
      assert.deepEqual([complaints, foreign], [[], []]);
    });

  it('shows the beginning of what is large, and more of it when it is asked to', async (t) => {
    const { page } = await openDesk(t, { reports: hostileReport(t), to: '#/inspect/latest/exchange/2' });
    const answer = page.getByRole('region', { name: 'Answer' });
    const items = answer.getByRole('treeitem');
    await items.nth(101).waitFor();
    assert.equal(await items.count(), 102);
    await answer.getByRole('treeitem', { name: '9,900 more' }).click();
    await items.nth(201).waitFor();
    assert.equal(await items.count(), 202);
    const request = page.getByRole('region', { name: 'Request' });
    assert.ok((await request.getByRole('tree').innerText()).length < 5000);
    await request.getByRole('button', { name: 'Raw' }).click();
    assert.equal((await request.locator('pre').textContent())?.length, 20_000);
    await request.getByRole('button', { name: /^Show more \(1,028,576 / }).click();
    await request.getByRole('button', { name: /^Show more \(928,576 / }).waitFor();
  });

  it('shows the beginning of a long list, and more with each step until all are shown', async (t) => {
    const { request, ...rest } = hostile(1, inJson, inJson);
    const headers = Array.from({ length: 450 }, (_u, index) => [`x-${index}`, evil] as const);
    const tokens = Object.fromEntries(
      Array.from({ length: 230 }, (_u, index) => [`${evil}${index}`, { pseudonym: evil, jwt: false }]),
    );
    const facts = { ...rest.facts, tokens };
    const reports = hostileReport(t, [{ ...rest, request: { ...request, headers }, facts }]);
    const { page } = await openDesk(t, { reports, to: '#/inspect/latest/exchange/1' });
    const rows = page.getByRole('region', { name: 'Request' }).locator('.headers tbody tr');
    const members = page.locator('.facts .facts > li').filter({ has: page.locator('.facts') });
    for (const [list, steps] of [
      [rows, [200, 400, 450]],
      [members, [100, 200, 230]],
    ] as const) {
      const all = steps.at(-1) ?? 0;
      for (const count of steps) {
        await list.nth(count - 1).waitFor();
        assert.equal(await list.count(), count);
        const button = page.getByRole('button', { name: `${all - count} more`, exact: true });
        if (count < all) await button.click();
      }
    }
    assert.equal(await page.getByRole('button', { name: /^\d+ more$/ }).count(), 0);
  });

  it('shows what is no JSON raw, with the place that keeps it from being JSON', async (t) => {
    const { page } = await openDesk(t, { reports: hostileReport(t), to: '#/inspect/latest/exchange/1' });
    const answer = page.getByRole('region', { name: 'Answer' });
    const column = brokenJson.indexOf('pwned') + 1;
    await answer.getByText(`No JSON: line 1, column ${column} has another character`).waitFor();
    assert.equal(await answer.getByRole('tree').count(), 0);
    await page.goto(`${new URL(page.url()).origin}/#/inspect/latest/exchange/3`);
    const request = page.getByRole('region', { name: 'Request' });
    await request.getByText('It is nested too deep for a tree: line 1, column 202.').waitFor();
  });
});
