import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { inOrder } from '../../support/traffic/in-order';
import { Moments } from '../../support/traffic/moments';
import { Places, TimesReader, TimesWriter } from '../../support/traffic/parts/times';
import { temporaryFolder } from '../report/embedded-run';
import { randomInt } from '../seed';

const runs = { numRuns: 100, seed: randomInt(0, 2 ** 31) };
const sorted = fc.array(fc.nat(20), { maxLength: 30 }).map((all) => all.toSorted((a, b) => a - b));

async function* streamOf<Of>(all: readonly Of[]): AsyncGenerator<Of> {
  for (const each of all) yield await Promise.resolve(each);
}

describe('streams that are each in order', () => {
  it('come out in order, and of equals first what an earlier stream holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sorted, { maxLength: 6 }), async (all) => {
        const named = all.map((keys, from) => keys.map((key, at) => ({ key, from, at })));
        const wanted = named.flat().sort((one, other) => one.key - other.key);
        const found = inOrder(named.map(streamOf), ({ key }) => key);
        assert.deepEqual(await Array.fromAsync(found), wanted);
      }),
      runs,
    );
  });
});

describe('streams that are left before their ends', () => {
  it('are closed, each of them', async () => {
    const closed: string[] = [];
    const streams = ['one', 'other'].map(async function* (name) {
      try {
        for (let at = 0; ; at += 1) yield await Promise.resolve(at);
      } finally {
        closed.push(name);
      }
    });
    for await (const at of inOrder(streams, (each) => each)) if (at > 2) break;
    assert.deepEqual(closed.sort(), ['one', 'other']);
  });
});

describe('the places of items among those of other inputs', () => {
  it('are what they are in one file, far beyond what is read at once', (t) => {
    const folder = temporaryFolder(t);
    const [all, readers] = [[], []] as [{ time: number; from: number; number: number }[], TimesReader[]];
    for (const [from, [items, apart, start]] of [
      [30_000, 3, 0],
      [20_000, 5, 40_000],
      [10, 1, 500_000],
    ].entries()) {
      const file = join(folder, String(from));
      const writer = new TimesWriter(file);
      for (let number = 1; number <= (items ?? 0); number += 1) {
        const time = (start ?? 0) + Math.floor(number / 2) * (apart ?? 1);
        writer.add(number, time);
        all.push({ time, from, number });
      }
      writer.finish();
      readers.push(new TimesReader(file, { items: items ?? 0, last: writer.last }));
    }
    const places = new Places(readers);
    const wanted = all.toSorted((one, other) => one.time - other.time || one.from - other.from);
    // A partition asks for some of them.
    for (const [index, { from, number, time }] of wanted.entries())
      if (index % 7 === 0 || index > 49_900) assert.equal(places.of(from, number, time), index + 1);
  });

  it('are refused where the times of an input are not whole', (t) => {
    const file = join(temporaryFolder(t), 'times');
    const writer = new TimesWriter(file);
    for (const at of [1, 2, 3]) writer.add(at, at);
    writer.finish();
    const about = { items: 3, last: 3 };
    assert.equal(new TimesReader(file, about).before(2, true), 2);
    truncateSync(file, 16);
    assert.throws(() => new TimesReader(file, about).before(2, true), /is not whole/);
  });
});

describe('when an item came', () => {
  const item = (text: string) => ({ number: 1, text });

  it('is what it states, in HAR and in a log, and nothing that stands in a text of it', () => {
    const har = new Moments('har');
    assert.equal(har.of(item('{"startedDateTime": "1970-01-01T00:00:01Z"}')), 1000);
    const hidden = JSON.stringify({
      comment: '"startedDateTime":"1970-01-01T00:01:00Z"',
      startedDateTime: '1970-01-01T00:00:02Z',
    });
    assert.equal(har.of(item(hidden)), 2000);
    const log = new Moments('log');
    assert.equal(log.of(item('{"startedAt":3000.5}')), 3000.5);
    assert.equal(log.of(item('{"startedAt":"1970-01-01T00:00:04Z"}')), 4000);
  });

  it('is never earlier than the item before, nor without one', () => {
    const har = new Moments('har');
    assert.equal(har.of(item('{}')), 0);
    assert.equal(har.of(item('{"startedDateTime":"1970-01-01T00:00:05Z"}')), 5000);
    for (const text of [
      '{"startedDateTime":"1970-01-01T00:00:01Z"}',
      '{"startedDateTime":"soon"}',
      '{"startedDateTime":"9999-12-31T23:59:59Z"}',
      '{}',
    ])
      assert.equal(har.of(item(text)), 5000);
    assert.equal(har.of({ number: 5, flaw: 'too large' }), 5000);
  });
});
