import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import type { Exchange } from '../../support/exchange/exchange';
import { TrafficLoop } from '../../support/traffic/traffic-loop';
import { uuid } from '../obligations/integrator/cycle-exchanges';
import { approvedFact, payerAnswer, providerSubmission, providerTrigger } from '../obligations/payer/cycles';

/** Returns the ids of the obligations that are broken in a recording that is judged again. */
function brokenAgain(exchanges: readonly Exchange[]): string[] {
  const loop = new TrafficLoop({ readings: defaultReadings }, true);
  exchanges.forEach((each, index) => {
    loop.take({ ...each, seq: index + 1 });
  });
  loop.endRecording();
  return [...loop.conclude()].flatMap(([id, { breachCount }]) => (breachCount > 0 ? [id] : []));
}

/** Returns an exchange as recorded traffic contains it. */
function asTraffic({ asked, subject, ...exchange }: Exchange): Exchange {
  return { ...exchange, sender: 'integrator' };
}

/** Returns a preauthorization with its trigger. The callback goes to an address that is not recorded. */
const sent = (): Exchange[] => [
  providerSubmission('preauth', uuid(1)),
  providerTrigger('preauth', 'Approve', uuid(1)),
];

describe('a recording that is judged again', () => {
  it('shows a missing callback if the recording is of a run', () => {
    assert.ok(brokenAgain(sent()).includes('FLW-12'));
  });

  it('shows no missing callback if the recording is of traffic', () => {
    assert.ok(!brokenAgain(sent().map(asTraffic)).includes('FLW-12'));
  });

  it('shows no missing request if the recording is of traffic', () => {
    assert.ok(!brokenAgain([payerAnswer('preauth', uuid(2), approvedFact)]).includes('CBK-01'));
  });
});
