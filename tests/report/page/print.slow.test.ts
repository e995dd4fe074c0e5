import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../embedded-run';
import { openFile, shareBrowser } from './browser';
import { keptRun } from '../../runs/kept';
import { missing } from '../../tools';

describe('the compliance report on paper', { skip: missing('browser') }, () => {
  shareBrowser();

  it('prints what is decided on two sheets, and each sheet says of which run it is', async (t) => {
    const finished = await keptRun('broken-integrator', t);
    const { results } = finished;
    const { page } = await openFile(t, join(finished.folder, 'compliance.html'));
    const sheets = async (): Promise<number> =>
      (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ??
      0;
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
    const whole = await sheets();
    await page.evaluate(() => document.querySelector('main')?.remove());
    const decided = await sheets();
    assert.ok(decided <= 2 && whole > decided, `${decided} of ${whole}`);
  });

  it('prints on A4: every row with its rule, the exchanges of failures, no tools', async (t) => {
    const finished = await keptRun('broken-integrator', t);
    const { page } = await openFile(t, join(finished.folder, 'compliance.html'), {
      viewport: { width: 690, height: 1000 },
    });
    const pdf = await page.pdf({ preferCSSPageSize: true, path: join(temporaryFolder(t), 'report.pdf') });
    const text = pdf.toString('latin1');
    const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(text) ?? [];
    assert.deepEqual([Math.round(Number(width)), Math.round(Number(height))], [595, 842]);
    await page.emulateMedia({ media: 'print' });
    for (const shown of ['#SES-01 .rule', '#HDR-05 .breach pre', '.identity', '#readings table', '#glossary'])
      assert.ok(await page.locator(shown).first().isVisible(), `${shown} is not printed`);
    for (const hidden of ['#filter', '#exchanges', '.skip', '#SES-01 .evidence'])
      assert.ok(!(await page.locator(hidden).first().isVisible()), `${hidden} is printed`);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(overflow <= 0, `${overflow} pixels run over the paper`);
  });
});
