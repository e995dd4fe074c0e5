import type { Exchange } from '../../exchange/exchange';
import type { RuleContext } from './judge';

/** Reads something in an exchange. */
export type Sight<Args extends readonly unknown[], Seen> = (exchange: Exchange, ...args: Args) => Seen;

/** Reads what many rules ask for of one exchange in a row. */
export const sight = <Args extends [] | [RuleContext], Seen>(read: Sight<Args, Seen>): Sight<Args, Seen> =>
  lastKept(read);

/** Keeps what was seen last: many rules ask for the same of one exchange in a row. */
export function lastKept<Of extends object, Args extends [] | [RuleContext], Seen>(
  look: (of: Of, ...args: Args) => Seen,
): (of: Of, ...args: Args) => Seen {
  let last: { readonly of: Of; readonly context: RuleContext | undefined; readonly seen: Seen } | undefined;
  return (of, ...args) => {
    const [context] = args;
    if (last?.of !== of || last.context !== context) last = { of, context, seen: look(of, ...args) };
    return last.seen;
  };
}
