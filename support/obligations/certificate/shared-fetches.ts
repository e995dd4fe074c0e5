import { counted } from '../../contract/counted';
import type { Exchange } from '../../exchange/exchange';
import { numbered, text } from '../../exchange/text';
import { showRequest } from '../judge/fates';
import type { Finding, Told } from '../judge/judge';
import { inFacets } from '../judge/judge';
import type { Origin } from '../judge/processes';
import { Processes, explainedBy } from '../judge/processes';
import { certificateOf, isRequest } from '../judge/requests';
import { isAccepted } from '../../exchange/exchange';

/** A certificate that was brought. */
interface Fetch {
  readonly origin: Origin;
  readonly exchange: Pick<Exchange, 'seq' | 'request' | 'service'>;
  /** The service, and how often what is cached of it was put in doubt. */
  readonly round: string;
  /** How many values the service had got. */
  readonly values: number;
}

/**
 * Fetches of a client whose processes the exchanges do not name. Each process may fetch once, so that there are needless
 * ones only where there are more than tokens of that source are in use at once.
 */
export class SharedFetches {
  readonly #processes = new Processes();
  readonly #declared: number;
  readonly #fetches: Fetch[] = [];
  /** How often a value was rejected, which puts in doubt all that is cached. */
  #rejections = 0;
  /** How often a fetch failed, by service. */
  readonly #failures = new Map<string, number>();
  readonly #values = new Map<string, number>();

  constructor(declared: number) {
    this.#declared = declared;
  }

  observe(exchange: Exchange, values: number, isRejected: boolean): void {
    this.#processes.observe(exchange);
    const origin = this.#processes.originOf(exchange);
    if (origin === undefined) return;
    const { seq, request } = exchange;
    const fetched = isRequest(exchange) ? certificateOf(exchange) : undefined;
    const service = fetched ?? exchange.service ?? '';
    if (values > 0) count(this.#values, service, values);
    if (isRejected) this.#rejections += 1;
    if (fetched === undefined) return;
    if (!isAccepted(exchange)) {
      count(this.#failures, service);
      return;
    }
    const round = `${service} ${this.#failures.get(service) ?? 0} ${this.#rejections}`;
    this.#fetches.push({
      origin,
      exchange: { seq, request, service: fetched },
      round,
      values: this.#values.get(service) ?? 0,
    });
  }

  findings(): Finding[] {
    return [...this.#processes.bySource(this.#fetches)].flatMap(([source, fetches]) => {
      const rounds = Map.groupBy(fetches, ({ round }) => round);
      return [...rounds.values()].flatMap((each) => this.#judge(source, each));
    });
  }

  #judge(source: string, fetches: readonly Fetch[]): Finding[] {
    if (fetches.length <= this.#declared) return [];
    const { most, why } = explainedBy(this.#processes, source, this.#declared, 'a certificate');
    if (fetches.length <= most) {
      const unjudged = { unjudged: why, withholds: true } as const;
      return [{ judgement: inFacets(unjudged, fetches[0]?.exchange.service), seqs: [] }];
    }
    return fetches.slice(most).map(({ exchange, values }, index) => {
      const last = fetches[most + index - 1];
      const cached = { seq: last?.exchange.seq ?? 0, uses: values - (last?.values ?? 0) };
      const judgement = inFacets({ breach: fetchedAgain(exchange, cached) }, exchange.service);
      return { judgement, seqs: [exchange.seq, cached.seq] };
    });
  }
}

function count(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

const likely = {
  lost: 'the cache is lost between values: its object does not live long, or one slot serves both services',
  eachValue: 'the certificate is fetched for each value',
  twiceInARow:
    'the certificate is fetched by parts of the client that share no cache, or before it is needed',
} as const;

/** Why a certificate is fetched though it is there. */
export const againCauses: readonly string[] = Object.values(likely);

export function fetchedAgain(
  exchange: Pick<Exchange, 'request'>,
  { seq, uses }: { readonly seq: number; readonly uses: number },
): Told {
  return {
    sent: showRequest(exchange, 'for a certificate'),
    expected:
      'the cached certificate; another fetch only when asked for, after a rejection or a failed fetch, or in a new process',
    seen: text`a fetch although ${numbered(seq)} had brought it, ${uses === 0 ? 'and no value had come since' : `for ${counted(uses, 'value')}`}`,
    cause: uses > 1 ? likely.lost : uses === 1 ? likely.eachValue : likely.twiceInARow,
  };
}
