import { operations } from '../../contract/operations';
import { requestAddress } from '../../exchange/address';
import type { Failure } from '../../exchange/exchange';
import type { RawExchange } from '../../exchange/recorder';
import type { Observation } from '../../mock/observation';
import type { Mock } from '../../mock/start-mock';
import type { Run } from '../../run/run';
import type { Doing } from './done-by';
import { doneBy } from './done-by';

/** What the mock saw, with what is known of it besides. */
export function toRaw(seen: Observation, mock: Mock, doing: Doing, run: Run): RawExchange {
  const { secure, tlsVersion, operation: addressed, meant: taken, request, ...wire } = seen;
  const base = new URL(mock.urls[seen.service]);
  const inClear = secure === false && base.protocol === 'https:';
  const idOf = (name: string | undefined) => operations.find(({ id }) => id === name)?.id;
  const [operation, meant] = [idOf(addressed), idOf(taken)];
  return {
    sender: 'integrator',
    ...wire,
    ...doneBy(run.evidence, doing),
    ...(operation !== undefined && { operation }),
    ...(meant !== undefined && { meant }),
    ...(inClear && { facts: { inClear } }),
    ...(tlsVersion !== undefined && { facts: { tlsVersion } }),
    request: { ...request, url: requestAddress(inClear ? `http://${base.host}` : base.origin, request.url) },
    ...(wire.response === undefined && { failure: failureOf(request.flaw?.code) }),
  };
}

/** Why the request could not be answered. */
function failureOf(code = 'ECONNRESET'): Failure {
  if (code === 'ERR_TLS_LEFT')
    return { kind: 'tls', code, message: 'the client ended the connection, and had asked for nothing' };
  return code.startsWith('ERR_SSL')
    ? { kind: 'tls', code, message: 'the handshake failed: another protocol, or a certificate not trusted' }
    : { kind: 'reset', code, message: 'the client went away before its request was whole' };
}
