import { certificateOperationAt, isOutdatedCertificatePath, operationById } from '../../contract/operations';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { exchangeReference } from '../../exchange/exchange';
import { nameEvidence } from '../../exchange/evidence';
import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import { mayBeOfUnseenKey } from '../fields/attribution';
import { serviceOfField, fieldRule, encryptionServiceFacets } from '../fields/field-rule';
import { keyCauses, tellKey } from '../fields/messages';
import { showRequest } from '../judge/answers';
import type { KeyService } from '../judge/requests';
import { serviceOfCertificateFetch, eachRequest } from '../judge/requests';
import { judgesEachMessage } from '../judge/absences';
import {
  defineHome,
  placesAt,
  encryptedFieldPlaces,
  requiredPlaces,
  requestIdPlaces,
  timestampPlaces,
  shownByRow,
} from '../judge/home';
import type { Judgement } from '../judge/judge';
import { keptJudgement } from '../judge/judge';
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
  absences: judgesEachMessage,
  latitude: {
    'the header names are in lowercase': 'header-names-small',
    'the header names are in capitals': 'header-names-capital',
    'the request has X-CM-ID, too': 'cm-id-on-all',
    'the request has further headers': 'extra-headers',
  },
  causes: missingCauses,
  on: ['identity', 'registry', 'gateway'],
  follows: ['HDR-01', 'HDR-02', 'HDR-06'],
  needs: ['CRT-07', 'ENC-01', 'ENC-02'],
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
  absences: judgesEachMessage,
  latitude: {
    'the request has REQUEST-ID and TIMESTAMP, too': 'v3-headers-on-all',
    'the request has X-CM-ID, too': 'cm-id-on-all',
    'the scheme is written as bearer': 'bearer-in-small-letters',
    'the registry has a session of its own': 'registry-session-of-its-own',
  },
  causes: missingCauses,
  on: ['identity', 'registry', 'gateway'],
  follows: ['HDR-01'],
  needs: ['CRT-07', 'ENC-01', 'ENC-02'],
  tells: requiredPlaces('request header authorization'),
  judge: headersOfFetch('registry'),
});

const withBody =
  'the GET has a body; some shared clients send one with every request, such as an empty JSON object';
const otherMethod = 'another method than GET is used';

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
  absences: judgesEachMessage,
  latitude: {
    'the request has a Content-Type without a body': 'content-type-on-get',
    'the path has a query': 'certificates-with-a-query',
    'Content-Length is 0': shownByRow,
    'HEAD beside the GET': 'certificates-probed-with-head',
  },
  causes: [withBody, otherMethod],
  on: ['identity', 'registry', 'gateway'],
  needs: ['CRT-07', 'ENC-01', 'ENC-02'],
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
  absences: {
    'a certificate with the key that encrypted a field': { run: 'failed', traffic: 'not judged' },
  },
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
  judge: fieldRule('key', tellKey, {
    facetOf: serviceOfField,
    whyOpen: (about) =>
      mayBeOfUnseenKey(about)
        ? reportText`${nameEvidence(about.sent)}, field ${about.field.pointer}: the client may have fetched its key before the recording began`
        : undefined,
  }),
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
  absences: judgesEachMessage,
  latitude: {
    'the first segment is that of the service, unnamed by the target': 'segments-of-its-own',
    'the first segment is the one that the target names': 'segments-that-the-target-names',
    'the path has a query': 'certificates-with-a-query',
  },
  causes: Object.values(pathCauses),
  on: ['identity', 'registry', 'gateway'],
  follows: ['TOK-03'],
  // What is a slip of version there is not judged here.
  needs: ['VER-01', 'CRT-07', 'ENC-01', 'ENC-02'],
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
