import { readAddress } from '../../../exchange/address';
import type { AdapterAnswer, Evidence } from '../../../exchange/evidence';
import { placeOf } from '../../../exchange/evidence';
import type { Exchange } from '../../../exchange/exchange';
import type { Lane, RunExchange } from '../../wire/run';

/** What the conversation shows of what was recorded; nothing of a line in a log. */
export function exchangeEvent(evidence: Evidence): RunExchange | undefined {
  if (evidence.kind === 'log line') return undefined;
  return evidence.kind === undefined ? onTheWire(evidence) : ofTheAdapter(evidence);
}

function onTheWire(exchange: Exchange): RunExchange {
  const { seq, arrivedAt, answeredAt, sender, service, operation, request, response, failure } = exchange;
  const [from, to] = lanesOf(exchange);
  return {
    type: 'run.exchange',
    ...{ seq, at: arrivedAt, ms: Math.max(0, answeredAt - arrivedAt), from, to, sender },
    ...(service !== undefined && { service }),
    ...(operation !== undefined && { operation }),
    ...{ method: request.method, path: readAddress(request.url).pathname },
    ...(response !== undefined && { status: response.status }),
    ...(response === undefined && { failure: failure?.kind ?? 'no answer' }),
    ...(exchange.asked?.part === 'negative' && { negative: true }),
  };
}

function ofTheAdapter(answer: AdapterAnswer): RunExchange {
  const { seq, arrivedAt, askedAt = arrivedAt, failure } = answer;
  return {
    type: 'run.exchange',
    ...{ seq, at: askedAt, ms: Math.max(0, arrivedAt - askedAt), from: 'client', to: 'client' },
    ...{ sender: 'integrator', method: placeOf(answer), path: '' },
    ...(failure !== undefined && { failure: failure.kind }),
  };
}

function lanesOf({ sender, service, facts }: Exchange): readonly [from: Lane, to: Lane] {
  const isCallback = sender === 'service' || (sender === 'suite' && facts.callbackToken !== undefined);
  if (isCallback) return ['payer', 'client'];
  if (service === 'registry') return ['client', 'registry'];
  return ['client', service === 'provider' || service === 'dummyPayer' ? 'payer' : 'gateway'];
}
