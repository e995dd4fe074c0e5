import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findChromium } from '../../../support/report/pdf/find-chromium';
import { printPdf } from '../../../support/report/pdf/print-pdf';
import { conform } from '../../cli/conform';
import { copyCachedRun } from '../../runs/kept';
import { skipUnlessInstalled } from '../../tools';
import { temporaryFolder } from '../embedded-run';

describe('report --pdf by the Chromium that is here', { skip: skipUnlessInstalled('browser') }, () => {
  it('prints A4 sheets with title, outline and tags, and without a path of this machine', async (t) => {
    const { folder } = await copyCachedRun('broken-integrator', t);
    const file = join(temporaryFolder(t), 'a report.pdf');
    const { code, stderr } = await conform(['report', folder, '--pdf', file]);
    assert.deepEqual([code, stderr], [0, '']);
    const pdf = readFileSync(file, 'latin1');
    const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? [];
    assert.deepEqual([Math.round(Number(width)), Math.round(Number(height))], [595, 842]);
    assert.ok((pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0) > 2);
    for (const part of [/\/Title \(Conformance report: /, /\/Title \(Failures\)/]) assert.match(pdf, part);
    for (const part of [/\/Outlines\b/, /\/StructTreeRoot\b/, /\/Lang \(en\)/]) assert.match(pdf, part);
    assert.ok(!pdf.includes('file:') && !pdf.includes(folder));
  });

  it('asks for nothing, whatever the page names', async (t) => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked++;
      response.end();
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const folder = temporaryFolder(t);
    const [page, file] = [join(folder, 'page.html'), join(folder, 'page.pdf')];
    writeFileSync(page, `<title>A page</title><img src="http://127.0.0.1:${port}/a.png">`);
    await printPdf(findChromium() ?? '', page, file);
    assert.match(readFileSync(file, 'latin1'), /\/Title \(A page\)/);
    assert.equal(asked, 0);
  });
});
