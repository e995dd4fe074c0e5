import assert from 'node:assert/strict';
import fs, { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { EnvironmentError } from '../../support/contract/outcome';
import type { LogLine } from '../../support/exchange/evidence';
import { recordToFile } from '../../support/traffic/recording-file';
import { temporaryFolder } from '../report/embedded-run';

const line = (scenario: string): Omit<LogLine, 'seq'> => ({
  kind: 'log line',
  arrivedAt: 1,
  scenario,
  facts: {},
});
const place = (t: TestContext) => join(temporaryFolder(t), 'recording.jsonl');
/** Behind its head. */
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(1, -1);

describe('a recording on its way to a file', () => {
  it('is there within a second, though nothing ends it', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const file = place(t);
    const recording = recordToFile(file);
    recording.append(line('a'));
    assert.equal(linesOf(file).length, 0);
    t.mock.timers.tick(1000);
    const head = '{"kind":"recording","form":2,"names":[]}\n';
    assert.equal(readFileSync(file, 'utf8').slice(0, head.length), head);
    assert.equal(linesOf(file).length, 1);
    recording.abandon();
  });

  it('has one line for each evidence, whatever ends a line elsewhere', (t) => {
    const file = place(t);
    const recording = recordToFile(file);
    const odd = 'a\u2028b\u2029c\u0085d\ne\rf';
    recording.append(line(odd));
    recording.append(line('plain'));
    recording.finish();
    const text = readFileSync(file, 'utf8');
    assert.doesNotMatch(text, /[\u0085\u2028\u2029\r]/);
    assert.deepEqual(
      linesOf(file).map((each) => JSON.parse(each) as LogLine),
      [
        { seq: 1, ...line(odd) },
        { seq: 2, ...line('plain') },
      ],
    );
  });

  it('goes on under another name', (t) => {
    const file = place(t);
    const recording = recordToFile(`${file}.draft`);
    recording.append(line('before'));
    recording.moveTo(file);
    recording.append(line('behind'));
    recording.finish();
    assert.equal(linesOf(file).length, 2);
    assert.equal(existsSync(`${file}.draft`), false);
  });

  it('never takes the place of another', (t) => {
    const file = place(t);
    recordToFile(file).abandon();
    assert.throws(() => recordToFile(file), /EEXIST/);
  });

  it('does not take a place where not all of it could be written', (t) => {
    const file = place(t);
    const recording = recordToFile(`${file}.draft`);
    recording.append(line('whole'));
    const full = t.mock.method(fs, 'writeSync', () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    assert.throws(() => {
      recording.moveTo(file);
    }, /ENOSPC/);
    full.mock.restore();
    assert.equal(existsSync(file), false);
    recording.abandon();
  });

  it('tells once of a full disk, takes nothing more, and keeps what it has', (t) => {
    const file = place(t);
    const told: EnvironmentError[] = [];
    const recording = recordToFile(file, { fail: (error) => told.push(error) });
    recording.append(line('whole'));
    recording.moveTo(file);
    const full = t.mock.method(fs, 'writeSync', () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    recording.append(line('x'.repeat(2 ** 20)));
    assert.match(told[0]?.message ?? '', /recording\.jsonl cannot be written \(ENOSPC\): make room/);
    full.mock.restore();
    assert.throws(() => recording.append(line('later')), /ENOSPC/);
    assert.throws(() => {
      recording.finish();
    }, /ENOSPC/);
    assert.deepEqual([told.length, linesOf(file).length, recording.count], [1, 1, 2]);
  });
});
