import type { Exchange } from '../../exchange/exchange';
import { isReadable } from './requests';

/** How a handshake fails that begins with a request in clear. */
const spokenInClear = 'ERR_SSL_HTTP_REQUEST';

/** Whether a request came over TLS. Plain http on loopback is as good, where no TLS is spoken. */
export function isOverTls({ service, facts, request }: Exchange): boolean {
  if (request.flaw?.code === spokenInClear) return false;
  return service === undefined || facts.scheme === 'https' || (facts.loopback && facts.inClear !== true);
}

/** Whether a connection ended in its handshake, before anything was asked. */
export function endsInHandshake(exchange: Exchange): boolean {
  const { code = '' } = exchange.request.flaw ?? {};
  return !isReadable(exchange) && code !== spokenInClear && /^ERR_(SSL|TLS)_/.test(code);
}
