import { readAddress } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { headerValue, isAccepted, exchangeReference } from '../../exchange/exchange';
import { linkToExchange, reportText } from '../../exchange/text';
import type { Reason } from '../../exchange/reason';
import { leftOutInProduction } from '../../exchange/reason';
import { judgesEachMessage } from '../judge/absences';
import type { Circumstances } from '../judge/home';
import { defineHome, placesAt } from '../judge/home';
import { showAnswer, showRequest } from '../judge/answers';
import type { Judgement } from '../judge/judge';
import { JudgementTally, eachExchange, keptJudgement } from '../judge/judge';
import { clientInstanceOf, isReadableRequest } from '../judge/requests';
import { isRecent, oldVersion, plainHttpReason } from './calls';
import { mockServesTls } from '../../targets/target';

const likely = {
  expired: 'the certificate has expired',
  notYetValid: 'the certificate is not valid yet',
  otherFlaw: 'the certificate does not verify, for the reason that the code names',
  otherHost: 'the certificate is for another host name',
  selfSigned: 'the certificate is signed by itself: where that is agreed, give it in tls.ca',
  unknownAuthority:
    'a private authority: give its certificate in tls.ca; or an intermediate certificate is not sent',
  plainHttp: 'the port answers without TLS, for example in plain http, and the address says https',
  noVersion: 'the service speaks no version of TLS from 1.2 on',
  noCipher: 'no cipher suite is shared',
  refused: 'the service ended the handshake: no cipher suite is shared, or it asks for a client certificate',
  noTls: 'the port does not speak TLS, or no protocol version is shared',
  unverified: 'verification was turned off',
} as const;

/** Clause 2.4: TLS with a certificate that verifies. */
export const servedOverTls = defineHome({
  id: 'SEC-02',
  clauses: ['2.4'],
  quote: 'everywhere | plaintext JSON over TLS',
  subject: 'service',
  roles: ['gateway'],
  level: 'must',
  seen: 'active',
  title: 'Services present a TLS certificate that verifies',
  rule:
    'The services answer over TLS, with a certificate that verifies. One that fails verification ' +
    'counts as a failure and not as unreachable; plain http on loopback makes the obligation ' +
    'not-tested (left-out).',
  latitude: {
    'the newest version of the service is TLS 1.2': 'tls-1-2-unsaid',
    'the target requires TLS 1.3': 'tls-1-3-agreed-by-services',
  },
  absences: judgesEachMessage,
  causes: [...Object.values(likely), oldVersion],
  tells: placesAt('request line', 'fact scheme', 'fact tls', 'answer line'),
  harmless: true,
  unless: ({ services }) =>
    Object.values(services).every((bases) => !/(^|, )https:/.test(bases))
      ? { kind: 'left-out', text: 'plain http on loopback', by: 'services: http://…' }
      : undefined,
  judge: eachExchange((exchange, { readings }): Judgement | undefined => {
    const { facts, failure, response } = exchange;
    if (facts.scheme === 'http') return undefined;
    if (failure?.kind === 'tls')
      return breachOf(
        exchange,
        `${failure.code}: ${failure.message.split('\n')[0] ?? ''}`,
        likelyFlaw(failure.code),
      );
    if (facts.tls?.authorized === false)
      return breachOf(exchange, 'a certificate that did not verify', likely.unverified);
    if (facts.tls !== undefined && !isRecent(facts.tls.protocol, readings))
      return breachOf(exchange, facts.tls.protocol, oldVersion, `TLS ${readings['tls-least']} or newer`);
    return response === undefined ? undefined : keptJudgement;
  }),
});

function breachOf(
  { request }: Exchange,
  seen: string,
  cause: string,
  expected = 'a certificate that is valid now, names this host, and leads to a trusted authority',
): Judgement {
  const sent = `a TLS handshake with ${readAddress(request.url).host}`;
  return { breach: { sent, expected, seen, cause } };
}

function likelyFlaw(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return likely.expired;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return likely.otherHost;
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT') return likely.selfSigned;
  if (/SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY/.test(code)) return likely.unknownAuthority;
  if (code === 'CERT_NOT_YET_VALID') return likely.notYetValid;
  if (/^(CERT|CRL|UNABLE_TO|INVALID|PATH_LENGTH|HOSTNAME)_/.test(code)) return likely.otherFlaw;
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/.test(code)) return likely.plainHttp;
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS/.test(code)) return likely.noVersion;
  if (code.includes('NO_SHARED_CIPHER')) return likely.noCipher;
  if (/HANDSHAKE_FAILURE|CERTIFICATE_REQUIRED/.test(code)) return likely.refused;
  return likely.noTls;
}

const limitStatuses = [413, 414, 429, 431];
const limitHeaders = ['retry-after', 'ratelimit', 'ratelimit-limit', 'x-ratelimit-limit'];

/** Clause 8: limits are not shown; what was met is noted, and how far the run went where none was. */
export const limitsMet = defineHome({
  id: 'LIM-01',
  clauses: ['8'],
  quote: 'Rate limits and request size limits: not shown.',
  subject: 'service',
  roles: ['gateway'],
  level: 'observe',
  seen: 'passive',
  title: 'Responses to rate and size limits are noted',
  rule: 'The suite notes what comes back where a limit of rate or size is met.',
  latitude: 'the suite only notes what it sees, so nothing is wrong here',
  absences: { 'an answer that shows a limit': { run: 'observed', traffic: 'observed' } },
  tells: placesAt('answer line'),
  judge: (context) => {
    const tally = new JudgementTally(context);
    let largest = 0;
    let answered = 0;
    let met = false;
    let last: Exchange | undefined;
    return {
      observe(exchange) {
        if (exchange.response === undefined) return;
        answered += 1;
        largest = Math.max(largest, exchange.request.body?.bytes ?? 0);
        last = exchange;
        const note = limitNote(exchange);
        if (note === undefined) return;
        met = true;
        tally.add({ note }, exchange.seq);
      },
      conclude() {
        if (met || last === undefined) return tally.conclude();
        const none = new JudgementTally(context);
        const note = `no limit was met in ${answered} requests with bodies of up to ${largest} bytes`;
        none.add({ note }, last.seq);
        return none.conclude();
      },
    };
  },
});

function limitNote(exchange: Exchange): string | undefined {
  const { response } = exchange;
  if (response === undefined) return undefined;
  const headers = limitHeaders.flatMap((name) => {
    const value = headerValue(response.headers, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  if (!limitStatuses.includes(response.status) && headers.length === 0) return undefined;
  const what = limitStatuses.includes(response.status) ? showAnswer(exchange) : String(response.status);
  return [showRequest(exchange, `answered ${what}`), ...headers].join(', ');
}

/** Whether it came while the services showed a certificate of an authority that no client was told of. */
const isUnderForeignCertificate = ({ stimulus }: Exchange): boolean => stimulus === 'foreign-certificate';

/** Whether a client ended the connection at the sight of such a certificate, and had asked for nothing. */
export function refusesCertificate(exchange: Exchange): boolean {
  const { code = '' } = exchange.request.flaw ?? {};
  return (
    isUnderForeignCertificate(exchange) &&
    !isReadableRequest(exchange) &&
    // Who speaks in clear is shown no certificate.
    code !== 'ERR_SSL_HTTP_REQUEST' &&
    /^ERR_(SSL|TLS)_/.test(code)
  );
}

const isOverTls = (exchange: Exchange): boolean =>
  isReadableRequest(exchange) && exchange.facts.scheme === 'https' && exchange.facts.inClear !== true;

const unverified =
  'the client does not verify certificates, as with rejectUnauthorized: false or verify=False; or what intercepts ' +
  'TLS on its way here, such as a proxy, does not';

/** Clause 2.4: TLS, which protects nothing without verification. */
export const certificateVerified = defineHome({
  id: 'SEC-03',
  clauses: ['2.4'],
  quote: 'everywhere | plaintext JSON over TLS',
  subject: 'integrator',
  roles: ['session'],
  level: 'should',
  seen: 'active',
  title: 'A certificate that cannot be verified is refused',
  rule:
    'A client sends nothing to a service whose certificate it cannot verify. The document says TLS and ' +
    'no more, but without verification TLS protects nothing. Over plain http, and in production, the ' +
    'obligation is not-tested (left-out).',
  latitude: {
    'a refused connection is tried again at once': 'handshakes-retried',
    'connections are kept alive': 'kept-connections',
    'a new connection resumes the TLS session': 'tls-resumed',
    'the client is a program that trusts the given CA': 'own-client-over-tls',
  },
  absences: {
    'an accepted request under the right certificate': {
      run: 'inconclusive',
      mock: 'not judged',
      traffic: 'not judged',
    },
  },
  causes: [unverified],
  needs: ['SEC-01'],
  tells: placesAt('stimulus', 'request line', 'request flaw', 'fact scheme'),
  unless: whyNotShown,
  judge: (context) => {
    const tally = new JudgementTally(context);
    /** By client and service, the first request that was accepted under the right certificate. */
    const twins = new Map<string, Exchange>();
    return {
      observe(exchange) {
        const parties = `${exchange.service ?? ''} ${clientInstanceOf(exchange)}`;
        const twin = twins.get(parties);
        if (isUnderForeignCertificate(exchange)) {
          const judgement = judge(exchange, twin);
          if (judgement !== undefined) tally.add(judgement, exchange.seq, ...(twin ? [twin.seq] : []));
        } else if (twin === undefined && isOverTls(exchange) && isAccepted(exchange))
          twins.set(parties, exchange);
      },
      conclude: () => tally.conclude(),
    };
  },
});

function whyNotShown(about: Circumstances): Reason | undefined {
  if (!mockServesTls(about)) return plainHttpReason;
  return about.environment === 'production'
    ? leftOutInProduction('no wrong certificate is shown there')
    : undefined;
}

function judge(exchange: Exchange, twin: Exchange | undefined): Judgement | undefined {
  const refuses = refusesCertificate(exchange);
  if (!refuses && !isReadableRequest(exchange)) return undefined;
  if (!refuses && !isOverTls(exchange))
    return { unjudged: reportText`${exchangeReference(exchange)} came in clear: no certificate was shown` };
  if (twin === undefined)
    return {
      unjudged: reportText`${exchangeReference(exchange)} has no valid twin: nothing was accepted there under the right certificate`,
    };
  if (refuses) return keptJudgement;
  return {
    breach: {
      sent: showRequest(
        exchange,
        'where the certificate came from an authority that the client was not told of',
      ),
      expected: 'no request: the connection ends once its certificate does not verify',
      seen: reportText`a request, as under the right certificate in ${linkToExchange(twin.seq)}`,
      cause: unverified,
    },
  };
}
