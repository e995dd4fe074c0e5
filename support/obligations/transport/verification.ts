import { playsOverTls } from '../../targets/target';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange, isAccepted } from '../../exchange/exchange';
import { numbered, text } from '../../exchange/text';
import { home } from '../judge/home';
import type { Circumstances } from '../judge/circumstances';
import { showRequest } from '../judge/fates';
import type { Judgement } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { at } from '../judge/places';
import { clientOf, isRequest } from '../judge/requests';
import { overPlainHttp } from './calls';

/** Whether it came while the services showed a certificate of an authority that no client was told of. */
const isUnderForeignCertificate = ({ stimulus }: Exchange): boolean => stimulus === 'foreign-certificate';

/** Whether a client ended the connection at the sight of such a certificate, and had asked for nothing. */
export function refusesCertificate(exchange: Exchange): boolean {
  const { code = '' } = exchange.request.flaw ?? {};
  return (
    isUnderForeignCertificate(exchange) &&
    !isRequest(exchange) &&
    // Who speaks in clear is shown no certificate.
    code !== 'ERR_SSL_HTTP_REQUEST' &&
    /^ERR_(SSL|TLS)_/.test(code)
  );
}

const isOverTls = (exchange: Exchange): boolean =>
  isRequest(exchange) && exchange.facts.scheme === 'https' && exchange.facts.inClear !== true;

const unverified =
  'the client does not verify certificates, as with rejectUnauthorized: false or verify=False; or what intercepts ' +
  'TLS on its way here, such as a proxy, does not';

/** Clause 2.4: TLS, which protects nothing without verification. */
export const certificateVerified = home({
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
    'obligation is not-applicable.',
  causes: [unverified],
  needs: ['SEC-01'],
  tells: at('stimulus', 'request line', 'request flaw', 'fact scheme'),
  unless: whyNotShown,
  judge: () => {
    const tally = new Tally();
    /** By client and service, the first request that was accepted under the right certificate. */
    const twins = new Map<string, Exchange>();
    return {
      observe(exchange) {
        const parties = `${exchange.service ?? ''} ${clientOf(exchange)}`;
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

function whyNotShown(about: Circumstances): string | undefined {
  if (!playsOverTls(about)) return overPlainHttp;
  return about.environment === 'production'
    ? 'the environment is production: no wrong certificate is shown there'
    : undefined;
}

function judge(exchange: Exchange, twin: Exchange | undefined): Judgement | undefined {
  const refuses = refusesCertificate(exchange);
  if (!refuses && !isRequest(exchange)) return undefined;
  if (!refuses && !isOverTls(exchange))
    return { unjudged: text`${nameExchange(exchange)} came in clear: no certificate was shown` };
  if (twin === undefined)
    return {
      unjudged: text`${nameExchange(exchange)} has no valid twin: nothing was accepted there under the right certificate`,
    };
  if (refuses) return kept;
  return {
    breach: {
      sent: showRequest(
        exchange,
        'where the certificate came from an authority that the client was not told of',
      ),
      expected: 'no request: the connection ends once its certificate does not verify',
      seen: text`a request, as under the right certificate in ${numbered(twin.seq)}`,
      cause: unverified,
    },
  };
}
