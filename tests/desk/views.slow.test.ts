import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { suiteRoot } from '../../support/contract/suite-root';
import { readAssets } from '../../support/desk/server/assets';
import { shareBrowser } from '../report/page/browser';
import { ask, opened } from './ask';
import { openDesk } from './browser';
import { missing } from '../tools';

interface Part {
  readonly inputs: readonly string[];
  readonly imports: readonly { readonly file: string; readonly isLater: boolean }[];
}

const builder = createRequire(__filename)(join(suiteRoot, 'scripts/desk-page.cjs')) as {
  bundlePage(): { readonly parts: Readonly<Record<string, Part>> };
};

/** The sources of all that is loaded with a file, at once. */
function loadedWith(file: string, parts: Readonly<Record<string, Part>>, seen = new Set<string>()): string[] {
  const part = parts[file];
  if (part === undefined || seen.has(file)) return [];
  seen.add(file);
  const others = part.imports.filter(({ isLater }) => !isLater);
  return [...part.inputs, ...others.flatMap((each) => loadedWith(each.file, parts, seen))];
}

const runView = /\/run-view-\w+\.js$/;

describe('the scripts of the views', () => {
  it('come later than the page, and all that follows events with it', () => {
    const { parts } = builder.bundlePage();
    const first = loadedWith('app.js', parts);
    const page = globSync('support/desk/page/**/*.{ts,tsx}', { cwd: suiteRoot });
    const following = page.filter((file) => /^onEvents\(/m.test(readFileSync(join(suiteRoot, file), 'utf8')));
    assert.ok(following.length >= 6, following.join());
    assert.deepEqual(
      following.filter((file) => !first.includes(file)),
      [],
    );
    const views = page.filter((file) => /\/([a-z]+)\/(\1-)?view\.tsx$/.test(file));
    assert.equal(views.length, 6, views.join());
    assert.deepEqual(
      views.filter((file) => first.includes(file)),
      [],
    );
  });

  it('are for everyone by their names, and nothing else in their folder is', async (t) => {
    const { at, cookie } = await opened(t);
    const assets = Object.entries(readAssets());
    assert.ok(assets.length > 8);
    for (const [name, text] of assets) {
      const { status, body, headers } = await ask(at(`/${name}`));
      assert.deepEqual([status, body], [200, text], name);
      assert.match(
        String(headers['content-type']),
        name.endsWith('.css') ? /^text\/css;/ : /^text\/javascript;/,
      );
    }
    for (const path of ['/run-view-AAAAAAAA.js', '/assets.json', '/main.tsx', '/..%2fstrings.en.json']) {
      assert.equal((await ask(at(path))).status, 401, path);
      assert.equal((await ask(at(path), { cookie })).status, 404, path);
    }
  });
});

describe('a view', { skip: missing('browser') }, () => {
  shareBrowser();

  it('says that it is loading, and its script is loaded once', async (t) => {
    const { page, context, complaints } = await openDesk(t);
    let asked = 0;
    const gate = Promise.withResolvers<undefined>();
    await context.route(runView, async (route) => {
      asked += 1;
      await gate.promise;
      await route.continue();
    });
    const area = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
    await area('Run').click();
    const busy = page.locator('main [aria-busy=true]');
    await busy.waitFor();
    assert.equal(await busy.innerText(), 'Loading …');
    await page.waitForFunction(() => document.activeElement?.id === 'content');
    // Meanwhile the reader goes elsewhere and comes back.
    await area('Traffic').click();
    await page.getByRole('heading', { level: 1, name: 'Traffic' }).waitFor();
    await area('Run').click();
    await busy.waitFor();
    gate.resolve(undefined);
    await page.getByRole('heading', { level: 1, name: 'Run', exact: true }).waitFor();
    assert.equal(await busy.count(), 0);
    await page.waitForFunction(() => document.activeElement?.id === 'content');
    assert.equal(asked, 1);
    assert.deepEqual(complaints, []);
  });

  it('that does not come says so, takes no other with it, and comes when the page is loaded again', async (t) => {
    const { page, context } = await openDesk(t);
    await context.route(runView, (route) => route.abort());
    await page.goto(new URL('/#/run', page.url()).href);
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Set up' }).click();
    await page.getByRole('heading', { level: 1, name: 'Set up' }).waitFor();
    // A page of its own: a second visit would show what became of the first, and ask again meanwhile.
    const run = new URL('/#/run', page.url()).href;
    await page.goto('about:blank');
    await page.goto(run);
    await page.getByRole('alert').waitFor();
    await context.unroute(runView);
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Run', exact: true }).waitFor();
  });
});
