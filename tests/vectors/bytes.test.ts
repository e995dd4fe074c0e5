import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesOf } from '../../support/vectors/bytes';

describe('bytes as the features write them', () => {
  const rows: readonly (readonly [cell: string, hex: string])[] = [
    ['', ''],
    ['0aff', '0aff'],
    ['ff*3', 'ffffff'],
    ['00..03', '00010203'],
    ['ff..fc', 'fffefdfc'],
    ['07..07', '07'],
    ['ec ff*2 7f', 'ecffff7f'],
  ];
  for (const [cell, hex] of rows)
    it(`"${cell}" stands for ${hex === '' ? 'none' : hex}`, () => {
      assert.equal(bytesOf(cell).toString('hex'), hex);
    });

  for (const cell of ['0', 'FF', 'zz', 'ff*', 'f*3', '00..', '00...03', 'ff *3'])
    it(`"${cell}" is refused, with a hint`, () => {
      assert.throws(() => bytesOf(cell), /is not in bytes: write 0aff, ff\*30 or 00\.\.1f/);
    });
});
