import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { copyCachedRun, nonce } from '../runs/kept';
import { conform } from './conform';

let folder = '';
let pack = '';

before(async () => {
  ({ folder } = await copyCachedRun('exceptions'));
  pack = join(folder, 'evidence-pack.zip');
  const { code, stderr } = await conform(['report', '--reports', folder, '--pack']);
  assert.equal(code, 0, stderr);
});

describe('the nonce of a certifier', () => {
  it('is in results, recording, page, pack and what verify says', async () => {
    for (const name of ['results.json', 'basis.json', 'compliance.html', 'recording.jsonl'])
      assert.ok(readFileSync(join(folder, name), 'utf8').includes(nonce), name);
    const { code, stdout } = await conform(['verify', pack, '--nonce', nonce]);
    assert.equal(code, 0);
    assert.match(stdout, /^ {2}nonce +nonce-of-the-certifier$/m);
    assert.match(stdout, /✓ the nonce is right: the run was made for it/);
  });

  it('is demanded: another one refuses the pack, and so does none', async (t) => {
    const other = await conform(['verify', pack, '--nonce', 'of-another-one']);
    assert.equal(other.code, 1);
    assert.match(
      other.stdout,
      /✗ the nonce: the run was made for nonce-of-the-certifier, and not for of-another-one/,
    );
    const { folder: without } = await copyCachedRun('narrowed', t);
    await conform(['report', '--reports', without, '--pack']);
    const none = await conform(['verify', join(without, 'evidence-pack.zip'), '--nonce', nonce]);
    assert.equal(none.code, 1);
    assert.match(
      none.stdout,
      /✗ the nonce: the run was made without one, and not for nonce-of-the-certifier/,
    );
    const audited = await conform([
      'audit',
      join(without, 'recording.jsonl'),
      '--nonce',
      nonce,
      '--reports',
      join(without, 'audit'),
    ]);
    assert.equal(audited.code, 2);
    assert.match(audited.stderr, /recording\.jsonl: --nonce was recorded without a nonce — record again/);
    t.diagnostic('an old recording is not taken for a new one');
  });

  it('is refused where it is too short, or no plain word', async () => {
    for (const text of ['short', 'with blanks in it', '--odd-one'])
      assert.equal((await conform(['run', '--self-test', `--nonce=${text}`])).code, 2, text);
  });
});

describe('a pack of traffic', () => {
  it('is judged again by what its files held, with and without a nonce', async () => {
    const recording = join(folder, 'recording.jsonl');
    for (const more of [[], ['--nonce', nonce], ['--rejudge'], ['--rejudge', '--nonce', nonce]]) {
      const reports = join(folder, `audit${more.length}${more[0] ?? ''}`);
      await conform(['audit', recording, recording, ...more, '--reports', reports]);
      assert.equal((await conform(['report', '--reports', reports, '--pack'])).code, 0);
      const { code, stdout } = await conform(['verify', join(reports, 'evidence-pack.zip')]);
      assert.match(stdout, /✓ judged again: \d+ exchanges give the same verdicts and files/);
      assert.equal(code, 0, stdout);
    }
  });
});
