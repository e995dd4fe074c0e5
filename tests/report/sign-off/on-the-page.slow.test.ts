import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Results } from '../../../support/judging/results';
import { renderMarkdown } from '../../../support/report/markdown';
import { reportOf } from '../../../support/report/model/report';
import { renderCompliance } from '../../../support/report/page/compliance';
import type { FoundSignOff, SignOff } from '../../../support/report/sign-off/sign-off';
import { temporaryFolder } from '../embedded-run';
import { chainedResults } from '../model/chained';
import { findingsOf } from '../page/axe';
import { openFile, shareBrowser } from '../page/browser';
import { skipUnlessInstalled } from '../../tools';

const signOff: SignOff = {
  version: 1,
  run: '1a2b3c4d-0000-4000-8000-000000000001',
  results: `sha256:${'0'.repeat(64)}`,
  name: '<img src=x onerror=alert(1)> \u202eReviewer',
  decision: 'accepted-with-conditions',
  remarks: 'First line.\n</section><script>alert(2)</script>',
  conditions: ['[a](javascript:alert(3))', '| a | table |'],
  date: '2026-11-22',
};

const results: Results = chainedResults();

const pageWith = (found?: FoundSignOff): string =>
  renderCompliance({ report: reportOf(results, found), evidence: new Map() });

describe('a decision on the compliance report', { skip: skipUnlessInstalled('browser') }, () => {
  shareBrowser();

  for (const [what, found, sentence] of [
    ['that counts', { signOff }, /^Accepted with conditions by <img/],
    ['that is of another report', { flaw: 'belongs to another report' }, /^No decision that counts$/],
  ] as const)
    it(`${what} stands on the first screen and the first sheet, as text`, async (t) => {
      const file = join(temporaryFolder(t), 'compliance.html');
      writeFileSync(file, pageWith(found));
      const { page, requests, complaints } = await openFile(t, file, {
        viewport: { width: 1280, height: 800 },
      });
      const decision = page.getByRole('region', { name: 'Decision of the reviewer' });
      assert.match(await decision.locator('.headline').innerText(), sentence);
      assert.deepEqual(
        await page.locator('.outcome:not(.decision) .headline').allInnerTexts(),
        reportOf(results).headlines.map((headline) => headline.sentence),
      );
      const box = await decision.boundingBox();
      assert.ok(box !== null && box.y < 800, 'below the first screen');
      assert.equal(await decision.locator('img, script, a').count(), 0);
      assert.deepEqual([requests, complaints], [[], []]);
      assert.deepEqual(await findingsOf(page), []);
      await page.emulateMedia({ media: 'print' });
      assert.ok(await decision.isVisible());
      const before = await decision.evaluate((each) => each.closest('header') !== null);
      assert.ok(before, 'not on the first sheets');
    });
});

it('without a decision the report says nothing of one', () => {
  assert.doesNotMatch(pageWith(), /aria-label="Decision/);
  assert.doesNotMatch(renderMarkdown(reportOf(results)), /[Ss]ign-off/);
});

it('a decision in the summary stays text', () => {
  const markdown = renderMarkdown(reportOf(results, { signOff }));
  assert.match(markdown, /\*\*Sign-off: Accepted with conditions by &lt;img/);
  assert.match(markdown, /\n- \\\[a\\\]\\\(javascript/);
  assert.doesNotMatch(markdown, /<script|<img|\n\| a\b|[^\\]\]\(javascript/);
});
