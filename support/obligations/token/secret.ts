import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { isMask, whyMasked } from '../../exchange/masks';
import { findMember } from '../../exchange/members';
import type { Text } from '../../exchange/text';
import { browserHeaders, whyUnkept } from '../../exchange/withheld';
import { showRequest } from '../judge/fates';
import { home } from '../judge/home';
import type { Judgement } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { at } from '../judge/places';
import { isRequest, isSessionLike, withheld } from '../judge/requests';

const inBrowser = 'the session is created in a web page or an app: it belongs on a backend';
const onEveryRequest = 'the credentials are put on every request by a shared client or interceptor';

/** Clause 5.1.7: the client secret travels in session requests only, and from no browser. */
export const secretInSessionsOnly = home({
  id: 'TOK-04',
  clauses: ['5.1.7'],
  quote: 'never in browsers or mobile apps.',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'The client secret stays in session requests',
  rule:
    'Session requests are the only place where the client secret travels, and a browser never sends ' +
    'it. Origin, Referer, Sec-Fetch-Site or Sec-Fetch-Dest shows a browser; Sec-Fetch-Mode on its own ' +
    'does not, since server runtimes send it too.',
  causes: [inBrowser, onEveryRequest],
  tells: at('text ‹client-secret'),
  judge: (context) => {
    const tally = new Tally();
    let [unkept, masked]: (Text | undefined)[] = [];
    return {
      observe(exchange) {
        if (!isRequest(exchange)) return;
        const isSession = isSessionLike(exchange, context);
        const judgement = isSession ? judgeBrowser(exchange) : judgeSecret(exchange);
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
        if (isSession && hidesSecret(exchange)) masked = whyMasked('clientSecret');
        if (!isSession && exchange.request.body?.absent === true) unkept ??= whyUnkept(exchange);
      },
      conclude() {
        // The secret may have stood in any of these bodies, and in any request where it is unknown.
        for (const unjudged of [unkept, masked])
          if (unjudged !== undefined) tally.add({ unjudged, withholds: true });
        return tally.conclude();
      },
    };
  },
});

const hidesSecret = ({ masked, request }: Exchange): boolean =>
  masked === true && isMask(findMember(request.body?.text, 'clientSecret'));

function judgeBrowser(exchange: Exchange): Judgement {
  const shown = browserHeaders.filter((name) => headerValue(exchange.request.headers, name) !== undefined);
  if (shown.length === 0) return withheld(exchange, ...browserHeaders) ?? kept;
  return {
    breach: {
      sent: showRequest(exchange, 'with the client secret'),
      expected: `none of the headers that browsers send: ${browserHeaders.join(', ')}`,
      seen: shown.join(', '),
      cause: inBrowser,
    },
  };
}

function judgeSecret(exchange: Exchange): Judgement | undefined {
  const places = (exchange.facts.secretIn ?? []).map((place) => `its ${place.replace('url', 'address')}`);
  if (places.length === 0) return undefined;
  return {
    breach: {
      sent: showRequest(exchange, 'which is no session request'),
      expected: 'the access token in its stead; the client secret in session requests only',
      seen: `the client secret in ${places.join(' and ')}`,
      cause: onEveryRequest,
    },
  };
}
