import { bridgeScoped } from '../../contract/bridge-scope';
import { operations, pathsOf } from '../../contract/operations';
import { pathOf } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import type { RuleContext } from './judge';

/** Those of the document, and those of the readings. */
function knownPaths({ readings }: RuleContext): string[] {
  const own = readings['registry-session'].path;
  const named = [
    ...(readings['consent-paths'] ?? []),
    ...bridgeScoped(readings),
    ...Object.keys(readings['oaep-hash']),
  ].filter((name) => name.startsWith('/'));
  return [
    ...operations.flatMap((each) => pathsOf(each)),
    ...named,
    ...(own === null ? [] : [own]),
    readings['callback-certificates'],
    readings['plan-answer'],
    readings['eligibility-answer'],
    readings['payment-prompt'],
    readings['payment-ack'],
  ];
}

/** Whether a request goes to a path, of the document or of a reading, behind whatever base address. */
export function isAtPath(exchange: Exchange, path: string): boolean {
  return pathOf(exchange).endsWith(path);
}

/** Whether a request goes to any of them. */
export function isAtKnownPath(exchange: Exchange, context: RuleContext): boolean {
  return knownPaths(context).some((path) => isAtPath(exchange, path));
}

/** Whether a request is one that a reading names: by an operation's id, or by a path. */
export function isNamed(exchange: Exchange, name: string): boolean {
  return exchange.operation === name || (name.startsWith('/') && isAtPath(exchange, name));
}
