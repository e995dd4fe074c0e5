import assert from 'node:assert/strict';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Evidence } from '../../support/exchange/evidence';
import { formatRecordingHeader, defaultRedactionSettings } from '../../support/exchange/recording';
import { readEvidence } from '../../support/report/runs/read-run';
import { runRows } from '../mistakes/rows';
import { copyCachedRun } from '../runs/kept';
import type { FuzzTarget } from './door';
import { inTime } from './door';
import { applyByteEdits, byteEdits, applyJsonEdits, jsonEdits } from './edits';
import { judgeFile } from './judged';

const inputs = 100;

/** The evidence of features/mistakes and of a self-test: every kind of evidence that the judges know. */
async function readSamples(): Promise<readonly Evidence[]> {
  const { rows } = await runRows();
  const { folder, results } = await copyCachedRun('self-test');
  const ofRun = await readEvidence(join(folder, 'recording.jsonl'), results);
  return [...rows.flatMap(({ wrong }) => wrong), ...ofRun.values()];
}

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value).replaceAll('1e+308', '1e400'));

/** Lines of a recording, odd ones among them. Each character is a byte. */
function linesFrom(samples: readonly Evidence[]): fc.Arbitrary<string> {
  const sample = fc.constantFrom(...samples);
  return fc.oneof(
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
}

/** By its first line a file is known as a recording. */
const first = formatRecordingHeader(undefined, defaultRedactionSettings).trimEnd();

/** Recordings with odd lines: each is judged, or told in one line, and so are those beside it. */
export async function recordings(): Promise<FuzzTarget> {
  const samples = await readSamples();
  const exchange = bytesOf(samples.find(({ kind }) => kind === undefined)).toString('latin1');
  const content = fc.array(linesFrom(samples), { minLength: inputs, maxLength: inputs });
  return {
    name: 'recordings',
    inputs,
    property: fc.asyncProperty(content, async (lines) => {
      const file = Buffer.from([first, exchange, ...lines, ''].join('\n'), 'latin1');
      const judged = await inTime(() => judgeFile(file, 'rejudge'));
      assert.ok(judged > 0);
    }),
  };
}
