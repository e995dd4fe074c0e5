import type { Exchange } from '../../exchange/exchange';
import { isDocumentedPath, operationPattern, pathOf } from '../../obligations/judge/requests';

/** Whether a request goes to a path as the document writes it, behind whatever base address. */
export function isAt(exchange: Exchange, path: string): boolean {
  return new RegExp(`${operationPattern(path)}/?$`).test(pathOf(exchange));
}

/** Whether a request goes to a path with that version segment, which the document does not show. */
export function isOfOldVersion(exchange: Exchange, version: string): boolean {
  return pathOf(exchange).split('/').includes(version) && !isDocumentedPath(exchange);
}
