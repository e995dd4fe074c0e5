import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Evidence } from '../../support/exchange/evidence';
import { formatRecordingHeader, defaultRedactionSettings } from '../../support/exchange/recording';
import type { FuzzTarget } from './door';
import { inTime } from './door';
import { applyByteEdits, byteEdits, applyJsonEdits, jsonEdits } from './edits';
import { judgeFile } from './judged';

const inputs = 100;
const root = join(__dirname, '../..');

interface Examples {
  readonly right?: { readonly evidence: readonly Evidence[] };
  readonly wrong?: { readonly evidence: readonly Evidence[] };
}

/** Every kind of evidence that the judges know, as recorded. */
const samples = globSync('examples/exchanges/*.json', { cwd: root })
  .sort()
  .flatMap((file) =>
    Object.values(JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, Examples>),
  )
  .flatMap(({ right, wrong }) => [...(right?.evidence ?? []), ...(wrong?.evidence ?? [])]);

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value).replaceAll('1e+308', '1e400'));

const sample = fc.nat(samples.length - 1).map((at) => samples[at]);
/** Each character is a byte. */
const line = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(sample, jsonEdits)
      .map(([each, changes]) => bytesOf(applyJsonEdits(each, changes)).toString('latin1')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(sample, byteEdits)
      .map(([each, changes]) => applyByteEdits(bytesOf(each), changes).toString('latin1')),
  },
);
/** By its first line a file is known as a recording. */
const first = formatRecordingHeader(undefined, defaultRedactionSettings).trimEnd();
const exchange = bytesOf(samples.find(({ kind }) => kind === undefined)).toString('latin1');

/** Recordings with odd lines: each is judged, or told in one line, and so are those beside it. */
export const recordings: FuzzTarget = {
  name: 'recordings',
  inputs,
  property: fc.asyncProperty(fc.array(line, { minLength: inputs, maxLength: inputs }), async (lines) => {
    const content = Buffer.from([first, exchange, ...lines, ''].join('\n'), 'latin1');
    const judged = await inTime(() => judgeFile(content, 'rejudge'));
    assert.ok(judged > 0);
  }),
};
