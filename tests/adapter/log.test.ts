import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeptLog } from '../../support/adapter/kept-log';
import { logExcerpt } from '../../support/adapter/fault';

const asIs = (text: string) => text;
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

describe('the log that is kept', () => {
  it('is the beginning and the end, in whole characters', () => {
    const log = new KeptLog({ first: 2, last: 4 });
    for (const byte of Buffer.from('aéxxéé€')) log.push(Buffer.of(byte));
    for (let again = 0; again < 2; again += 1)
      assert.deepEqual(log.text, { first: 'aé', leftOut: 6, last: '€' });
  });

  it('is all of a short log, each byte once, however it comes in pieces', () => {
    const text = 'aéé€ and more\n';
    for (const size of [1, 3, 100]) {
      const log = new KeptLog({ first: 4, last: 40 });
      const bytes = Buffer.from(text);
      for (let from = 0; from < bytes.length; from += size) log.push(bytes.subarray(from, from + size));
      const { first, leftOut, last } = log.text;
      assert.deepEqual([first + last, leftOut], [text, 0]);
    }
  });

  it('reaches the listener whole', () => {
    let heard = '';
    const log = new KeptLog({ first: 1, last: 2 }, (text) => (heard += text));
    for (const byte of Buffer.from('aéé€\n')) log.push(Buffer.of(byte));
    assert.equal(heard, 'aéé€\n');
  });
});

describe('what a message shows of a log', () => {
  it('is nothing, or all lines, where these are few', () => {
    assert.deepEqual(logExcerpt({ first: '\n', leftOut: 0, last: '' }, asIs), []);
    assert.deepEqual(logExcerpt({ first: 'one\ntw', leftOut: 0, last: 'o\n' }, asIs), [
      '  stderr  ended with',
      '    one',
      '    two',
    ]);
  });

  it('has no gap where the first and the last lines are all of them', () => {
    const text = logExcerpt({ first: numbered(1, 15), leftOut: 0, last: '' }, asIs).join('\n');
    assert.doesNotMatch(text, /…/);
    assert.equal(text.match(/line \d+/g)?.length, 15);
  });

  it('is the first five lines and the last ten, and never half a line', () => {
    const log = { first: `${numbered(1, 8)}half a sec`, leftOut: 1, last: `ret\n${numbered(90, 99)}` };
    const lines = logExcerpt(log, (text) => text.replaceAll('half', '?').replaceAll('ret', '?'));
    assert.deepEqual(lines.slice(0, 8), [
      '  stderr  began with',
      ...[1, 2, 3, 4, 5].map((line) => `    line ${line}`),
      '    …',
      '  stderr  ended with',
    ]);
    assert.deepEqual(
      lines.slice(8),
      numbered(90, 99)
        .trimEnd()
        .split('\n')
        .map((line) => `    ${line}`),
    );
  });

  it('holds no secret that stands across what was kept as first and last', () => {
    const redact = (text: string) => text.replaceAll('token-4711', '[token]');
    const lines = logExcerpt({ first: 'of token-', leftOut: 0, last: '4711\n' }, redact);
    assert.deepEqual(lines, ['  stderr  ended with', '    of [token]']);
  });

  it('cuts long lines, and shows no escape sequences', () => {
    const [, line] = logExcerpt({ first: `\u001b[31m${'x'.repeat(500)}`, leftOut: 0, last: '' }, asIs);
    assert.equal(line, `    ${'x'.repeat(240)}…`);
  });
});
