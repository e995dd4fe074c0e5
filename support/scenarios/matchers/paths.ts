import { documentedSegments, operationPattern, operations } from '../../contract/operations';
import type { ReadingValues } from '../../contract/readings';
import { defaultReadings } from '../../contract/readings';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';

const unversioned = (path: string): string => path.replace(/\/v\d+(\.\d+)?(?=\/)/g, '');

const documented = operations.map(({ path }) => new RegExp(`${operationPattern(path)}$`));

const anyVersion = '/{version}';

/**
 * Whether a request goes to a path as the document writes it, behind whatever base address; a stand-in is any segment,
 * and `{version}` any version or none.
 */
export function isAt(exchange: Exchange, path: string): boolean {
  if (path.includes(anyVersion))
    return unversioned(pathOfRequest(exchange)).endsWith(path.replace(anyVersion, ''));
  const open = path
    .replace(`/${documentedSegments.nationalId}/`, '/{nationalId}/')
    .replace(new RegExp(`^/${documentedSegments.identity}/`), '/{identity}/');
  return new RegExp(`${operationPattern(open)}/?$`).test(pathOfRequest(exchange));
}

/** Whether a request goes to a path with that version segment. */
export function isOfVersion(exchange: Exchange, version: string): boolean {
  return pathOfRequest(exchange).split('/').includes(version);
}

/**
 * Matches the paths that the gateway has, or had: its own APIs, sessions and certificates. Other systems have others.
 */
const pathsOfGateway = /\/api\/hiecm\/|\/gateway\/v|\/(sessions?|token)(\/|$)|cert/i;

/** The same, where segments of a base address do not count: of a path that the document shows, its own do. */
export function isOfOldVersion(exchange: Exchange, version: string): boolean {
  const shown = operations.find(({ id }) => id === exchange.operation)?.path;
  const path = pathOfRequest(exchange);
  if (!documented.some((each) => each.test(path)))
    return isOfVersion(exchange, version) && pathsOfGateway.test(path);
  return shown?.split('/').includes(version) ?? false;
}

/** Callbacks and answers whose paths the document does not show. */
const readPaths = ['plan-answer', 'eligibility-answer', 'payment-prompt', 'payment-ack'] as const;

/** The path that features name, as this target has it: where it is a reading, they show the default. */
export function resolveFeaturePath(path: string, readings: ReadingValues): string {
  const reading = readPaths.find((id) => defaultReadings[id] === path);
  return reading === undefined ? path : readings[reading];
}
