import { formatCount } from '../../contract/format-count';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted } from '../../exchange/exchange';
import { whyBodyNotRecorded } from '../../exchange/masks';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import { mayBeEncryptionRejection } from '../field-encryption/rejections';
import { ciphertextsIn } from '../fields/ciphertexts';
import { anyCiphertext, encryptionServiceFacets } from '../fields/field-rule';
import { showRequest } from '../judge/answers';
import { untested } from '../judge/common-absences';
import { defineHome, placesAt, shownByRow } from '../judge/home';
import type { BreachDetails, Finding, RuleContext } from '../judge/judge';
import { JudgementTally, keptJudgement, withFacetNames } from '../judge/judge';
import type { RequestOrigin } from '../judge/processes';
import { Processes, beyondProcesses, mostRestarts, restartsWithinMs } from '../judge/processes';
import type { KeyService } from '../judge/requests';
import {
  clientInstanceOf,
  emptyConclusionUnless,
  isReadableRequest,
  serviceOfCertificateFetch,
  wasMadeToFail,
} from '../judge/requests';
import { OtherServices } from './other-services';
import { UnfetchedCertificates, unfetchedCauses } from './unfetched';

/** A request that fetched a certificate. */
interface Fetch {
  readonly origin: RequestOrigin;
  readonly exchange: Pick<Exchange, 'seq' | 'arrivedAt' | 'answeredAt' | 'request' | 'service'>;
  /** The service, with the number of failed fetches and errors that allow another fetch. Fetches are compared by round. */
  readonly round: string;
  /** The number of values that the service had received. */
  readonly values: number;
}

/**
 * After this time, in milliseconds, another fetch is right. The document does not show how long a certificate may be
 * cached, and a cache with a lifetime of an hour serves many values with one fetch.
 */
const longAgoMs = restartsWithinMs;

/**
 * Collects the fetches of a client if the exchanges do not name its processes. Each process may fetch once, so a fetch is
 * needless only if an hour contains more fetches than tokens of that source in use at once.
 */
class SharedFetches {
  readonly #processes = new Processes();
  readonly #declared: number;
  readonly #fetches: Fetch[] = [];
  readonly #otherServices: OtherServices;
  /** The number of values that a service answered with an error. After an error, the client may doubt all certificates. */
  #errors = 0;
  /** Maps a service to the number of failed fetches. */
  readonly #failures = new Map<string, number>();
  readonly #values = new Map<string, number>();

  constructor(declared: number, context: RuleContext) {
    this.#declared = declared;
    this.#otherServices = new OtherServices(context);
  }

  observe(exchange: Exchange, values: number, isDoubted: boolean): void {
    this.#otherServices.observe(exchange);
    this.#processes.observe(exchange);
    const origin = this.#processes.originOf(exchange);
    if (origin === undefined) return;
    const { seq, arrivedAt, answeredAt, request } = exchange;
    const fetched = isReadableRequest(exchange) ? serviceOfCertificateFetch(exchange) : undefined;
    const service = fetched ?? exchange.service ?? '';
    if (values > 0) count(this.#values, service, values);
    if (isDoubted) this.#errors += 1;
    if (fetched === undefined) return;
    if (!isAccepted(exchange)) {
      count(this.#failures, service);
      return;
    }
    const round = `${service} ${this.#failures.get(service) ?? 0} ${this.#errors}`;
    this.#fetches.push({
      origin,
      exchange: { seq, arrivedAt, answeredAt, request, service: fetched },
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
    const { beyond, why } = beyondProcesses(fetchesOfAnHour(withoutParallel(fetches)), this.#processes, {
      source,
      declared: this.#declared,
      what: 'a certificate',
    });
    if (why !== undefined) {
      const unjudged = { unjudged: why, withholds: true } as const;
      return [{ judgement: withFacetNames(unjudged, fetches[0]?.exchange.service), seqs: [] }];
    }
    const unseen = this.#otherServices.whyUnseen(fetches[0]?.exchange.service);
    if (beyond.length > 0 && unseen !== undefined) {
      const unjudged = { unjudged: unseen, withholds: true } as const;
      return [{ judgement: withFacetNames(unjudged, fetches[0]?.exchange.service), seqs: [] }];
    }
    return beyond.map(({ fetch: { exchange, values }, last }) => {
      const cached = { seq: last.exchange.seq, uses: values - last.values };
      const judgement = withFacetNames({ breach: fetchedAgain(exchange, cached) }, exchange.service);
      return { judgement, seqs: [exchange.seq, cached.seq] };
    });
  }
}

/** Leaves out fetches that were requested before the one before was answered: another thread still lacked the certificate. */
function withoutParallel(fetches: readonly Fetch[]): Fetch[] {
  let answeredAt = -Infinity;
  return fetches.filter(({ exchange }) => {
    if (exchange.arrivedAt < answeredAt) return false;
    answeredAt = exchange.answeredAt;
    return true;
  });
}

/** A fetch with others of its source in the hour before. */
interface FetchAgain {
  readonly fetch: Fetch;
  /** The fetch before this one. */
  readonly last: Fetch;
  /** The number of fetches in the hour before, including this one. */
  readonly held: number;
  /** The number of restarts that may explain the fetch: 0 if an earlier fetch of that hour carried the same token. */
  readonly restarts: number;
}

/** Returns the fetches that others precede within {@link longAgoMs}. Expects the fetches in the order of arrival. */
function fetchesOfAnHour(fetches: readonly Fetch[]): FetchAgain[] {
  /** Maps a token to the last fetch that carried it. Tokens of the last hour only. */
  const lastWith = new Map<string | undefined, number>();
  let first = 0;
  return fetches.flatMap((fetch, index) => {
    const { token } = fetch.origin;
    const isLongBefore = (at: number): boolean =>
      fetch.exchange.arrivedAt - (fetches[at]?.exchange.arrivedAt ?? 0) >= longAgoMs;
    while (first < index && isLongBefore(first)) first += 1;
    for (const [each, at] of lastWith) {
      if (at >= first) break;
      lastWith.delete(each);
    }
    const isOfSameProcess = token === undefined || lastWith.has(token);
    const restarts = isOfSameProcess ? 0 : Math.min(lastWith.size, mostRestarts);
    // A map iterates in the order of insertion, so insert the token again.
    lastWith.delete(token);
    lastWith.set(token, index);
    const last = first < index ? fetches[index - 1] : undefined;
    return last === undefined ? [] : [{ fetch, last, held: index + 1 - first, restarts }];
  });
}

function count(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

const fetchCauses = {
  lost: 'the certificate is not kept for later values: as if its cache is lost, or one slot serves both services',
  eachValue: 'the certificate is fetched again after a single value',
  twiceInARow:
    'the certificate is fetched by parts of the client that share no cache, or before it is needed',
} as const;

/** The likely causes of a needless fetch. */
const againCauses: readonly string[] = Object.values(fetchCauses);

function fetchedAgain(
  exchange: Pick<Exchange, 'request'>,
  { seq, uses }: { readonly seq: number; readonly uses: number },
): BreachDetails {
  return {
    sent: showRequest(exchange, 'for a certificate'),
    expected:
      'the cached certificate; another fetch only when asked for, after a rejection or a failed fetch, an hour later, or in a new process',
    seen: reportText`a fetch although ${linkToExchange(seq)} had brought it, ${uses === 0 ? 'and no value had come since' : `for ${formatCount(uses, 'value')}`}`,
    cause: uses > 1 ? fetchCauses.lost : uses === 1 ? fetchCauses.eachValue : fetchCauses.twiceInARow,
  };
}

const fewestEncryptions = 3;

/** The certificate of a service in the cache of one process of the client, or of the programs behind one adapter. */
interface Cached {
  /** The last fetch of the certificate. */
  seq: number;
  /** The times at which that fetch arrived and was answered, in epoch milliseconds. */
  fetchedAt: number;
  answeredAt: number;
  doubted: boolean;
  /** The number of values that were encrypted since. */
  uses: number;
  /** When fetches arrived since the certificate was last in doubt. A different process may have needed each fetch. */
  readonly needed: readonly number[];
  /** The suite asked for all fetches so far. An adapter may fetch without filling the client's cache. */
  readonly onlyAsked: boolean;
}

/** Clause 6.3.1: fetched once, cached per service. */
export const certificateCached = defineHome({
  id: 'CRT-07',
  clauses: ['6.3.1'],
  quote: 'Fetch the certificate (4.2) once with the gateway token, cache it per service',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'passive',
  title: 'One certificate fetch serves many values',
  rule:
    'For each service the certificate is fetched once and then cached, not fetched for every value. This ' +
    'is judged over at least three encryptions; so many for one service without any fetch of its certificate are a ' +
    'breach, too, if the suite started the client. Further fetches are excused when they were asked for, ' +
    'come after a failed fetch or an error status for a ciphertext, before the last one was answered or an hour ' +
    'after it, are made by a new process or one more of those that the target declares, or are the first of the ' +
    "client's own after one that was asked for.",
  absences: {
    'a request for the certificate before three values': {
      run: 'failed',
      mock: 'inconclusive',
      traffic: 'inconclusive',
    },
    'a third encrypted value': untested,
    'an error of another service, after which the client fetches all certificates': {
      run: 'failed',
      traffic: 'inconclusive',
      complete: 'it contains requests to identity and registry, or the target names only one of them',
    },
  },
  latitude: {
    'both certificates are fetched before the first value': 'certificates-in-another-order',
    'a rejection makes the client fetch both certificates': 'certificates-all-dropped',
    'a 503 makes the client doubt its certificate': 'certificate-doubted-after-503',
    'a fetch that was asked for does not fill the cache': 'certificates-fetched-past-the-cache',
    'two threads fetch the certificate at the same time': shownByRow,
    'a rejection in words of its own makes the client fetch again': shownByRow,
    'a failed fetch is repeated before the first value': shownByRow,
    'two programs behind one adapter, if the target declares them': 'two-programs-in-turn',
  },
  causes: [...againCauses, ...unfetchedCauses],
  on: ['wire', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptionServiceFacets,
  ...anyCiphertext,
  tells: placesAt('request line', 'fact fields'),
  judge: (context) => {
    const tally = new JudgementTally(context);
    const declared = context.processes ?? 1;
    const shared = new SharedFetches(declared, context);
    const unfetched = new UnfetchedCertificates(fewestEncryptions, context.startsClient === true);
    const cache = new Map<string, Cached>();
    let encryptions = 0;
    let unkept: ReportText | undefined;
    return {
      observe(sent) {
        const fetched =
          sent.kind === undefined && isReadableRequest(sent) ? serviceOfCertificateFetch(sent) : undefined;
        const key = `${clientInstanceOf(sent)} ${fetched ?? sent.service ?? ''}`;
        const cached = cache.get(key);
        const ciphertexts = ciphertextsIn(sent);
        encryptions += ciphertexts.length;
        unfetched.observe(sent, ciphertexts, fetched);
        if (ciphertexts.length > 0 && cached !== undefined) {
          tally.add(withFacetNames(keptJudgement, sent.service), sent.seq);
          cached.uses += ciphertexts.length;
        }
        if (sent.kind !== undefined) return;
        const isShared = clientInstanceOf(sent) === '';
        const isDoubted = mayCauseDoubt(sent, ciphertexts.length);
        if (isShared) shared.observe(sent, ciphertexts.length, isDoubted);
        // The missing body may have contained values, so report it once.
        if (sent.request.body?.absent === true) unkept ??= whyBodyNotRecorded(sent);
        // A careful client drops all certificates, because a rejection does not name the wrong key.
        if (isDoubted)
          for (const [each, kept] of cache)
            if (each.startsWith(`${clientInstanceOf(sent)} `)) kept.doubted = true;
        if (fetched === undefined) return;
        if (cached !== undefined && !isShared && isNeedless(sent, fetched, cached, declared))
          tally.add(withFacetNames({ breach: fetchedAgain(sent, cached) }, fetched), sent.seq, cached.seq);
        if (isAccepted(sent)) cache.set(key, cachedAfter(sent, fetched, cached));
        else if (cached !== undefined) cached.doubted = true;
      },
      conclude() {
        if (unkept !== undefined) tally.add({ unjudged: unkept });
        return emptyConclusionUnless(
          encryptions >= fewestEncryptions,
          tally.concludeWith([...shared.findings(), ...unfetched.findings()]),
        );
      },
    };
  },
});

/** The cache after a fetch that brought the certificate. */
function cachedAfter(sent: Exchange, fetched: KeyService, cached: Cached | undefined): Cached {
  const { seq, arrivedAt, answeredAt } = sent;
  return {
    seq,
    fetchedAt: arrivedAt,
    answeredAt,
    doubted: false,
    uses: 0,
    needed: neededWith(sent, fetched, cached),
    onlyAsked: isAsked(sent, fetched) && (cached === undefined || cached.doubted || cached.onlyAsked),
  };
}

/** Adds a fetch to those that processes needed. After a doubt the list starts again. An excused fetch replaces the last one. */
function neededWith(sent: Exchange, fetched: KeyService, cached: Cached | undefined): readonly number[] {
  const { arrivedAt } = sent;
  if (cached === undefined || cached.doubted) return [arrivedAt];
  const { needed } = cached;
  return [...(isExcused(sent, fetched, cached) ? needed.slice(0, -1) : needed), arrivedAt];
}

/**
 * Whether no process needed a fetch. An adapter may forward calls to as many programs as the target declares
 * processes. Requests do not name their program, so each program may fetch once.
 */
function isNeedless(sent: Exchange, fetched: KeyService, cached: Cached, declared: number): boolean {
  const held = cached.needed.filter((at) => sent.arrivedAt - at < longAgoMs).length;
  return held >= declared && !isExcused(sent, fetched, cached);
}

/**
 * Whether a client may doubt its certificates after an answer: a rejection, a failure that the suite made, or an error
 * status for encrypted values. Section 7 shows neither the status nor the words of a rejected value.
 */
function mayCauseDoubt(sent: Exchange, values: number): boolean {
  const isError = (sent.response?.status ?? 0) >= 400;
  return mayBeEncryptionRejection(sent) || wasMadeToFail(sent) || (values > 0 && isError);
}

function isExcused(sent: Exchange, fetched: KeyService, cached: Cached): boolean {
  const { doubted, onlyAsked, uses, fetchedAt, answeredAt } = cached;
  const isLongAgo = sent.arrivedAt - fetchedAt >= longAgoMs;
  return (
    doubted || isLongAgo || sent.arrivedAt < answeredAt || (onlyAsked && uses === 0) || isAsked(sent, fetched)
  );
}

function isAsked({ call }: Exchange, fetched: KeyService): boolean {
  return call?.method === 'certificate.fetch' && (call.service ?? fetched) === fetched;
}
