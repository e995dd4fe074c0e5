import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeStep, describeBreaches } from './breaches';
import { edit, replaceHeader } from './edits';
import type { JourneyStep } from './exchanges';
import { requestCertificate, playSteps, session } from './exchanges';
import { brokenIds, concludeFromEvidence, defaultRuleContext, journey } from './judge';
import { plainTextOrEmpty } from '../../plain';

const time = (value: string | ((value: string) => string)) =>
  changeStep('session', (step) => edit(step, replaceHeader('TIMESTAMP', value)));

/** The instant of the request, some seconds off. */
const off = (seconds: number) => (value: string) =>
  new Date(Date.parse(value) + seconds * 1000).toISOString();

describeBreaches('TIMESTAMP', [
  ['six minutes old', ['HDR-08'], time(off(-360))],
  ['six minutes ahead', ['HDR-08'], time(off(360))],
  ['four minutes old', [], time(off(-240))],
  [
    'missing on fields for identity',
    ['HDR-06'],
    changeStep('fields', (step) => edit(step, replaceHeader('TIMESTAMP'))),
  ],
  [
    'missing on the identity certificate',
    ['CRT-04', 'HDR-06'],
    changeStep('identity', (step) => edit(step, replaceHeader('TIMESTAMP'))),
  ],
]);

it('is not judged in a recording whose clock is off, by the Date of the answers', () => {
  const told = (clockSkewMs: number) => {
    const steps = [session(), requestCertificate('identity')].map((step) =>
      edit(step, replaceHeader('TIMESTAMP', off(400))),
    );
    const evidence = playSteps(steps).map((each) => ({ ...each, facts: { ...each.facts, clockSkewMs } }));
    const { breachCount, observations } = concludeFromEvidence('HDR-08', evidence);
    return [breachCount, observations];
  };
  assert.deepEqual(told(400_000), [0, 0]);
  assert.deepEqual(told(200), [2, 2]);
});

/** Both requests say the same time. */
const sharing = (timestamp: string): JourneyStep[] =>
  [session(), requestCertificate('identity')].map((step) =>
    edit(step, replaceHeader('TIMESTAMP', timestamp)),
  );

const still = sharing('2026-11-21T09:30:00.007Z');

describe('a TIMESTAMP that stands still', () => {
  it('is broken by requests over a second apart', () => {
    assert.deepEqual(brokenIds(playSteps(still, 1100)), ['HDR-08']);
    assert.match(
      plainTextOrEmpty(concludeFromEvidence('HDR-08', playSteps(still, 1100)).breaches[0]?.cause),
      /not made for each request/,
    );
  });

  it('is a warning while it is current, and a failure later', () => {
    const warningsAt = (gapMs: number) => {
      const { breaches } = concludeFromEvidence('HDR-08', playSteps(still, gapMs));
      return breaches.map(({ warns }) => warns);
    };
    assert.deepEqual(warningsAt(1100), [true]);
    assert.deepEqual(warningsAt(301_000), [undefined]);
  });

  it('is right on requests of one millisecond', () => {
    const { breachCount, observations } = concludeFromEvidence('HDR-08', playSteps(still, 0));
    assert.deepEqual([breachCount, observations], [0, 2]);
  });

  it('is no matter within a second', () => {
    assert.deepEqual(brokenIds(playSteps(still, 900)), []);
  });

  it('in whole seconds is no matter within two seconds', () => {
    const ofSeconds = sharing('2026-11-21T09:30:00.000Z');
    assert.deepEqual(brokenIds(playSteps(ofSeconds, 1900)), []);
    assert.deepEqual(brokenIds(playSteps(ofSeconds, 2100)), ['HDR-08']);
  });

  it('is found among other requests', () => {
    const [first, last] = still;
    assert.ok(first && last);
    assert.deepEqual(brokenIds(playSteps([first, requestCertificate('identity'), last], 600)), ['HDR-08']);
  });
});

it('the age at which a TIMESTAMP is stale is a reading', () => {
  const readings = {
    ...defaultRuleContext.readings,
    'stale-after': { seconds: 600, status: 'any-4xx' as const },
  };
  const recording = playSteps(journey(time(off(-360))));
  assert.deepEqual(brokenIds(recording, { ...defaultRuleContext, readings }), []);
});
