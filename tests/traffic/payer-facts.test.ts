import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { PayerFact } from '../../support/contract/payer-facts';
import type { WireRequest } from '../../support/exchange/raw-exchange';
import { createRecording } from '../../support/exchange/recording';
import { TrafficRecorder } from '../../support/traffic/traffic-recorder';
import { trafficTarget as target } from '../../support/targets/traffic-target';

const recorder = new TrafficRecorder({ target, recording: createRecording() });
const body = Buffer.from('{"resourceType":"Bundle","type":"collection"}');

/** Records a message to the payer, and returns the facts about the message. */
function factOf(message: Partial<WireRequest>): PayerFact | undefined {
  const request = { method: 'POST', url: 'https://payer.example/v1/claim/submit', headers: [], ...message };
  const place = { sender: 'integrator', service: 'provider', operation: 'claim.submit' } as const;
  return recorder.record(place, { arrivedAt: 1, answeredAt: 2, request }).facts.payer;
}

test('facts of a payer message need its whole content', () => {
  assert.equal(factOf({ body })?.envelope, 'json');
  assert.equal(factOf({ body: Buffer.from('no JSON') })?.envelope, 'unreadable');
  const unknown: Readonly<Record<string, Partial<WireRequest>>> = {
    'cut at the limit': { body, bytes: 2_000_000 },
    compressed: { body: gzipSync(body), compressed: true },
    'compressed, and not named so': { body: gzipSync(body) },
    'broken off': { body, flaw: { kind: 'incomplete', code: 'ECONNRESET' } },
    'not kept': { body: Buffer.alloc(0), absent: true },
  };
  for (const [what, message] of Object.entries(unknown)) assert.equal(factOf(message), undefined, what);
});
