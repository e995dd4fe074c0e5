import { bridgeScoped } from '../../contract/bridge-scope';
import { operations } from '../../contract/operations';
import type { Circumstances } from '../judge/circumstances';

/** Why a target has no callbacks with a JWT of the gateway's. */
export function withoutJwt({ readings }: Circumstances): string | undefined {
  return readings['callback-jwt'].carried
    ? undefined
    : 'callbacks of the payer carry no JWT by readings.callback-jwt';
}

/** Why it is unknown whom a JWT is meant for. */
export function withoutParties(about: Circumstances): string | undefined {
  const { issuer, audience } = about.readings['callback-jwt'];
  const unstated =
    issuer === null && audience === null
      ? 'the target states neither issuer nor audience: set them in readings.callback-jwt'
      : undefined;
  return withoutJwt(about) ?? unstated;
}

const callbackNames: readonly string[] = operations
  .filter(({ receiver }) => receiver === 'provider')
  .flatMap(({ id, path }) => [id, path]);

/** Why no callback has to name a bridge. */
export function withoutBridgedCallbacks({ readings }: Circumstances): string | undefined {
  const named = [readings['plan-answer'], readings['eligibility-answer'], readings['payment-prompt']];
  const isCallback = (name: string): boolean => [...callbackNames, ...named].includes(name);
  return bridgeScoped(readings).some(isCallback)
    ? undefined
    : 'the target names no bridge-scoped callbacks: set readings.bridge-scoped';
}
