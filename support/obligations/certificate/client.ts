import { formatCount } from '../../contract/format-count';
import { certificateOperationAt, isOutdatedCertificatePath, operationById } from '../../contract/operations';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, exchangeReference } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import { whyBodyNotRecorded } from '../../exchange/masks';
import { mayBeEncryptionRejection } from '../field-encryption/rejections';
import { serviceOfField, fieldRule, anyCiphertext, encryptionServiceFacets } from '../fields/field-rule';
import { ciphertextsIn } from '../fields/attribution';
import { keyCauses, tellKey } from '../fields/messages';
import { showRequest } from '../judge/answers';
import type { KeyService } from '../judge/requests';
import {
  emptyConclusionUnless,
  serviceOfCertificateFetch,
  clientInstanceOf,
  eachRequest,
  isReadableRequest,
  wasMadeToFail,
} from '../judge/requests';
import {
  defineHome,
  placesAt,
  encryptedFieldPlaces,
  requiredPlaces,
  requestIdPlaces,
  timestampPlaces,
  shownByRow,
} from '../judge/home';
import type { Finding, Judgement, BreachDetails } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';
import type { RequestOrigin } from '../judge/processes';
import { Processes, explainByProcesses } from '../judge/processes';
import { judgeHeaders, missingCauses } from '../session/client';
import { operationMeant } from '../transport/calls';

const headersOfFetch = (service: KeyService) =>
  eachRequest((exchange) =>
    serviceOfCertificateFetch(exchange) === service
      ? judgeHeaders(exchange, operationById(`certificate.${service}`).headers)
      : undefined,
  );

/** Clause 4.2: the three headers of the identity certificate's request. */
export const identityFetchHeaders = defineHome({
  id: 'CRT-04',
  clauses: ['4.2'],
  quote: 'The identity call also sends REQUEST-ID and TIMESTAMP.',
  subject: 'integrator',
  roles: ['identity'],
  level: 'must',
  seen: 'passive',
  title: 'Identity certificate requests have their three headers',
  rule:
    'Authorization, REQUEST-ID and TIMESTAMP are on the request that fetches the certificate of the ' +
    'identity service.',
  latitude: {
    'the header names are in lowercase': 'header-names-small',
    'the header names are in capitals': 'header-names-capital',
    'the request has X-CM-ID, too': 'cm-id-on-all',
    'the request has further headers': 'extra-headers',
  },
  causes: missingCauses,
  on: ['identity', 'registry', 'gateway'],
  follows: ['HDR-01', 'HDR-02', 'HDR-06'],
  ...anyCiphertext,
  tells: [...requiredPlaces('request header authorization'), ...requestIdPlaces, ...timestampPlaces],
  judge: headersOfFetch('identity'),
});

/** Clause 4.2: the header of the registry certificate's request. */
export const registryFetchHeaders = defineHome({
  id: 'CRT-05',
  clauses: ['4.2'],
  quote:
    'Headers: Authorization: Bearer <ACCESS_TOKEN>. The identity call also sends REQUEST-ID and ' +
    'TIMESTAMP.',
  subject: 'integrator',
  roles: ['registry'],
  level: 'must',
  seen: 'passive',
  title: 'Registry certificate requests have Authorization',
  rule: 'The request that fetches the certificate of the registry has the header Authorization.',
  latitude: {
    'the request has REQUEST-ID and TIMESTAMP, too': 'v3-headers-on-all',
    'the request has X-CM-ID, too': 'cm-id-on-all',
    'the scheme is written as bearer': 'bearer-in-small-letters',
    'the registry has a session of its own': 'registry-session-of-its-own',
  },
  causes: missingCauses,
  on: ['identity', 'registry', 'gateway'],
  follows: ['HDR-01'],
  ...anyCiphertext,
  tells: requiredPlaces('request header authorization'),
  judge: headersOfFetch('registry'),
});

const withBody = 'a shared client sends a body with every request, as an empty JSON object';
const otherMethod = 'a shared client sends another method for every request';

/** Clause 4.2: GET, no body. */
export const fetchedByGet = defineHome({
  id: 'CRT-06',
  clauses: ['4.2'],
  quote: 'Public certificates (GET, no body)',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'passive',
  title: 'Certificate requests are GET without a body',
  rule: 'The integrator uses GET to fetch a certificate and sends no body with it.',
  latitude: {
    'the request has a Content-Type without a body': 'content-type-on-get',
    'the path has a query': 'certificates-with-a-query',
    'Content-Length is 0': shownByRow,
  },
  causes: [withBody, otherMethod],
  on: ['identity', 'registry', 'gateway'],
  ...anyCiphertext,
  tells: placesAt('request line', 'request body'),
  judge: eachRequest((exchange) => {
    if (serviceOfCertificateFetch(exchange) === undefined) return undefined;
    const { method, body } = exchange.request;
    const bytes = body?.bytes ?? 0;
    if (method === 'GET' && bytes === 0) return keptJudgement;
    return {
      breach: {
        sent: showRequest(exchange, 'for a certificate'),
        expected: 'GET without a body',
        seen: `${method} ${bytes === 0 ? 'without a body' : `with a body of ${bytes} bytes`}`,
        cause: method === 'GET' ? withBody : otherMethod,
      },
    };
  }),
});

/** A certificate that was brought. */
interface Fetch {
  readonly origin: RequestOrigin;
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
class SharedFetches {
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
    const fetched = isReadableRequest(exchange) ? serviceOfCertificateFetch(exchange) : undefined;
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
    const { most, why } = explainByProcesses(this.#processes, source, this.#declared, 'a certificate');
    if (fetches.length <= most) {
      const unjudged = { unjudged: why, withholds: true } as const;
      return [{ judgement: withFacetNames(unjudged, fetches[0]?.exchange.service), seqs: [] }];
    }
    return fetches.slice(most).map(({ exchange, values }, index) => {
      const last = fetches[most + index - 1];
      const cached = { seq: last?.exchange.seq ?? 0, uses: values - (last?.values ?? 0) };
      const judgement = withFacetNames({ breach: fetchedAgain(exchange, cached) }, exchange.service);
      return { judgement, seqs: [exchange.seq, cached.seq] };
    });
  }
}

function count(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

const fetchCauses = {
  lost: 'the cache is lost between values: its object does not live long, or one slot serves both services',
  eachValue: 'the certificate is fetched for each value',
  twiceInARow:
    'the certificate is fetched by parts of the client that share no cache, or before it is needed',
} as const;

/** Why a certificate is fetched though it is there. */
const againCauses: readonly string[] = Object.values(fetchCauses);

function fetchedAgain(
  exchange: Pick<Exchange, 'request'>,
  { seq, uses }: { readonly seq: number; readonly uses: number },
): BreachDetails {
  return {
    sent: showRequest(exchange, 'for a certificate'),
    expected:
      'the cached certificate; another fetch only when asked for, after a rejection or a failed fetch, or in a new process',
    seen: reportText`a fetch although ${linkToExchange(seq)} had brought it, ${uses === 0 ? 'and no value had come since' : `for ${formatCount(uses, 'value')}`}`,
    cause: uses > 1 ? fetchCauses.lost : uses === 1 ? fetchCauses.eachValue : fetchCauses.twiceInARow,
  };
}

const fewestEncryptions = 3;

/** What a process of the client knows of a service's certificate. */
interface Cached {
  /** The fetch that last brought it. */
  seq: number;
  doubted: boolean;
  /** How many values it has served. */
  uses: number;
  /** The client has none of its own accord: an adapter may fetch past what the client keeps. */
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
    'is judged over at least three encryptions. Further fetches are excused when they were asked for, ' +
    'come after a rejection or a failed fetch, are made by a new process, or are the first of the ' +
    "client's own after one that was asked for.",
  latitude: {
    'both certificates are fetched before the first value': 'certificates-in-another-order',
    'a rejection makes the client fetch both certificates': 'certificates-all-dropped',
    'a 503 makes the client doubt its certificate': 'certificate-doubted-after-503',
    'a fetch that was asked for does not fill the cache': 'certificates-fetched-past-the-cache',
  },
  causes: againCauses,
  on: ['wire', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptionServiceFacets,
  ...anyCiphertext,
  tells: placesAt('request line', 'fact fields'),
  judge: (context) => {
    const tally = new JudgementTally(context);
    const shared = new SharedFetches(context.processes ?? 1);
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
        if (ciphertexts.length > 0 && cached !== undefined) {
          tally.add(withFacetNames(keptJudgement, sent.service), sent.seq);
          cached.uses += ciphertexts.length;
        }
        if (sent.kind !== undefined) return;
        const isShared = clientInstanceOf(sent) === '';
        if (isShared) shared.observe(sent, ciphertexts.length, mayBeEncryptionRejection(sent));
        // Values may have stood there; told once.
        if (sent.request.body?.absent === true) unkept ??= whyBodyNotRecorded(sent);
        // A careful client lets go of all that it has: which key was wrong, a rejection does not say.
        if (mayBeEncryptionRejection(sent) || wasMadeToFail(sent))
          for (const [each, kept] of cache)
            if (each.startsWith(`${clientInstanceOf(sent)} `)) kept.doubted = true;
        if (fetched === undefined) return;
        if (cached !== undefined && !isShared && !isExcused(sent, fetched, cached))
          tally.add(withFacetNames({ breach: fetchedAgain(sent, cached) }, fetched), sent.seq, cached.seq);
        const onlyAsked =
          isAsked(sent, fetched) && (cached === undefined || cached.doubted || cached.onlyAsked);
        if (isAccepted(sent)) cache.set(key, { seq: sent.seq, doubted: false, uses: 0, onlyAsked });
        else if (cached !== undefined) cached.doubted = true;
      },
      conclude() {
        if (unkept !== undefined) tally.add({ unjudged: unkept });
        return emptyConclusionUnless(encryptions >= fewestEncryptions, tally.concludeWith(shared.findings()));
      },
    };
  },
});

function isExcused(sent: Exchange, fetched: KeyService, { doubted, onlyAsked, uses }: Cached): boolean {
  return doubted || (onlyAsked && uses === 0) || isAsked(sent, fetched);
}

function isAsked({ call }: Exchange, fetched: KeyService): boolean {
  return call?.method === 'certificate.fetch' && (call.service ?? fetched) === fetched;
}

/** Clause 4.2: each service's own key. */
export const ownKeyUsed = defineHome({
  id: 'CRT-09',
  clauses: ['4.2'],
  quote:
    'RSA public key for identity enrolment and login fields (the word identity in the path is a ' +
    "neutral stand-in for the service's own segment) | | GET {registry_url}/api/v1/auth/cert | " +
    'RSA public key for professional-registry ID fields',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'active',
  title: "Fields are encrypted with their own service's key",
  rule: 'The key that encrypts a field belongs to the service to which the field goes.',
  latitude: {
    'another library encrypts': 'another-library',
    'a gateway turns the certificates into JSON': 'certificates-as-json',
    'the client encrypts for the identity service only': 'identity-only',
    'the client encrypts for the registry only': 'registry-only',
  },
  causes: Object.values(keyCauses),
  on: ['identity', 'registry', 'adapter'],
  facets: { service: ['each that the client encrypts for'] },
  facetsOf: encryptionServiceFacets,
  needs: ['CRT-08', 'ENC-01', 'ENC-02', 'ENC-03', 'ENC-04'],
  tells: encryptedFieldPlaces('key', 'ownKey', 'padding'),
  challenge: ['a field'],
  judge: fieldRule('key', tellKey, { facetOf: serviceOfField }),
});

const pathCauses = {
  addedSegment: 'a segment before the path, or another base address; or another segment than paths.identity',
  endingSlash: 'a slash at the end of the path',
  oldVersion: 'a path of an older version is still configured, or its first part is left out',
  otherVersion: 'another version segment than v3, or none',
  leftOut: 'a part of the path is left out (the base address does not hold it), or another spelling of it',
} as const;

/** Clause 4.2: both paths, behind the base address of their service. */
export const fetchedAtItsPath = defineHome({
  id: 'CRT-10',
  clauses: ['4.2'],
  quote:
    'GET {identity_url}/identity/api/v3/profile/public/certificate | RSA public key for identity ' +
    "enrolment and login fields (the word identity in the path is a neutral stand-in for the service's " +
    'own segment) | | GET {registry_url}/api/v1/auth/cert',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'passive',
  title: 'Certificates are requested at the documented path',
  rule:
    'The identity certificate is requested at /identity/api/v3/profile/public/certificate, with any ' +
    'first segment unless paths.identity of the target names one. The path for the registry is ' +
    '/api/v1/auth/cert. Nothing stands between the base address and these.',
  latitude: {
    'the first segment is that of the service, unnamed by the target': 'segments-of-its-own',
    'the first segment is the one that the target names': 'segments-that-the-target-names',
    'the path has a query': 'certificates-with-a-query',
  },
  causes: Object.values(pathCauses),
  on: ['identity', 'registry', 'gateway'],
  follows: ['TOK-03'],
  // What is a slip of version there is not judged here.
  needs: ['VER-01', 'ENC-01', 'ENC-02'],
  tells: placesAt('request line'),
  judge: eachRequest((exchange): Judgement | undefined => {
    const service = serviceOfCertificateFetch(exchange);
    if (service === undefined || operationMeant(exchange) !== undefined) return undefined;
    const { id, method, path } = operationById(`certificate.${service}`);
    const isAtBase = exchange.service === service;
    // Another method is no other path: it addresses no operation, so that the end of its path decides.
    const isThere = exchange.request.method !== method && isAtBase && endingOf(exchange) === id;
    if (isThere || exchange.operation === id) return keptJudgement;
    const unknown = whyRewritten(exchange, service);
    if (unknown !== undefined) return { unjudged: unknown, withholds: true };
    return {
      breach: {
        sent: showRequest(exchange, 'for a certificate'),
        expected: `${path.replace('{identity}', '<identity>')} behind the base address of the ${service}${standIn[service]}`,
        seen: `${pathOfRequest(exchange)}${isAtBase ? '' : ` at the address of the ${exchange.service ?? 'client'}`}`,
        cause: likelyPath(exchange),
      },
    };
  }),
});

const standIn: Readonly<Record<KeyService, string>> = {
  identity: '; for <identity> paths.identity, or any segment where the target names none',
  registry: '',
};

const endingOf = (exchange: Exchange) => certificateOperationAt(pathOfRequest(exchange));

/** Why the path that was sent may be another than the one that was recorded. */
function whyRewritten(exchange: Exchange, service: KeyService): ReportText | undefined {
  const where = exchangeReference(exchange);
  if (exchange.logged === true)
    return reportText`${where} is not at the documented path, and a gateway may have rewritten the path in its log: judge a HAR file of the client, or let the proxy record it`;
  return exchange.unplaced === true
    ? reportText`${where} is not at the documented path, and goes to an address that the target does not name, where a gateway may rewrite paths: name services.${service} in the target`
    : undefined;
}

function likelyPath(exchange: Exchange): string {
  const sent = pathOfRequest(exchange);
  if (certificateOperationAt(sent) !== undefined) return pathCauses.addedSegment;
  if (certificateOperationAt(sent.replace(/\/$/, '')) !== undefined) return pathCauses.endingSlash;
  if (isOutdatedCertificatePath(sent)) return pathCauses.oldVersion;
  return /\/[^/]+\/api\/(.+\/)?profile\/public\/certificate\/?$/.test(sent)
    ? pathCauses.otherVersion
    : pathCauses.leftOut;
}
