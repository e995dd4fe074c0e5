import { text } from '../../exchange/text';
import { home } from '../judge/home';
import { bearer, at } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { headerValue, nameExchange, isAccepted } from '../../exchange/exchange';
import { showAnswer, showRequest } from '../judge/fates';
import type { Judgement } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { Recent } from '../judge/recent';
import { lifetimeIn } from '../session/session-answer';

interface Issued {
  /** Epoch milliseconds after which the token may be refused. */
  readonly until: number;
  uses: number;
}

/** Tokens last for minutes: no client holds more of them at a time. */
const mostTokens = 10_000;

/** A refusal this close to the end of a lifetime may be the service's clock. */
const marginMs = 1000;

const unknownHere = 'the token is not known to this service, or ends before its time';
const endsEarly =
  'tokens are valid for one call only, end before their time, or are not known to this service';

/** Clause 5.1.2: what was issued is accepted, at the first call and at later ones, until it expires. */
export const tokenAcceptedUntilExpiry = home({
  id: 'TOK-06',
  clauses: ['5.1.2'],
  quote: 'Send Authorization: Bearer <ACCESS_TOKEN> on every call.',
  subject: 'service',
  roles: ['gateway'],
  level: 'must',
  seen: 'active',
  title: 'An issued access token works on every call',
  rule:
    'A call with an access token that was issued is accepted, the first time and each later time, up ' +
    'to the expiry of the token.',
  causes: [unknownHere, endsEarly],
  needs: ['SES-05', 'SES-07'],
  tells: [...bearer, ...at('time', 'answer line')],
  harmless: true,
  judge: () => {
    const tally = new Tally();
    const issued = new Recent<Issued>(mostTokens);
    return {
      observe(exchange) {
        noteIssue(exchange, issued);
        const token = exchange.facts.tokens?.['request:authorization'];
        const life = token && issued.get(token.pseudonym);
        if (life === undefined || exchange.asked?.part === 'negative' || exchange.asked?.part === 'open')
          return;
        const judgement = judgeUse(exchange, life);
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
      },
      conclude: () => tally.conclude(),
    };
  },
});

function noteIssue(exchange: Exchange, issued: Recent<Issued>): void {
  const token = exchange.facts.tokens?.['response:/accessToken'];
  if (token === undefined) return;
  const lifeMs = lifetimeIn(exchange);
  // An answer that does not tell how long leaves the claim of the token itself, or no end at all.
  const until = lifeMs === undefined ? (token.expiresAt ?? Infinity) * 1000 : exchange.arrivedAt + lifeMs;
  issued.set(token.pseudonym, { until, uses: issued.get(token.pseudonym)?.uses ?? 0 });
}

function judgeUse(exchange: Exchange, life: Issued): Judgement | undefined {
  const status = exchange.response?.status;
  if (status === undefined || exchange.answeredAt >= life.until - marginMs) return undefined;
  if (status === 401 || status === 403)
    return {
      breach: {
        sent: showRequest(
          exchange,
          `with ${headerValue(exchange.request.headers, 'authorization') ?? 'its token'}, use ${life.uses + 1}`,
        ),
        expected: 'any answer but 401 and 403: the token is not past its expiresIn',
        seen: showAnswer(exchange),
        cause: life.uses === 0 ? unknownHere : endsEarly,
      },
    };
  if (!isServed(exchange)) return { unjudged: text`${nameExchange(exchange)} got ${showAnswer(exchange)}` };
  life.uses += 1;
  // One acceptance does not show that the token lasts: the first use counts once a later one was accepted too.
  return life.uses < 2 ? undefined : kept;
}

/** A refusal for another reason shows no accepted token, nor does a 200 to everything: a certificate holds a key. */
function isServed(exchange: Exchange): boolean {
  const { operation, facts } = exchange;
  const holdsKey = (facts.publicKey?.form ?? 'none') !== 'none';
  return isAccepted(exchange) && (holdsKey || operation?.startsWith('certificate.') !== true);
}
