import type { Exchange } from '../../exchange/exchange';
import { linkToExchange, reportText } from '../../exchange/text';
import { clientInstanceOf, grantsSession, isReadableRequest, isSessionLike } from '../judge/requests';
import { defineHome, placesAt, bearerPlaces } from '../judge/home';
import type { Finding } from '../judge/judge';
import { JudgementTally } from '../judge/judge';
import { RecentEntries } from '../judge/seen-before';
import { tokensCarried } from '../judge/tokens';
import { mayEndBeforeReaction } from '../judge/window';
import { lifetimeOf } from './reuse';

/** The number of tokens that the rule remembers. They last for minutes, so no client holds as many at a time. */
const mostTokens = 10_000;

/** Maximum number of milliseconds before the end of a token in which the service's clock may explain a 401. */
const marginMs = 1000;

/** A 401 that no request of the client has followed yet. */
interface Refusal {
  readonly seq: number;
  readonly token: string;
  readonly answeredAt: number;
  readonly call: Exchange['call'];
  /** Whether the client may have reacted after the end of the recording. */
  readonly mayBeFollowed: boolean;
}

/** Clause 5.1.2. The document does not describe the reaction of a client to a 401 on a token that has not expired. */
export const refusedTokenNoted = defineHome({
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
  absences: {
    'a new session, or the same token again, after the 401': {
      run: 'observed',
      mock: 'inconclusive',
      traffic: 'not judged',
    },
  },
  latitude: 'the suite only notes what it sees, so nothing is wrong here',
  needs: ['HDR-01'],
  tells: [...bearerPlaces, ...placesAt('time', 'request line', 'answer line')],
  act: 'carriesToken',
  judge: (context) => {
    const tally = new JudgementTally(context);
    const ends = new RecentEntries<number>(mostTokens);
    const open = new RecentEntries<Refusal>(mostTokens);
    return {
      observe(exchange) {
        if (!isReadableRequest(exchange)) return;
        const client = clientInstanceOf(exchange);
        const tokens = tokensCarried(exchange, (token) => ends.has(token)).map(({ pseudonym }) => pseudonym);
        const refusal = open.get(client);
        const isSession = isSessionLike(exchange, context);
        // Only a request that the client sends after the 401 is a reaction to it.
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
            mayBeFollowed: mayEndBeforeReaction(exchange, context),
          });
      },
      // At the end of a run, a 401 counts as followed by nothing.
      conclude: () => tally.concludeWith([...open.values()].map(ofNothing)),
    };
  },
});

function noteEnd(exchange: Exchange, ends: RecentEntries<number>): void {
  const token = exchange.facts.tokens?.['response:/accessToken'];
  const lifeMs = grantsSession(exchange) ? lifetimeOf(exchange) : undefined;
  if (token !== undefined && lifeMs !== undefined) ends.set(token.pseudonym, exchange.arrivedAt + lifeMs);
}

const isAlive = ({ answeredAt }: Exchange, end = 0): boolean => answeredAt < end - marginMs;

const about = 'after a 401 on an unexpired token';

/** Describes the reaction. If the suite asked the adapter again in between, the client did nothing by itself. */
function noteOf({ call: before }: Refusal, what: string, { call }: Exchange): string {
  const isAsked = before?.answer !== call?.answer;
  return isAsked ? `${about}: nothing by itself; asked again, ${what}` : `${about}: ${what}`;
}

function ofNothing({ seq, mayBeFollowed }: Refusal): Finding {
  if (mayBeFollowed) {
    const unjudged = reportText`the recording contains neither a new session nor the same token after the 401 in ${linkToExchange(seq)}: either may be missing, or follow later`;
    return { judgement: { unjudged }, seqs: [] };
  }
  return { judgement: { note: `${about}: nothing` }, seqs: [seq] };
}
