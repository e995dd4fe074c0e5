import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Day, Rates } from '../../bench/scale/model';
import { endOfScaling, simulate } from '../../bench/scale/model';

const rates: Rates = {
  start: 0,
  split: 1000,
  judge: 500,
  passOver: 10_000,
  merge: 20_000,
  clients: 1000,
  bytes: { input: 1000, parts: 1000, recording: 1000, client: 5000 },
};
const day: Day = { exchanges: 3_600_000, clients: 0, files: 64, loose: 0, largest: 0, disk: Infinity };

const rounded = (value: number): number => Number(value.toFixed(4));

describe('the model of a day of traffic', () => {
  it('adds up what splitting, judging and merging take on one core', () => {
    const { hours, coreHours, limit, share } = simulate(rates, day, 1);
    assert.deepEqual([rounded(hours), rounded(coreHours)], [3.05, 3.05]);
    assert.deepEqual([limit, rounded(share)], ['judge', rounded(2 / 3.05)]);
  });

  it('divides all but merging among cores, for the same core hours', () => {
    const { hours, coreHours } = simulate(rates, day, 10);
    assert.deepEqual([rounded(hours), rounded(coreHours)], [0.35, 3.05]);
  });

  it('splits each file by one core', () => {
    const { hours, limit } = simulate(rates, { ...day, files: 1 }, 10);
    assert.deepEqual([rounded(hours), limit], [1.25, 'files']);
  });

  it('has each partition read what is loose', () => {
    const { hours, coreHours, limit } = simulate(rates, { ...day, loose: 0.5 }, 100);
    // 99 partitions read half of an hour's entries in vain.
    assert.equal(rounded(coreHours), rounded(3.05 + 99 * 0.05));
    assert.equal(rounded(hours), rounded(1 / 64 + 0.02 + 99 * 0.0005 + 0.05));
    assert.equal(limit, 'loose');
  });

  it('judges the largest client on one core', () => {
    const { hours, limit } = simulate(rates, { ...day, largest: 0.5 }, 64);
    assert.deepEqual([rounded(hours), limit], [rounded(1 / 64 + 1 + 0.05), 'largest client']);
  });

  it('takes as long as the disk does, and merges conclusions of each client', () => {
    const slow = simulate(rates, { ...day, disk: 1_000_000 }, 64);
    // Of 3.6 GB each: two to split, two to judge, two to merge; and 64 partitions read eight bytes for each exchange.
    assert.deepEqual([rounded(slow.hours), slow.limit], [6.512, 'disk']);
    const many = simulate(rates, { ...day, clients: 3_600_000 }, 64);
    assert.equal(many.limit, 'merge');
    assert.equal(many.partBytes, 18e9);
  });

  it('starts each task', () => {
    const { coreHours } = simulate({ ...rates, start: 3.6 }, day, 16);
    assert.equal(rounded(coreHours), rounded(3.05 + (64 + 16 + 1) * 0.001));
  });

  it('tells where twice the cores save less than a tenth', () => {
    const { cores, limit } = endOfScaling(rates, day);
    assert.equal(cores, 128);
    assert.equal(limit, 'merge');
    assert.equal(endOfScaling({ ...rates, merge: 1e12 }, { ...day, files: 1e6 }, 1024).cores, 1024);
  });
});
