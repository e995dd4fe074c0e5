import type { Exchange } from '../../exchange/exchange';
import { documentedPaths, operationPattern } from '../../contract/operations';
import { isDocumentedPath, pathOf } from '../../obligations/judge/requests';
import { unversioned } from '../../obligations/transport/calls';

/** Whether a request goes to a path as the document writes it, behind whatever base address; a stand-in is any segment. */
export function isAt(exchange: Exchange, path: string): boolean {
  const open = path
    .replace(`/${documentedPaths.nationalId}/`, '/{nationalId}/')
    .replace(new RegExp(`^/${documentedPaths.identity}/`), '/{identity}/');
  return new RegExp(`${operationPattern(open)}/?$`).test(pathOf(exchange));
}

/** The same, whatever version stands there, or none. */
export function isAtAnyVersion(exchange: Exchange, path: string): boolean {
  return unversioned(pathOf(exchange)).endsWith(unversioned(path));
}

/** Whether a request goes to a path with that version segment. */
export function isOfVersion(exchange: Exchange, version: string): boolean {
  return pathOf(exchange).split('/').includes(version);
}

/** The same for a path that the document does not show. */
export function isOfOldVersion(exchange: Exchange, version: string): boolean {
  return isOfVersion(exchange, version) && !isDocumentedPath(exchange);
}
