import assert from 'node:assert/strict';
import fc from 'fast-check';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import type { FuzzTarget } from './door';
import { inTime } from './door';
import { applyJsonEdits, jsonEdits } from './edits';
import { judgeFile } from './judged';

const inputs = 100;
const samples = harOf([...generateTraffic({ exchanges: 60, seed: 3 })], { creator: 'fuzz' }).log.entries;

const entry = fc
  .tuple(fc.nat(samples.length - 1), jsonEdits)
  .map(([at, changes]) => applyJsonEdits(samples[at], changes));

/** Entries of HAR files with odd members: each is judged, or told in one line, and so are those beside it. */
export const harEntries: FuzzTarget = {
  name: 'HAR entries',
  inputs,
  property: fc.asyncProperty(fc.array(entry, { minLength: inputs, maxLength: inputs }), async (entries) => {
    const har = Buffer.from(JSON.stringify({ log: { entries } }).replaceAll('1e+308', '1e400'));
    assert.equal(await inTime(() => judgeFile(har, 'audit')), entries.length);
  }),
};
