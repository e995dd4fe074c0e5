import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { operations } from '../../support/contract/operations';
import { services } from '../../support/contract/services';
import { documentedDeployment, serviceNames } from '../../support/published/deployment';
import { openApiOf } from '../../support/published/openapi/openapi-document';
import { referencePage } from '../../support/published/reference';
import { temporaryFolder } from '../report/embedded-run';
import { installed } from './tools';
import { openFile, shareBrowser } from '../report/page/browser';
import { missing } from '../tools';

const bundle = () =>
  readFileSync(
    join(installed('bench/contract-tools'), 'node_modules/redoc/bundles/redoc.standalone.js'),
    'utf8',
  );

describe('the reference page', { timeout: 120_000, skip: missing('browser', 'bench/contract-tools') }, () => {
  shareBrowser();

  for (const service of serviceNames)
    it(`of ${service} shows its operations, asks for nothing, and keeps to its policy`, async (t) => {
      const file = join(temporaryFolder(t), 'page.html');
      writeFileSync(file, referencePage(openApiOf(service, documentedDeployment), bundle()));
      const { page, requests, complaints } = await openFile(t, file);
      await page.waitForSelector('h1');
      const text = await page.locator('main').innerText();
      assert.ok(text.includes(services[service].title), text.slice(0, 200));
      for (const { title } of operations.filter((each) => each.service === service))
        assert.ok(text.includes(title), `${title} is not on the page`);
      assert.deepEqual([requests, complaints], [[], []]);
    });

  it('tells a program in it from data: a text that ends a script does not', async (t) => {
    const file = join(temporaryFolder(t), 'page.html');
    const document = openApiOf('gateway', documentedDeployment);
    const hostile = '</script><script>document.title = "taken"</script><!-- ';
    const info = { ...(document.info as object), description: hostile, title: 'A <b>title</b>' };
    writeFileSync(file, referencePage({ ...document, info }, bundle()));
    const { page, complaints } = await openFile(t, file);
    await page.waitForSelector('h1');
    assert.equal(await page.title(), 'A <b>title</b>');
    assert.deepEqual(complaints, []);
  });

  it('runs no script but its own', async (t) => {
    const file = join(temporaryFolder(t), 'page.html');
    const page = referencePage(openApiOf('gateway', documentedDeployment), bundle());
    writeFileSync(file, page.replace('<noscript>', '<script>document.title = "taken"</script><noscript>'));
    const { page: opened, complaints } = await openFile(t, file);
    await opened.waitForSelector('h1');
    assert.notEqual(await opened.title(), 'taken');
    assert.match(complaints.join('\n'), /Content Security Policy/);
  });
});
