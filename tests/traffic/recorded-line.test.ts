import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lineOf } from '../../support/traffic/recorded-line';

const lines = [1, 2, 12, 120].map((seq) => JSON.stringify({ seq, text: `body of ${seq}\n{"seq":12, "}` }));
const recording = Buffer.from(`{"kind":"recording","nonce":"n"}\n${lines.join('\n')}\n{"seq":121,"cut`);

/** The recording, some bytes at a time. */
async function* inPieces(bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < recording.length; at += bytes)
    yield await Promise.resolve(recording.subarray(at, at + bytes));
}

it('finds the line of an exchange by its number, however the recording is cut', async () => {
  for (const bytes of [1, 2, 7, 30, recording.length])
    for (const [index, seq] of [1, 2, 12, 120].entries())
      assert.equal(await lineOf(seq, inPieces(bytes)), lines[index], `${seq} in pieces of ${bytes}`);
});

it('finds nothing where there is none, or where it is not whole', async () => {
  for (const bytes of [1, 9, recording.length])
    for (const seq of [0, 3, 20, 121]) assert.equal(await lineOf(seq, inPieces(bytes)), undefined);
});
