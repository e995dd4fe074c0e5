import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { whyWithheld } from '../../exchange/masks';
import { isComparableText } from '../../exchange/read-form';
import { reportText } from '../../exchange/text';
import type { ReportText } from '../../exchange/text';
import { nonBlankHeader, grantsSession } from './requests';

/** What is remembered of one client: those that come after the first so many tokens are not judged by them. */
const mostTokens = 10_000;

/** By what one process of a client can be told from another. */
interface Marks {
  /** Connections are no marks: one process has several, and its ports change. */
  readonly address?: string | undefined;
  readonly bridge?: string | undefined;
}

/** Where a request came from, by what is known so far; `token`: the one that it carries, or is granted. */
export interface RequestOrigin extends Marks {
  readonly token?: string | undefined;
}

interface Token {
  address?: string | undefined;
  bridge?: string | undefined;
  /** When it was granted, or else first used, by the order of things. */
  readonly since: number;
  lastUsed?: number;
}

/** The origin of a request behind proxies: the first address, or what stands in its place. */
function forwardedFor({ request: { headers } }: Exchange): string | undefined {
  const [first = ''] = /^(?:‹[^›]*›|[^,‹]*)/.exec(headerValue(headers, 'X-Forwarded-For') ?? '') ?? [];
  const isComparable = first !== '' && isComparableText(first);
  return isComparable ? first : undefined;
}

const bridgeId = (exchange: Exchange): string | undefined =>
  nonBlankHeader(exchange, 'X-HIP-ID') ?? nonBlankHeader(exchange, 'X-HIU-ID');

/**
 * Tells processes of one client apart where exchanges do not name them: pods share a client id, and each keeps a token
 * and certificates of its own. Different addresses or bridge ids are different sources, unless one token comes with
 * both.
 */
export class Processes {
  readonly #tokens = new Map<string, Token>();
  #hidesTokens = false;
  readonly #same = { address: new Map<string, string>(), bridge: new Map<string, string>() };
  #order = 0;

  /** Whether an exchange carries a token that an earlier one carried. */
  observe(exchange: Exchange): boolean {
    this.#order += 1;
    const { tokens = {} } = exchange.facts;
    const marks = marksOf(exchange);
    const granted = grantsSession(exchange) ? tokens['response:/accessToken']?.pseudonym : undefined;
    if (granted !== undefined) this.#note(granted, marks);
    const used = this.#usedIn(exchange);
    if (used === undefined && whyWithheld(exchange, 'Authorization') !== undefined) this.#hidesTokens = true;
    const token = used === undefined ? undefined : this.#note(used, marks);
    const isAgain = token?.lastUsed !== undefined;
    // One that is refused is not alive.
    if (token !== undefined && exchange.response?.status !== 401) token.lastUsed = this.#order;
    return isAgain;
  }

  /** Where an exchange that was observed came from; `undefined` for one too many to be judged by. */
  originOf(exchange: Exchange): RequestOrigin | undefined {
    const granted = grantsSession(exchange)
      ? exchange.facts.tokens?.['response:/accessToken']?.pseudonym
      : undefined;
    const token = granted ?? this.#usedIn(exchange);
    if (token !== undefined && !this.#tokens.has(token)) return undefined;
    return { ...marksOf(exchange), token };
  }

  /** What came from one source stands together, by the name of the source. */
  bySource<Of extends { readonly origin: RequestOrigin }>(
    all: readonly Of[],
  ): ReadonlyMap<string, readonly Of[]> {
    return Map.groupBy(all, ({ origin: { token, ...marks } }) =>
      this.#sourceOf((token === undefined ? undefined : this.#tokens.get(token)) ?? marks),
    );
  }

  /** Returns the number of addresses of a source: one token came from all of them. */
  addressesOf(source: string): number {
    const joined = [...this.#same.address.keys()].filter((address) =>
      source.startsWith(`${this.#first('address', address)} `),
    );
    return 1 + joined.length;
  }

  /** Whether an address or a bridge id distinguishes a source from others of its client. */
  isNamed(source: string): boolean {
    return source !== this.#sourceOf({});
  }

  /** Whether a request may carry a token that the recording does not show: more tokens may have been in use. */
  get hidesTokens(): boolean {
    return this.#hidesTokens;
  }

  /** The largest number of tokens of a source that were in use at once; none where no request shows its token. */
  atOnce(source: string): number {
    const changes: (readonly [at: number, by: 1 | -1])[] = [];
    for (const token of this.#tokens.values())
      if (token.lastUsed !== undefined && this.#sourceOf(token) === source)
        changes.push([token.since, 1], [token.lastUsed + 0.5, -1]);
    changes.sort(([one], [other]) => one - other);
    let [now, most] = [0, 0];
    for (const [, by] of changes) {
      now += by;
      most = Math.max(most, now);
    }
    return most;
  }

  /** Another token may be agreed on for the dummy payer: there, only one that is known shows anything. */
  #usedIn({ facts: { tokens = {} } }: Exchange): string | undefined {
    const bearer = tokens['request:bearer_auth']?.pseudonym;
    const own = tokens['request:authorization']?.pseudonym;
    return own ?? (bearer !== undefined && this.#tokens.has(bearer) ? bearer : undefined);
  }

  #note(pseudonym: string, marks: Marks): Token | undefined {
    const known = this.#tokens.get(pseudonym);
    if (known === undefined) {
      if (this.#tokens.size >= mostTokens) return undefined;
      const token = { ...marks, since: this.#order };
      this.#tokens.set(pseudonym, token);
      return token;
    }
    for (const kind of ['address', 'bridge'] as const) {
      const [one, other] = [this.#first(kind, known[kind]), this.#first(kind, marks[kind])];
      if (one === '') known[kind] = marks[kind];
      else if (other !== '' && other !== one) this.#same[kind].set(other, one);
    }
    return known;
  }

  #sourceOf({ address, bridge }: Marks): string {
    return `${this.#first('address', address)} ${this.#first('bridge', bridge)}`;
  }

  /** What stands for a mark and all that came with the same token as it. */
  #first(kind: keyof Marks, mark = ''): string {
    const same = this.#same[kind];
    let first = mark;
    for (let next = same.get(first); next !== undefined; next = same.get(first)) first = next;
    return first;
  }
}

function marksOf(exchange: Exchange): Marks {
  return { address: forwardedFor(exchange) ?? exchange.facts.source, bridge: bridgeId(exchange) };
}

/** How many processes may have done what one does once, and why that is not known for certain. */
interface Explained {
  readonly most: number;
  readonly why: ReportText;
}

/** Counts addresses, too: pods at several addresses may share one token. */
function explainByProcesses(processes: Processes, source: string, declared: number, what: string): Explained {
  const atOnce = processes.atOnce(source);
  const addresses = processes.addressesOf(source);
  const how =
    atOnce === 0
      ? 'no request shows which of the tokens it carries'
      : processes.hidesTokens
        ? 'some requests do not show which of the tokens they carry'
        : addresses > atOnce
          ? reportText`one token came from ${addresses} addresses`
          : reportText`${atOnce} tokens were in use at once`;
  return {
    most: atOnce === 0 || processes.hidesTokens ? Infinity : Math.max(atOnce, addresses, declared),
    why: reportText`several processes of one client may each have ${what} of its own: ${how}; client.address of a log, X-Forwarded-For or a bridge id would tell them apart, or integrator.processes says how many there are`,
  };
}

/** The time in which a client is restarted at most {@link mostRestarts} times, in milliseconds. */
export const restartsWithinMs = 3_600_000;

/** The number of restarts within an hour that may explain repetitions. The number is ours. */
export const mostRestarts = 3;

/** Something that each process does once, and that a source has done before. */
interface Repeated {
  /** The number of times that the source has done it, including this time. */
  readonly held: number;
  /** The number of restarts that may explain it. */
  readonly restarts: number;
}

/**
 * Returns the repetitions that neither several processes of a source nor restarts explain. `why` is set if they may
 * explain all repetitions.
 */
export function beyondProcesses<Of extends Repeated>(
  all: readonly Of[],
  processes: Processes,
  { source, declared, what }: { readonly source: string; readonly declared: number; readonly what: string },
): { readonly beyond: readonly Of[]; readonly why?: ReportText } {
  const needless = all.filter(({ held }) => held > declared);
  if (needless.length === 0) return { beyond: [] };
  const { most, why } = explainByProcesses(processes, source, declared, what);
  const beyond = needless.filter(({ held, restarts }) => held > most + restarts);
  if (beyond.length > 0) return { beyond };
  const isRestarted = needless.some(({ held }) => held > most);
  return { beyond, why: isRestarted ? whyRestarted(what) : why };
}

const whyRestarted = (what: string): ReportText =>
  reportText`the client may have been restarted, or the recording may contain only a part of several processes, and each process has ${what} of its own: integrator.processes, or an address or bridge id of each process, would show it`;
