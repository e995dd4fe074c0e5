import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asSeenByProxy, edit, replaceHeader } from './edits';
import { playSteps } from './exchanges';
import { brokenIds, goodJourney, journey, judge, observedIds } from './judge';

/**
 * What a journey without faults, second processes and readings of the target does not exercise, nor one without values
 * over the limit.
 */
const unexercised = ['HDR-12', 'TOK-02', 'TOK-05', 'TOK-09', 'CRT-08', 'ENC-05', 'ENC-14', 'SEC-03'];

describe('a journey that keeps everything', () => {
  const recording = playSteps(journey());

  it('exercises all but what takes a stimulus', () => {
    const missing = [...judge(recording).keys()].filter((id) => !observedIds(recording).includes(id));
    // Transfers and flows with the payer are journeys of their own.
    assert.deepEqual(
      missing.filter((id) => !/^(HDT|DPY|FLW|CBK)-/.test(id)),
      unexercised,
      'add a step to `goodJourney` (tests/obligations/integrator/judge.ts), or the id to `unexercised` here',
    );
  });

  it('names exchanges as evidence', () => {
    for (const [id, { observations, evidence }] of judge(recording))
      assert.equal(observations > 0, evidence.length > 0, id);
  });

  it('is kept in another order of headers and another spelling of their names', () => {
    const requests = playSteps(Object.values(goodJourney()));
    const changed = requests.map((exchange) => ({
      ...exchange,
      request: {
        ...exchange.request,
        headers: exchange.request.headers
          .map(([name, value]) => [name.toLowerCase(), value] as const)
          .toReversed(),
      },
    }));
    assert.deepEqual(brokenIds(changed), []);
    assert.deepEqual(observedIds(changed), observedIds(requests));
  });
});

describe('a journey as a proxy records it', () => {
  const recording = playSteps(Object.values(goodJourney())).map(asSeenByProxy);

  it('shows nothing that takes a key or a planted value', () => {
    const ids = ['ENC-04', 'ENC-06', 'ENC-07', 'ENC-08', 'ENC-09', 'ENC-15', 'CRT-09'];
    assert.deepEqual(
      observedIds(recording).filter((id) => ids.includes(id)),
      [],
    );
  });

  it('still shows form, headers and operations', () => {
    const ids = ['SES-01', 'HDR-01', 'HDR-05', 'TOK-01', 'TOK-03', 'ENC-01', 'ENC-03', 'ENC-10', 'OTP-01'];
    assert.deepEqual(
      ids.filter((id) => !observedIds(recording).includes(id)),
      [],
    );
  });

  it('takes a token that was issued before it began', () => {
    assert.deepEqual(brokenIds(recording.slice(1)), []);
    assert.ok(observedIds(recording.slice(1)).includes('HDR-01'));
  });
});

describe('nothing of what is judged', () => {
  it('is shown by an empty recording', () => {
    assert.deepEqual(observedIds([]), []);
  });

  it('is shown by traffic to other parties', () => {
    const { session } = goodJourney();
    assert.ok(session);
    const elsewhere = playSteps([edit(session, replaceHeader('Content-Type'))]).map(
      ({ service, operation, ...exchange }) => ({
        ...exchange,
        request: { method: 'GET', url: 'https://elsewhere.example/', headers: [] },
        facts: { scheme: 'https' as const, loopback: false },
      }),
    );
    assert.deepEqual(observedIds(elsewhere), []);
  });
});
