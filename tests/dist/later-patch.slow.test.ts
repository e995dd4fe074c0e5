import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { signedPack } from '../report/packs';
import { copySuite } from './suite-copy';

it('a later patch judges a pack again, compiled or not, until it judges otherwise', async (t) => {
  const { file } = await signedPack(t);
  const later = copySuite();
  try {
    const edit = (name: string): void => {
      const path = join(later.folder, name);
      writeFileSync(path, `${readFileSync(path, 'utf8')}\n// A patch.\n`);
    };
    const byDigest = /^! compliance\.html, junit\.xml and summary\.md were checked by digest alone: /m;
    const same = await later.conform(['verify', file]);
    assert.equal(same.code, 0, same.stderr);
    assert.doesNotMatch(same.stdout, byDigest);

    for (const name of ['support/report/junit.ts', 'support/cli/list.ts', 'steps/suite.steps.ts']) edit(name);
    const sources = await later.conform(['verify', file]);
    later.build();
    const compiled = await later.conform(['verify', file]);
    assert.ok(compiled.own.includes('dist/conform.cjs'));
    for (const { code, stdout } of [sources, compiled]) {
      assert.equal(code, 0, stdout);
      assert.match(stdout, byDigest);
    }

    edit('support/obligations/index.ts');
    const otherwise = await later.conform(['verify', file]);
    assert.equal(otherwise.code, 3);
    assert.match(otherwise.stdout, /^! not judged again: that takes gateway-conformance /m);
  } finally {
    later.remove();
  }
});
