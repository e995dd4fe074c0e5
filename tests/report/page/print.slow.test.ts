import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Results } from '../../../support/judging/results';
import type { ObligationResult } from '../../../support/judging/verdict';
import { contractObligations } from '../../../support/obligations';
import { reportOf } from '../../../support/report/model/report';
import { renderCompliance } from '../../../support/report/page/compliance';
import { temporaryFolder } from '../embedded-run';
import { brokenRow, sampleOverall, sampleResults } from '../sample-results';
import { openFile, shareBrowser } from './browser';
import { copyCachedRun } from '../../runs/kept';
import { skipUnlessInstalled } from '../../tools';

/** A client with twelve failures, whose texts are as long as they mostly are. */
function manyFailures(): Results {
  const musts = contractObligations.all.filter(
    ({ level, subject }) => level === 'must' && subject === 'integrator',
  );
  const breach = {
    expected: 'a UUID that no earlier v3 request carried, on repeats and retries too',
    seen: 'REQUEST-ID 6f1c2b7e-1d1a-4c93-9e0c-0f4f4f1b7e55 again; first in #92',
    cause: { text: 'what is sent again keeps its REQUEST-ID, as in a retry: make a new id for each attempt' },
  };
  const said = 'A. Person, 2026-01-01: Tokens are kept in the key store of the machine, and never on a disk.';
  const open = [
    'the gateway did not answer for 10 s',
    'not exercised in this run',
    'no OTP was given',
    'other',
  ];
  const rows: [string, Partial<ObligationResult>][] = [
    ...musts.slice(0, 12).map(({ id }): [string, Partial<ObligationResult>] => {
      const { breaches = [], ...row } = brokenRow(id, { times: 2 });
      return [id, { ...row, breaches: breaches.map((each) => ({ ...each, ...breach })) }];
    }),
    ['HDR-14', { verdict: 'declared', declaredBy: said }],
    ['TOK-08', { verdict: 'declared', declaredBy: said }],
    ['ENC-16', { verdict: 'declared', declaredBy: said }],
  ];
  for (const [index, reason] of open.entries())
    rows.push([`FLW-0${index + 1}`, { verdict: 'not-tested', reason: { text: reason } }]);
  return sampleResults(Object.fromEntries(rows), {
    subjects: ['integrator'],
    overall: { integrator: sampleOverall('does-not-conform') },
    facility: 'City Hospital',
    operator: 'A. Tester',
  });
}

describe('the compliance report on paper', { skip: skipUnlessInstalled('browser') }, () => {
  shareBrowser();

  /** How many sheets of A4 it takes. */
  const sheetsOf = async (page: Page): Promise<number> =>
    (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

  const sheetsOfFirst = async (page: Page): Promise<number> => {
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('main, footer')) each.remove();
    });
    return sheetsOf(page);
  };

  it('prints the first page on one sheet, and each sheet says of which run it is', async (t) => {
    const finished = await copyCachedRun('broken-integrator', t);
    const { results } = finished;
    const { page } = await openFile(t, join(finished.folder, 'compliance.html'));
    // A browser that does not know boxes in the margin drops them when it reads the style.
    const margins = await page.evaluate(() =>
      [...document.styleSheets]
        .flatMap(({ cssRules }) => [...cssRules])
        .flatMap((rule) => (rule instanceof CSSMediaRule ? [...rule.cssRules] : []))
        .map(({ cssText }) => cssText)
        .find((text) => text.startsWith('@page')),
    );
    assert.match(
      margins ?? '',
      new RegExp(`@bottom-left .*run ${results.run.id}, edition \\d{4}-\\d\\d-\\d\\d-[0-9a-f]{12}`),
    );
    assert.match(margins ?? '', /@bottom-right .*counter\(page\) .*counter\(pages\)/);
    const whole = await sheetsOf(page);
    assert.equal(await sheetsOfFirst(page), 1);
    assert.ok(whole > 5 && whole < 14, String(whole));
  });

  it('has room for ten failures, three declarations and four reasons on the first sheet', async (t) => {
    const file = join(temporaryFolder(t), 'compliance.html');
    writeFileSync(file, renderCompliance({ report: reportOf(manyFailures()), evidence: new Map() }));
    const { page } = await openFile(t, file);
    assert.equal(await page.locator('.failures tbody tr').count(), 10);
    assert.match(await page.locator('#failures').innerText(), /12 failures\..*and 2 more, in section 2/s);
    assert.equal(await page.locator('#declarations li').count(), 3);
    assert.equal(await page.locator('#open li').count(), 4);
    assert.equal(await sheetsOfFirst(page), 1);
  });

  it('prints on A4: what passed as a line each, failures with rule and exchanges, no tools', async (t) => {
    const finished = await copyCachedRun('broken-integrator', t);
    const { page } = await openFile(t, join(finished.folder, 'compliance.html'), {
      viewport: { width: 690, height: 1000 },
    });
    const pdf = await page.pdf({ preferCSSPageSize: true, path: join(temporaryFolder(t), 'report.pdf') });
    const text = pdf.toString('latin1');
    const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(text) ?? [];
    assert.deepEqual([Math.round(Number(width)), Math.round(Number(height))], [595, 842]);
    await page.emulateMedia({ media: 'print' });
    for (const shown of [
      '#SES-01 .terms',
      '#HDR-05 .quote',
      '#HDR-05 .rule',
      '#HDR-05 .breach pre',
      '.about',
      '.identity',
      '#readings table',
      '#glossary',
    ])
      assert.ok(await page.locator(shown).first().isVisible(), `${shown} is not printed`);
    for (const hidden of ['#filter', '#exchanges .exchange', '.skip', '#SES-01 .evidence', '#SES-01 .rule'])
      assert.ok(!(await page.locator(hidden).first().isVisible()), `${hidden} is printed`);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(overflow <= 0, `${overflow} pixels run over the paper`);
  });

  it('prints no drawing and no rule of what passed, and needs few sheets', async (t) => {
    const { folder } = await copyCachedRun('self-test', t);
    const { page } = await openFile(t, join(folder, 'compliance.html'));
    const sheets = await sheetsOf(page);
    assert.ok(sheets < 14, String(sheets));
    await page.emulateMedia({ media: 'print' });
    const shownIn = (selector: string): Promise<number> => page.locator(`${selector}:visible`).count();
    assert.ok((await page.locator('svg').count()) > 0);
    assert.equal(await shownIn('svg'), 0);
    assert.equal(await shownIn('.row.passed :is(.quote, .rule, .negatives)'), 0);
    assert.ok((await shownIn('.row.observed .rule')) > 0);
  });

  it('prints no mark of something to open, and says where it is', async (t) => {
    const { folder } = await copyCachedRun('broken-integrator', t);
    const { page } = await openFile(t, join(folder, 'compliance.html'));
    await page.emulateMedia({ media: 'print' });
    const behind = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((each) => getComputedStyle(each, '::after').content);
    assert.equal(await behind('#HDR-05 .beside > summary'), '" (in compliance.html)"');
    assert.equal(await behind('.observed .negatives > summary'), '" (in compliance.html)"');
    assert.equal(await behind('#open .ids > summary'), '" (section 3)"');
    for (const nothing of ['#SES-01 > summary', '#HDR-05 > summary'])
      assert.equal(await behind(nothing), '""');
    const marks = await page
      .locator('summary')
      .evaluateAll((all) => all.filter((each) => getComputedStyle(each).listStyleType !== 'none').length);
    assert.equal(marks, 0);
  });

  it('names what failed, and the exchange, again on the sheet that it runs on to', async (t) => {
    const { folder } = await copyCachedRun('broken-integrator', t);
    const { page } = await openFile(t, join(folder, 'compliance.html'));
    await page.emulateMedia({ media: 'print' });
    for (const [selector, heads] of [
      ['#HDR-05', '#HDR-05 > summary'],
      ['#HDR-05 .exchange[open]', '#HDR-05 .exchange[open] > summary'],
    ] as const) {
      const shown = (which: string): Promise<string> =>
        page
          .locator(which)
          .first()
          .evaluate((each) => getComputedStyle(each).display);
      assert.deepEqual([await shown(selector), await shown(heads)], ['table', 'table-header-group']);
    }
  });
});
