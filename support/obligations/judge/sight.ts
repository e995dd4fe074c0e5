import type { Lookout, Part } from '../../exchange/arrived';
import type { Exchange } from '../../exchange/exchange';
import type { RuleContext } from './judge';

/** Reads something in an exchange: as it arrived, where the recording tells; else in what was recorded. */
export type Sight<Args extends readonly unknown[], Seen> = (exchange: Exchange, ...args: Args) => Seen;

/** What every sight looks for, in a context; filled while the rules are loaded. */
const made: ((context: RuleContext) => Lookout)[] = [];

/**
 * Everything that rules read in an exchange and that redaction could change. A recorder that is given them keeps what
 * they saw before, so that redaction never changes what is judged.
 */
export function lookoutsFor(context: RuleContext): Lookout[] {
  return made.map((make) => make(context));
}

/**
 * Reads what follows from the text of some parts of an exchange: never the text itself, since what is read is recorded.
 * Null, which JSON has for nothing, is not to be read.
 */
export function sight<Args extends [] | [RuleContext], Seen>(
  name: string,
  parts: readonly Part[],
  read: (exchange: Exchange, ...args: Args) => Seen,
): Sight<Args, Seen> {
  return lookFor(name, parts, 'conclusion', read);
}

/**
 * Reads a text that is only ever compared with others: where it is hidden, a pseudonym takes its place. `always`: the
 * same text may be hidden in one exchange and not in another.
 */
export function sameness<Args extends [] | [RuleContext], Seen extends string | undefined>(
  name: string,
  parts: readonly Part[],
  read: (exchange: Exchange, ...args: Args) => Seen,
  { always = false } = {},
): Sight<Args, Seen> {
  return lookFor(name, parts, always ? 'text, always' : 'text', read);
}

function lookFor<Args extends [] | [RuleContext], Seen>(
  name: string,
  parts: readonly Part[],
  gives: Lookout['gives'],
  read: (exchange: Exchange, ...args: Args) => Seen,
): Sight<Args, Seen> {
  made.push((context) => ({
    name,
    parts,
    gives,
    look: (exchange) => read(exchange, ...([context] as unknown as Args)),
  }));
  const look = (exchange: Exchange, ...args: Args): Seen => {
    const seen = seenIn(exchange, name);
    return seen === undefined ? read(exchange, ...args) : ((seen.value ?? undefined) as Seen);
  };
  return lastKept(look);
}

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

/** What the recording keeps of a sight; `undefined` where what was recorded reads the same. */
export function seenIn(
  { facts: { arrived } }: Exchange,
  name: string,
): { readonly value: unknown } | undefined {
  return arrived !== undefined && Object.hasOwn(arrived, name) ? { value: arrived[name] } : undefined;
}
