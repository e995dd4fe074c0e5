import type { Exchange } from '../../exchange/exchange';
import { home } from '../judge/home';
import type { Finding } from '../judge/judge';
import { Tally } from '../judge/judge';
import { at, bearer } from '../judge/places';
import { Recent } from '../judge/recent';
import { clientOf, grantsSession, isRequest, isSessionLike } from '../judge/requests';
import { tokensCarried } from '../judge/tokens';
import { lifetimeOf } from './needless';

/** Tokens last for minutes: no client holds more of them at a time. */
const mostTokens = 10_000;

/** A refusal this close to the end of a lifetime may be the service's clock. */
const marginMs = 1000;

/** A 401 that nothing has followed yet. */
interface Refusal {
  readonly seq: number;
  readonly token: string;
  readonly answeredAt: number;
  readonly call: Exchange['call'];
}

/** Clause 5.1.2: what a client makes of a 401 is its own choice: a token that is refused has not expired. */
export const refusedTokenNoted = home({
  id: 'TOK-09',
  clauses: ['5.1.2'],
  quote: 'Send Authorization: Bearer <ACCESS_TOKEN> on every call.',
  subject: 'integrator',
  roles: ['session'],
  level: 'observe',
  seen: 'active',
  title: 'What follows a refused token is noted',
  rule:
    'The suite notes what a client does after a 401 on a token that has not expired: whether it creates ' +
    'a new session, sends the same token again, or does nothing.',
  needs: ['HDR-01'],
  tells: [...bearer, ...at('time', 'request line', 'answer line')],
  act: 'carriesToken',
  judge: (context) => {
    const tally = new Tally();
    const ends = new Recent<number>(mostTokens);
    const open = new Recent<Refusal>(mostTokens);
    return {
      observe(exchange) {
        if (!isRequest(exchange)) return;
        const client = clientOf(exchange);
        const tokens = tokensCarried(exchange, (token) => ends.has(token)).map(({ pseudonym }) => pseudonym);
        const refusal = open.get(client);
        const isSession = isSessionLike(exchange, context);
        // What was under way already is no reaction.
        if (refusal !== undefined && exchange.arrivedAt >= refusal.answeredAt)
          if (isSession || tokens.includes(refusal.token)) {
            const what = isSession ? 'a new session' : 'the same token again';
            tally.add({ note: noteOf(refusal, what, exchange) }, refusal.seq, exchange.seq);
            open.delete(client);
          }
        noteEnd(exchange, ends);
        const refused =
          exchange.response?.status === 401 && tokens.find((token) => isAlive(exchange, ends.get(token)));
        if (refused)
          open.set(client, {
            seq: exchange.seq,
            token: refused,
            answeredAt: exchange.answeredAt,
            call: exchange.call,
          });
      },
      // Whatever may follow yet: so far, nothing has.
      conclude: () => tally.concludeWith([...open.values()].map(ofNothing)),
    };
  },
});

function noteEnd(exchange: Exchange, ends: Recent<number>): void {
  const token = exchange.facts.tokens?.['response:/accessToken'];
  const lifeMs = grantsSession(exchange) ? lifetimeOf(exchange) : undefined;
  if (token !== undefined && lifeMs !== undefined) ends.set(token.pseudonym, exchange.arrivedAt + lifeMs);
}

const isAlive = ({ answeredAt }: Exchange, end = 0): boolean => answeredAt < end - marginMs;

const about = 'after a 401 on an unexpired token';

/** A client that is asked again did nothing by itself. */
function noteOf({ call: before }: Refusal, what: string, { call }: Exchange): string {
  const isAsked = before?.answer !== call?.answer;
  return isAsked ? `${about}: nothing by itself; asked again, ${what}` : `${about}: ${what}`;
}

function ofNothing({ seq }: Refusal): Finding {
  return { judgement: { note: `${about}: nothing` }, seqs: [seq] };
}
