import { bridgeIdOf, bridgeScoped } from '../../contract/bridge-scope';
import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import type { RuleContext } from './judge';
import { isNamed } from './paths';
import { sight } from './sight';

export const bridgeHeaders = ['X-HIP-ID', 'X-HIU-ID'] as const;

export function isBridgeScoped(exchange: Exchange, { readings }: RuleContext): boolean {
  return bridgeScoped(readings).some((name) => isNamed(exchange, name));
}

/** The id that the target names for a message; `undefined`: none. */
export function bridgeIdFor(exchange: Exchange, { readings }: RuleContext): string | undefined {
  const name = bridgeScoped(readings).find((each) => isNamed(exchange, each));
  return name === undefined ? undefined : bridgeIdOf(readings, name);
}

/** Whether a message names the facility or bridge that it is for, and the one that the target names, if it does. */
export const bridgeIn = sight((exchange, context: RuleContext): 'right' | 'another' | 'none' => {
  const ids = bridgeHeaders.map((name) => headerValue(exchange.request.headers, name)?.trim() ?? '');
  const wanted = bridgeIdFor(exchange, context);
  if (ids.every((id) => id === '')) return 'none';
  return wanted === undefined || ids.includes(wanted) ? 'right' : 'another';
});

export const otherBridge =
  'the id of the sender, or of another facility, stands in place of the one that readings.bridge-scoped names';

/** What a message with another id than the target's shows. */
export function tellOtherBridge(exchange: Exchange, context: RuleContext) {
  const { headers } = exchange.request;
  const carried = bridgeHeaders.flatMap((name) => {
    const value = headerValue(headers, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return {
    expected: `X-HIP-ID or X-HIU-ID: ${bridgeIdFor(exchange, context) ?? ''}`,
    seen: carried.join(', '),
    cause: otherBridge,
  };
}
