import type { Exchange } from '../../exchange/exchange';
import type { Finding, Told } from '../judge/judge';
import type { Origin } from '../judge/processes';
import { Processes, explainedBy } from '../judge/processes';
import { grantsSession } from '../judge/requests';
import type { Held } from './needless';
import { heldIn, needlessBreach } from './needless';

/** A session that was granted, as long as no other is needed in its place. */
interface Granted extends Held {
  readonly origin: Origin;
  readonly exchange: Pick<Exchange, 'seq' | 'arrivedAt' | 'request'>;
  /** Sessions before and after a refused token have nothing to do with each other. */
  readonly round: number;
  /** Epoch milliseconds: from then on another one may be had. */
  readonly until: number;
}

/**
 * Sessions of a client whose processes the exchanges do not name. Each process may hold one, so that there are needless
 * ones only where more are held at a time than tokens of that source are in use at once.
 */
export class SharedSessions {
  readonly #processes = new Processes();
  readonly #declared: number;
  readonly #granted: Granted[] = [];
  /** How often a token of the client was refused. */
  #refusals = 0;

  constructor(declared: number) {
    this.#declared = declared;
  }

  /** Whether it carries a token that an earlier one carried. */
  observe(exchange: Exchange): boolean {
    const isAgain = this.#processes.observe(exchange);
    const origin = this.#processes.originOf(exchange);
    if (origin !== undefined) this.#note(exchange, origin);
    return isAgain;
  }

  #note(exchange: Exchange, origin: Origin): void {
    if (exchange.response?.status === 401) this.#refusals += 1;
    if (!grantsSession(exchange)) return;
    const held = heldIn(exchange);
    if (held.lifeMs === undefined || held.staged) return;
    const { seq, arrivedAt, request } = exchange;
    const until = held.grantedAt + held.lifeMs / 2;
    this.#granted.push({
      ...held,
      origin,
      exchange: { seq, arrivedAt, request },
      round: this.#refusals,
      until,
    });
  }

  findings(): Finding[] {
    return [...this.#processes.bySource(this.#granted)].flatMap(([source, sessions]) => {
      const rounds = Map.groupBy(sessions, ({ round }) => round);
      return this.#judge(source, [...rounds.values()].flatMap(heldAtOnce));
    });
  }

  #judge(source: string, sessions: readonly Counted[]): Finding[] {
    const needless = sessions.filter(({ held }) => held > this.#declared);
    if (needless.length === 0) return [];
    const { most, why } = explainedBy(this.#processes, source, this.#declared, 'a session');
    const beyond = needless.filter(({ held }) => held > most);
    if (beyond.length === 0) return [{ judgement: { unjudged: why, withholds: true }, seqs: [] }];
    return beyond.map(({ breach, seqs }) => ({ judgement: { breach }, seqs }));
  }
}

/** A session with the number of those that are held at its beginning, itself among them. */
interface Counted {
  readonly held: number;
  readonly breach: Told;
  readonly seqs: readonly number[];
}

/** Only where others are held: the first of all needs no reason. */
function heldAtOnce(sessions: readonly Granted[]): Counted[] {
  const ends = sessions.map(({ until }) => until).sort((one, other) => one - other);
  let ended = 0;
  let before: Granted | undefined;
  return sessions.flatMap((session, index) => {
    const { exchange } = session;
    while ((ends[ended] ?? Infinity) <= exchange.arrivedAt) ended += 1;
    const last = before;
    if (before === undefined || session.until >= before.until) before = session;
    const held = index + 1 - ended;
    if (last === undefined || held < 2) return [];
    return [{ held, breach: needlessBreach(exchange, last), seqs: [exchange.seq, last.seq] }];
  });
}
