import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { at, eachBreaks } from './breaches';
import { edit, header } from './edits';
import type { Step } from './exchanges';
import { certificate, play, session } from './exchanges';
import { broken, conclude, context, journey } from './judge';
import { plain } from '../../plain';

const time = (value: string | ((value: string) => string)) =>
  at('session', (step) => edit(step, header('TIMESTAMP', value)));

/** The instant of the request, some seconds off. */
const off = (seconds: number) => (value: string) =>
  new Date(Date.parse(value) + seconds * 1000).toISOString();

eachBreaks('TIMESTAMP', [
  ['six minutes old', ['HDR-08'], time(off(-360))],
  ['six minutes ahead', ['HDR-08'], time(off(360))],
  ['four minutes old', [], time(off(-240))],
  ['missing on fields for identity', ['HDR-06'], at('fields', (step) => edit(step, header('TIMESTAMP')))],
  [
    'missing on the identity certificate',
    ['CRT-04', 'HDR-06'],
    at('identity', (step) => edit(step, header('TIMESTAMP'))),
  ],
]);

/** Both requests say the same time. */
const still: Step[] = [session(), certificate('identity')].map((step) =>
  edit(step, header('TIMESTAMP', '2026-11-21T09:30:00.000Z')),
);

describe('a TIMESTAMP that stands still', () => {
  it('is broken by requests over a second apart', () => {
    assert.deepEqual(broken(play(still, 1100)), ['HDR-08']);
    assert.match(plain(conclude('HDR-08', play(still, 1100)).breaches[0]?.cause), /once at start-up/);
  });

  it('is no matter within a second', () => {
    assert.deepEqual(broken(play(still, 900)), []);
  });

  it('is found among other requests', () => {
    const [first, last] = still;
    assert.ok(first && last);
    assert.deepEqual(broken(play([first, certificate('identity'), last], 600)), ['HDR-08']);
  });
});

it('the age at which a TIMESTAMP is stale is a reading', () => {
  const readings = { ...context.readings, 'stale-after': { seconds: 600, status: 'any-4xx' as const } };
  const recording = play(journey(time(off(-360))));
  assert.deepEqual(broken(recording, { ...context, readings }), []);
});
