import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FaultError, toCallOutcome, parseRpcResponse } from '../../support/adapter/call-results';
import { LineSplitter } from '../../support/adapter/lines';
import { adapterMethods } from '../../support/adapter/protocol';
import { schemaExamples, schemaIds } from '../../support/contract/schemas';
import type { FuzzTarget } from './door';
import { inTime } from './door';
import { applyByteEdits, byteEdits, applyJsonEdits, jsonEdits } from './edits';

const answers = schemaIds()
  .filter((id) => /^adapter\/.*-result$/.test(id))
  .flatMap((id) => schemaExamples(id))
  .map((result) => ({ jsonrpc: '2.0', id: 1, result }));
const refusals = [
  { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'no', data: { why: 'no' } } },
  { jsonrpc: '2.0', method: 'note', params: {} },
];
const sample = fc.constantFrom<unknown>(...answers, ...refusals);
const line = fc.oneof(
  fc.tuple(sample, jsonEdits).map(([each, changes]) => JSON.stringify(applyJsonEdits(each, changes))),
  fc
    .tuple(sample, byteEdits)
    .map(([each, changes]) => applyByteEdits(Buffer.from(JSON.stringify(each)), changes).toString('latin1')),
);

/** Lines of an adapter with odd members and bytes: each is an answer, or a fault of the adapter. */
export const adapterLines: FuzzTarget = {
  name: 'adapter lines',
  inputs: 1,
  property: fc.asyncProperty(
    line,
    fc.constantFrom(...adapterMethods),
    fc.integer({ min: 1, max: 64 }),
    (text, method, size) =>
      inTime(() => {
        const splitter = new LineSplitter(50_000);
        const bytes = Buffer.from(`${text}\n`, 'latin1');
        for (let at = 0; at < bytes.length; at += size * 100)
          for (const each of splitter.push(bytes.subarray(at, at + size * 100)))
            if (each.kind === 'line') take(each.bytes, method);
      }),
  ),
};

function take(bytes: Buffer, method: (typeof adapterMethods)[number]): void {
  try {
    const answer = parseRpcResponse(bytes);
    if (answer !== 'unsolicited') toCallOutcome(method, answer);
  } catch (error) {
    assert.ok(error instanceof FaultError, String((error as Error).stack));
    assert.ok(error.fault.what.length < 4000, error.fault.what.slice(0, 200));
  }
}
