import { rounds } from '../../exchange/rounds';
import type { OperationId } from '../../contract/operations';
import { staleBeyondSeconds } from '../../contract/readings/staleness';
import { deliberateMistakes } from '../../contract/deliberate-mistakes';
import { without } from '../judge/facets';
import { judgesEachMessage } from '../judge/absences';
import { missingTwin, openInRun } from '../judge/common-absences';
import { defineHome, timestampPlaces, refusalPlaces, placesAt } from '../judge/home';
import { noteOfAnswer, showAnswer, showRequest, eachNegative } from '../judge/answers';
import { eachExchange, keptJudgement } from '../judge/judge';

/** The operations of which the document states the rejection, as facets. */
const tried: Readonly<Partial<Record<OperationId, string>>> = {
  'session.create': 'session',
  'certificate.identity': 'identity certificate',
};

const taken = 'TIMESTAMP is not compared with the clock, or the window for it is too wide';
const refusedOtherwise =
  'it ends by another status: a redirect, an error inside, or a refusal that readings.stale-after does not name';

/** Clauses 5.2, 7: a request from the past is rejected; how is a reading (`stale-after`). */
export const staleTimestampRejected = defineHome({
  id: 'HDR-09',
  clauses: ['5.2', '7'],
  quote: 'Rule: a stale TIMESTAMP is rejected',
  subject: 'service',
  roles: ['gateway'],
  level: 'must',
  seen: 'active',
  title: 'The gateway rejects a stale TIMESTAMP',
  rule:
    'When the TIMESTAMP of a v3 call is stale, the call is refused. The document does not say when it ' +
    'is stale: unless the target sets a limit, only one of more than a day ago must be refused.',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'the status is 404': 'stale-404',
    'the limit and the status are those that the target names': 'staleness-agreed',
    'the clock of the services is behind': 'clock-behind',
    'the clock of the services is ahead': 'clock-ahead',
    'a TIMESTAMP is good for 15 minutes': 'window-of-15-minutes',
    'a TIMESTAMP is good for three hours': 'window-of-3-hours',
    'the refusal is XML': 'stale-400-xml',
    'the status is 409, if the target sets it': 'stale-409-agreed',
    'the status is 401': 'stale-401-json',
    'the status is 412': 'stale-412-json',
    'the status is 422': 'stale-422-json',
    'one word of text that is called HTML': 'stale-403-text',
  },
  on: ['gateway', 'identity'],
  facets: { operation: ['session', 'identity certificate'] },
  facetsOf: ({ services }) => [
    { name: 'session' },
    services.identity === undefined
      ? without('identity certificate', 'identity')
      : { name: 'identity certificate' },
  ],
  needs: ['SES-05', 'TOK-06', 'CRT-01'],
  tells: [...timestampPlaces, ...refusalPlaces],
  causes: [taken, refusedOtherwise],
  judge: eachNegative(
    deliberateMistakes['HDR-09'],
    (exchange, context) => {
      const { status } = context.readings['stale-after'];
      const seen = exchange.response?.status ?? 0;
      const right = status === 'any-4xx' ? seen >= 400 && seen < 500 : seen === status;
      if (right) return keptJudgement;
      return {
        breach: {
          sent: showRequest(
            exchange,
            `with a TIMESTAMP more than ${staleBeyondSeconds(context.readings)} s old`,
          ),
          expected: status === 'any-4xx' ? 'a status from 400 to 499' : String(status),
          seen: showAnswer(exchange),
          cause: seen >= 200 && seen < 300 ? taken : refusedOtherwise,
        },
      };
    },
    ({ operation }) => operation && tried[operation],
    ({ readings }) => {
      const { status } = readings['stale-after'];
      return { reading: 'stale-after', ...(status !== 'any-4xx' && { status }) };
    },
  ),
});

/** Clause 5.2: what the document leaves open about REQUEST-ID and TIMESTAMP. */
export const unusualHeaders = defineHome({
  id: 'HDR-13',
  clauses: ['5.2'],
  quote:
    'REQUEST-ID | UUID v4, lowercase, new for every request | all v3 APIs | | TIMESTAMP | ' +
    'ISO-8601 UTC with milliseconds, form YYYY-MM-DDTHH:MM:SS.000Z; must be current',
  subject: 'service',
  roles: ['gateway'],
  level: 'observe',
  seen: 'active',
  title: 'The answers to odd request headers are noted',
  rule:
    'The suite notes the answer to a TIMESTAMP in the future or of ten minutes ago, and to a ' +
    'REQUEST-ID that is missing, uppercase or used before.',
  absences: judgesEachMessage,
  latitude: 'the suite only notes what it sees, so nothing is wrong here',
  on: ['gateway', 'identity'],
  tells: [...placesAt('request header request-id', 'request header timestamp'), ...refusalPlaces],
  judge: eachExchange((exchange) => {
    const { asked } = exchange;
    if (asked?.part !== 'open' || asked.round !== rounds.unusualHeaders) return undefined;
    if (exchange.failure !== undefined) return { unjudged: `${asked.variant}: ${showAnswer(exchange)}` };
    return { note: `${asked.variant}: ${noteOfAnswer(exchange)}` };
  }),
});
