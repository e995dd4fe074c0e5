import type { OperationId } from '../../contract/operations';
import { operations } from '../../contract/operations';
import { requestAddress } from '../../exchange/address';
import type { AdapterCall, Failure } from '../../exchange/exchange';
import type { RawExchange } from '../../exchange/recorder';
import type { Observation } from '../../mock/observation';
import type { Mock } from '../../mock/start-mock';
import type { Run } from '../../run/run';
import type { AskedNow, Doing } from './asked-now';

/** What the mock saw, with what is known of it besides. */
export function toRaw(seen: Observation, mock: Mock, doing: Doing, run: Run): RawExchange {
  const base = new URL(mock.urls[seen.service]);
  const inClear = seen.secure === false && base.protocol === 'https:';
  const origin = inClear ? `http://${base.host}` : base.origin;
  const idOf = (name: string | undefined) => operations.find(({ id }) => id === name)?.id;
  const [operation, meant] = [idOf(seen.operation), idOf(seen.meant)];
  const { asked, clientInstance } = doing;
  return {
    sender: 'integrator',
    arrivedAt: seen.arrivedAt,
    answeredAt: seen.answeredAt,
    service: seen.service,
    ...(run.scenario !== undefined && { scenario: run.scenario }),
    ...(asked !== undefined && { call: callOf(asked) }),
    ...(clientInstance !== undefined && { clientInstance }),
    ...(seen.stimulus !== undefined && { stimulus: seen.stimulus }),
    ...(operation !== undefined && { operation: operation satisfies OperationId }),
    ...(meant !== undefined && { meant }),
    ...(inClear && { facts: { inClear } }),
    request: {
      method: seen.method,
      url: requestAddress(origin, seen.target),
      headers: seen.headers,
      body: seen.body,
      bytes: seen.bodyBytes,
      ...(seen.flaw && { flaw: seen.flaw }),
    },
    ...(seen.answer ? { response: seen.answer } : { failure: failureOf(seen) }),
  };
}

/** Why nobody was left to answer. */
function failureOf({ flaw }: Observation): Failure {
  const code = flaw?.code ?? 'ECONNRESET';
  return code.startsWith('ERR_SSL')
    ? { kind: 'tls', code, message: 'the handshake failed: another protocol, or a certificate not trusted' }
    : { kind: 'reset', code, message: 'the client went away before its request was whole' };
}

function callOf({ number, method, service }: AskedNow): AdapterCall {
  return { number, method, ...(service !== undefined && { service }) };
}
