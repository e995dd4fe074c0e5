import type { Exchange } from '../../exchange/exchange';
import { isDocumentedPath, operationPattern, pathOf } from '../../obligations/judge/requests';

/** Whether a request goes to a path as the document writes it, behind whatever base address. */
function isAt(exchange: Exchange, path: string): boolean {
  return new RegExp(`${operationPattern(path)}/?$`).test(pathOf(exchange));
}

/** Whether a request goes by that method to that path. A GET has no body. */
export function goesBy(exchange: Exchange, method: string, path: string): boolean {
  const isBare = (exchange.request.body?.bytes ?? 0) === 0;
  return exchange.request.method === method && isAt(exchange, path) && (method !== 'GET' || isBare);
}

/** Whether a request goes to a path with that version segment, which the document does not show. */
export function isOfOldVersion(exchange: Exchange, version: string): boolean {
  return pathOf(exchange).split('/').includes(version) && !isDocumentedPath(exchange);
}
