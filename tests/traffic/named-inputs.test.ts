import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { ConfigurationError } from '../../support/targets/errors';
import { expandInputNames } from '../../support/traffic/named-inputs';
import { temporaryFolder } from '../report/embedded-run';

function folderWith(t: TestContext, ...names: string[]): string {
  const folder = temporaryFolder(t);
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), '{}');
  }
  return folder;
}

const refusal = (names: readonly string[]): string => {
  try {
    return expandInputNames(names).join();
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    return error.line;
  }
};

describe('the files that an audit is given', () => {
  it('stay in the order in which they are named', (t) => {
    const folder = folderWith(t, 'b.har', 'a.har', 'odd[1].txt');
    const named = ['b.har', 'a.har', 'odd[1].txt'].map((name) => join(folder, name));
    assert.deepEqual(expandInputNames([...named, '-']), [...named, '-']);
  });

  it('are those of a folder and below that hold traffic by their names, in the order of their paths', (t) => {
    const folder = folderWith(
      t,
      'day/b.jsonl.zst',
      'a.har',
      'a.har.gz',
      'c.ndjson',
      'notes.txt',
      'results.json',
      'day/.recording-7.jsonl',
    );
    assert.deepEqual(
      expandInputNames([folder]),
      ['a.har', 'a.har.gz', 'c.ndjson', 'day/b.jsonl.zst'].map((name) => join(folder, name)),
    );
  });

  it('are those that a pattern matches', (t) => {
    const folder = folderWith(t, 'n2/10.log', 'n1/11.log', 'n1/10.log', 'n1/other.txt');
    assert.deepEqual(
      expandInputNames([join(folder, '*', '1?.log')]),
      ['n1/10.log', 'n1/11.log', 'n2/10.log'].map((name) => join(folder, name)),
    );
  });

  it('are each read once, however often they are named', (t) => {
    const folder = folderWith(t, 'a.har', 'b.har');
    const [one, other] = [join(folder, 'a.har'), join(folder, 'b.har')];
    symlinkSync(one, join(folder, 'z.har'));
    assert.deepEqual(expandInputNames([other, folder, join(folder, '*.har')]), [other, one]);
  });

  it('are refused in one line where a name stands for nothing', (t) => {
    const folder = folderWith(t, 'notes.txt');
    assert.match(refusal([join(folder, 'none.har')]), /none\.har: there is no such file — name files/);
    assert.match(refusal([join(folder, '*.har')]), /\*\.har: no file matches — /);
    assert.match(refusal([folder]), /holds no traffic — files of traffic end in \.har/);
    assert.match(refusal(['-', '-']), /names standard input twice/);
  });
});
