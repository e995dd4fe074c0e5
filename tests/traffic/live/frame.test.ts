import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { frameOf, framesIn } from '../../../support/traffic/live/frame';
import type { Body, Passed } from '../../../support/traffic/passed';
import { wireRecordOf } from '../../../support/traffic/passed';
import { randomInt } from '../../seed';

const plain = { noNullPrototype: true } as const;
/** What a parser of HTTP takes: any byte but those that end a line. */
const latin1 = fc.uint8Array({ maxLength: 40 }).map((bytes) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\r\n]/g, ' '),
);
const headers = fc.array(fc.tuple(latin1, latin1), { maxLength: 6 }).map((all) => all.flat());
const body: fc.Arbitrary<Body> = fc.record({
  chunks: fc.array(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    { maxLength: 3 },
  ),
  bytes: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
});
const failure = fc.record(
  { kind: fc.constantFrom('reset', 'timeout'), code: fc.string(), message: fc.string() },
  plain,
);
const passing: fc.Arbitrary<Passed> = fc.record(
  {
    arrivedAt: fc.integer({ min: 0, max: 8.64e15 }),
    answeredAt: fc.integer({ min: 0, max: 8.64e15 }),
    method: latin1,
    url: latin1,
    headers,
    body,
    flaw: fc.record({ kind: fc.constantFrom('unreadable', 'incomplete'), code: fc.string() }, plain),
    answer: fc.record({ status: fc.integer({ min: 100, max: 999 }), headers, body }),
    failure,
    tls: fc.record({ protocol: fc.string(), authority: fc.string({ unit: 'binary' }) }, plain),
    source: fc.ipV6(),
  },
  { noNullPrototype: true, requiredKeys: ['arrivedAt', 'answeredAt', 'method', 'url', 'headers'] },
);

function bytesOf(all: readonly Passed[]): Buffer {
  const frames = all.map((each, index) => frameOf(index, each));
  const buffer = Buffer.alloc(
    frames.reduce((sum, { bytes }) => sum + bytes, 0),
    0xff,
  );
  let start = 0;
  for (const frame of frames) {
    frame.writeTo(buffer, start);
    start += frame.bytes;
  }
  return buffer;
}

describe('what went through, handed over as bytes', () => {
  it('is recorded as if it had never been bytes, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(passing, { minLength: 1, maxLength: 5 }), (all) => {
        const read = [...framesIn(bytesOf(all))];
        assert.deepEqual(
          read.map(({ front }) => front),
          all.map((_each, index) => index),
        );
        assert.deepEqual(
          read.map(({ passed }) => wireRecordOf(passed)),
          all.map((each) => wireRecordOf(each)),
        );
      }),
      { seed: randomInt(0, 2 ** 31) },
    );
  });
});
