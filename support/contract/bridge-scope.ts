import { isObject } from './json';
import { operations } from './operations';
import type { NamedRequest, OperationName, ReadingValues } from './readings';
import { isNamedBy } from './readings';

type Agreed = Pick<ReadingValues, 'bridge-scoped'>;

/** Returns the ids or paths of the operations that the target declares as bridge-scoped (clause 5.2). */
export function bridgeScopedOperations({ 'bridge-scoped': named }: Agreed): readonly OperationName[] {
  return isObject(named) ? Object.keys(named) : (named ?? []);
}

/**
 * Returns the value that X-HIP-ID or X-HIU-ID must have on a bridge-scoped operation. `undefined` if the
 * target file sets no value, in which case any value is accepted.
 */
export function configuredBridgeId(
  { 'bridge-scoped': named }: Agreed,
  name: OperationName,
): string | undefined {
  return isObject(named) ? named[name] : undefined;
}

/**
 * Returns the value that X-HIP-ID or X-HIU-ID must have on a request. `undefined` if the request is not
 * bridge-scoped, or if the target file sets no value.
 */
export function bridgeIdOf(request: NamedRequest, readings: Agreed): string | undefined {
  const name = bridgeScopedOperations(readings).find((each) => isNamedBy(each, request));
  return name === undefined ? undefined : configuredBridgeId(readings, name);
}

/**
 * Returns the value of X-HIP-ID or X-HIU-ID for a message to this path between provider and payer: the
 * configured id, or else `standard`. Returns `undefined` if the operation is not bridge-scoped.
 */
export function bridgeIdForPath(path: string, readings: ReadingValues, standard: string): string | undefined {
  const operation = operations.find((each) => each.service === 'provider' && each.path === path)?.id;
  const name = bridgeScopedOperations(readings).find((each) => each === path || each === operation);
  return name === undefined ? undefined : (configuredBridgeId(readings, name) ?? standard);
}
