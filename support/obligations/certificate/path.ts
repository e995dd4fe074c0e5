import { certificateEnding, isOldCertificate, operation } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import { text } from '../../exchange/text';
import { showRequest } from '../judge/fates';
import { home } from '../judge/home';
import type { Judgement } from '../judge/judge';
import { kept } from '../judge/judge';
import { at } from '../judge/places';
import type { KeyService } from '../judge/requests';
import { certificateOf, eachRequest } from '../judge/requests';
import { operationMeant } from '../transport/calls';
import { pathOf } from '../../exchange/address';

const likely = {
  addedSegment: 'a segment before the path, or another base address; or another segment than paths.identity',
  endingSlash: 'a slash at the end of the path',
  oldVersion: 'a path of an older version is still configured, or its first part is left out',
  otherVersion: 'another version segment than v3, or none',
  leftOut: 'a part of the path is left out (the base address does not hold it), or another spelling of it',
} as const;

/** Clause 4.2: both paths, behind the base address of their service. */
export const fetchedAtItsPath = home({
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
  causes: Object.values(likely),
  on: ['identity', 'registry', 'gateway'],
  follows: ['TOK-03'],
  // What is a slip of version there is not judged here.
  needs: ['VER-01', 'ENC-01', 'ENC-02'],
  tells: at('request line'),
  judge: eachRequest((exchange): Judgement | undefined => {
    const service = certificateOf(exchange);
    if (service === undefined || operationMeant(exchange) !== undefined) return undefined;
    const { id, method, path } = operation(`certificate.${service}`);
    const isAtBase = exchange.service === service;
    // Another method is no other path: it addresses no operation, so that the end of its path decides.
    const isThere = exchange.request.method !== method && isAtBase && endingOf(exchange) === id;
    if (isThere || exchange.operation === id) return kept;
    const unknown = whyRewritten(exchange, service);
    if (unknown !== undefined) return { unjudged: unknown, withholds: true };
    return {
      breach: {
        sent: showRequest(exchange, 'for a certificate'),
        expected: `${path.replace('{identity}', '<identity>')} behind the base address of the ${service}${standIn[service]}`,
        seen: `${pathOf(exchange)}${isAtBase ? '' : ` at the address of the ${exchange.service ?? 'client'}`}`,
        cause: likelyPath(exchange),
      },
    };
  }),
});

const standIn: Readonly<Record<KeyService, string>> = {
  identity: '; for <identity> paths.identity, or any segment where the target names none',
  registry: '',
};

const endingOf = (exchange: Exchange) => certificateEnding(pathOf(exchange));

/** Why the path that was sent may be another than the one that was recorded. */
function whyRewritten(exchange: Exchange, service: KeyService): Text | undefined {
  const where = nameExchange(exchange);
  if (exchange.logged === true)
    return text`${where} is not at the documented path, and a gateway may have rewritten the path in its log: judge a HAR file of the client, or let the proxy record it`;
  return exchange.unplaced === true
    ? text`${where} is not at the documented path, and goes to an address that the target does not name, where a gateway may rewrite paths: name services.${service} in the target`
    : undefined;
}

function likelyPath(exchange: Exchange): string {
  const sent = pathOf(exchange);
  if (certificateEnding(sent) !== undefined) return likely.addedSegment;
  if (certificateEnding(sent.replace(/\/$/, '')) !== undefined) return likely.endingSlash;
  if (isOldCertificate(sent)) return likely.oldVersion;
  return /\/[^/]+\/api\/(.+\/)?profile\/public\/certificate\/?$/.test(sent)
    ? likely.otherVersion
    : likely.leftOut;
}
