import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { deadLinksIn } from '../../scripts/site/finish';
import { pageOf } from '../../support/judging/explain';
import { contractObligations } from '../../support/obligations';
import { keptRowsOfObligation, mistakesOfObligation, rowShowing } from '../../support/report/mistakes';
import { featureAndSchemaPages } from '../../scripts/site/features-and-schemas';
import { markdownFiles } from '../docs/markdown';
import { pageHref } from '../../scripts/site/documents';
import { runScript, theSite } from './made';
import { skipUnlessInstalled } from '../tools';

describe('the site', { skip: skipUnlessInstalled('vitepress') }, () => {
  for (const { id, title, judge, level, latitude } of contractObligations.all)
    it(`has a page for ${id}, where failures lead`, async () => {
      const html = readFileSync(join(await theSite(), pageOf(id)), 'utf8');
      const text = html.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&');
      assert.ok(text.includes(`${id} ${title}`), title);
      for (const part of ['how-to-fix-it', 'how-it-is-shown'])
        assert.ok(html.includes(` id="${part}"`), part);
      const rows = mistakesOfObligation(id);
      assert.equal(html.includes(' id="examples-that-break-it"'), rows.length > 0);
      for (const { location } of rows) {
        const [file = '', line = ''] = location.split('.feature:');
        assert.ok(html.includes(`${file}.html#L${line}"`), location);
      }
      const kept = keptRowsOfObligation(id);
      for (const behaviour of Object.keys(typeof latitude === 'string' ? {} : latitude)) {
        const location = rowShowing(behaviour, kept)?.location;
        const [file = '', line = ''] = location?.split('.feature:') ?? [];
        assert.ok(location === undefined || html.includes(`${file}.html#L${line}"`), location);
      }
      assert.ok(html.includes(' id="also-right"'));
      const isRecorded = judge !== undefined && rows.length === 0;
      assert.equal(html.includes(' id="right-and-wrong"'), isRecorded);
      const marked = /<section class="side .*<mark>.*<\/section>/s.test(html);
      assert.ok(marked || !isRecorded || level === 'observe', 'the difference is marked');
    });

  it('has no dead link, and loads nothing from elsewhere', async () => {
    assert.deepEqual(deadLinksIn(await theSite()), []);
  });

  it('marks each page once in its menu', async () => {
    const site = await theSite();
    const files = readdirSync(site, { recursive: true, encoding: 'utf8' });
    const marked = files
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, readFileSync(join(site, file), 'utf8').split(' aria-current="page"').length - 1]);
    assert.deepEqual(
      marked.filter(([, times]) => Number(times) > 1),
      [],
    );
    assert.ok(marked.filter(([, times]) => times === 1).length > 200);
  });

  it('shows every document, feature and schema', async () => {
    const site = await theSite();
    const documents = markdownFiles.map((file) => pageHref(file) ?? assert.fail(`${file} has no page`));
    const generated = featureAndSchemaPages().map(({ path }) => `/${path}.html`);
    assert.ok(documents.length > 30 && generated.length > 80);
    for (const href of [...documents, ...generated]) assert.ok(existsSync(join(site, href)), href);
  });

  it('lists each obligation by area and by each of its clauses', async () => {
    const site = await theSite();
    const [byArea, byClause] = ['index', 'by-clause'].map((name) =>
      readFileSync(join(site, 'obligations', `${name}.html`), 'utf8'),
    ) as [string, string];
    const rows = (html: string, id: string): number => html.split(`>${id}</a></td>`).length - 1;
    for (const { id, clauses } of contractObligations.all)
      assert.deepEqual([rows(byArea, id), rows(byClause, id)], [1, clauses.length], id);
  });

  it('does not empty a folder with other files', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'conform-'));
    t.after(() => {
      rmSync(folder, { recursive: true });
    });
    writeFileSync(join(folder, 'thesis.txt'), 'years of work');
    const { code, printed } = await runScript('scripts/site/index.ts', ['--out', folder]);
    assert.equal(code, 1);
    assert.match(printed, /holds other files/);
    assert.ok(existsSync(join(folder, 'thesis.txt')));
  });
});
