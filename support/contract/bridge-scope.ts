import { isObject } from './json';
import { operations } from './operations';
import type { OperationName, ReadingValues } from './readings';

type Agreed = Pick<ReadingValues, 'bridge-scoped'>;

/** The messages that a target names as bridge-scoped, by operation id or path (clause 5.2). */
export function bridgeScoped({ 'bridge-scoped': named }: Agreed): readonly OperationName[] {
  return isObject(named) ? Object.keys(named) : (named ?? []);
}

/** The id that X-HIP-ID or X-HIU-ID has on such a message; `undefined`: the target names none, and any is right. */
export function bridgeIdOf({ 'bridge-scoped': named }: Agreed, name: OperationName): string | undefined {
  return isObject(named) ? named[name] : undefined;
}

/** X-HIP-ID or X-HIU-ID of a message between provider and payer, by its path; `undefined` where it is not bridge-scoped. */
export function bridgeIdAt(path: string, readings: ReadingValues, standard: string): string | undefined {
  const operation = operations.find((each) => each.service === 'provider' && each.path === path)?.id;
  const name = bridgeScoped(readings).find((each) => each === path || each === operation);
  return name === undefined ? undefined : (bridgeIdOf(readings, name) ?? standard);
}
