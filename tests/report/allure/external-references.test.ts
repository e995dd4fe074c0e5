import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  externalReferences,
  removeExternalReferences,
} from '../../../support/report/allure/external-references';
import { temporaryFolder } from '../embedded-run';

describe('references to other hosts', () => {
  const page = (body: string) => `<!DOCTYPE html><html><head></head><body>${body}</body></html>`;
  const analytics = `<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
    <script>window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments);} gtag('config', 'G-1');</script>`;

  it('are removed where they are known, and the scripts beside them stay', (t) => {
    const folder = temporaryFolder(t);
    const own = '<script>window.ready = 1;</script><script src="assets/index.js"></script>';
    writeFileSync(join(folder, 'index.html'), page(`${own}${analytics}${own}`));
    removeExternalReferences(folder);
    assert.equal(
      readFileSync(join(folder, 'index.html'), 'utf8').replace(/\s+/g, ' '),
      page(`${own}${own}`).replace(/\s+/g, ' '),
    );
  });

  for (const [name, text] of Object.entries({
    'a.html': page('<img src="//cdn.example/a.png">'),
    'b.css': '@import url("https://fonts.example/x.css");',
    'c.js': 'fetch("https://collect.example/hit")',
    'd.html': page('<link rel="stylesheet" href="https://cdn.example/a.css">'),
    'e.js': 'const host = "www.google-analytics.com/collect";',
  }))
    it(`are found as in ${name}, and such a report is not handed out`, (t) => {
      const folder = temporaryFolder(t);
      writeFileSync(join(folder, name), text);
      assert.throws(() => {
        removeExternalReferences(folder);
      }, /still refers to another host/);
    });

  it('are not what merely is an address', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(
      join(folder, 'a.html'),
      page('<svg xmlns="http://www.w3.org/2000/svg"></svg> http://127.0.0.1:80'),
    );
    writeFileSync(join(folder, 'a.json'), '{"src": "https://gateway.example/"}');
    assert.deepEqual(externalReferences(folder), []);
  });
});
