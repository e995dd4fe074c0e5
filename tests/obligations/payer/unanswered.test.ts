import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultReadings } from '../../../support/contract/readings';
import type { Exchange } from '../../../support/exchange/exchange';
import { playedMessage } from '../absence/rows-of-payer';
import { concludeFromExchanges, describeConclusion } from '../exchanges';
import { queryExchange, reply, submitExchange, triggerExchange, uuid } from '../integrator/cycle-exchanges';

/** Returns an exchange that ended without an answer, for example because the mock was stopped. */
function withoutAnswer({ response, ...exchange }: Exchange): Exchange {
  return { ...exchange, failure: { kind: 'reset', code: 'ECONNRESET', message: 'no answer' } };
}

const told = (id: string, ...exchanges: Exchange[]): string =>
  describeConclusion(concludeFromExchanges(id, exchanges, {}, { playsServices: true }));

test('a message of the client that got no answer was not refused by the payer', () => {
  const id = uuid(1);
  const submit = submitExchange('preauth', id);
  const query = [submit, triggerExchange('preauth', 'Query', id), queryExchange(id)];
  const prompt = playedMessage('suite', { path: defaultReadings['payment-prompt'], correlationId: id });
  const acknowledgment = playedMessage('integrator', {
    path: defaultReadings['payment-ack'],
    correlationId: id,
  });
  const open = 'unjudged, 0 kept, 0 broken';
  const approve = triggerExchange('preauth', 'Approve', id);
  assert.equal(told('FLW-03', withoutAnswer(submit), approve), open);
  assert.equal(told('FLW-05', ...query, withoutAnswer(reply(id))), open);
  assert.equal(told('FLW-09', prompt, withoutAnswer(acknowledgment)), open);
});
