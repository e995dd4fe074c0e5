import { rounds } from '../../exchange/rounds';
import type { Reason } from '../../exchange/reason';
import { leftOutByGentleProbes } from '../../exchange/reason';
import { judgesEachMessage } from '../judge/absences';
import { missingTwin, openInRun } from '../judge/common-absences';
import { defineHome, placesAt, refusalPlaces, shownByRow } from '../judge/home';
import { constants } from '../../contract/constants';
import { agreedErrorCode } from '../../contract/readings';
import { deliberateMistakes, deliberateMistakesOf } from '../../contract/deliberate-mistakes';
import {
  answerSchema,
  shapeCauses,
  errorDetail,
  noteOfAnswer,
  showAnswer,
  showRequest,
  facetByVariant,
  eachNegative,
} from '../judge/answers';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody, exchangeReference, isAccepted } from '../../exchange/exchange';
import { findMember } from '../../exchange/members';
import { replaceFormsByChar } from '../../exchange/read-form';
import { reportText } from '../../exchange/text';
import type { Judgement, RuleContext, BreachDetails } from '../judge/judge';
import { eachExchange, keptJudgement } from '../judge/judge';
import { memberOf } from '../../contract/json';

const isCode = (code: string, named: string | undefined): boolean =>
  named === undefined ? /^\S+-9999$/.test(replaceFormsByChar(code)) : code === named;

type CredentialFlaw = 'the status' | 'the envelope' | 'the code' | 'the message';

const errorSchema = answerSchema('contract/error');

/** Returns the parts of the answer that differ from the document. A missing code or message counts as a wrong one. */
function credentialFlaws(exchange: Exchange, context: RuleContext): CredentialFlaw[] {
  const { status, message } = constants.wrongCredentials;
  const detail = errorDetail(exchange);
  return [
    ...(exchange.response?.status === status ? [] : (['the status'] as const)),
    ...(errorSchema.fits(exchange) ? [] : (['the envelope'] as const)),
    ...(isCode(detail.code ?? '', agreedErrorCode(context.readings)) ? [] : (['the code'] as const)),
    ...(detail.message === message ? [] : (['the message'] as const)),
  ];
}

/**
 * Returns the flaws that `errorEnvelope` does not report. If the body has the wrong shape, that obligation reports the
 * shape, and with it a missing code or message.
 */
function flawsBeyondShape(exchange: Exchange, flaws: readonly CredentialFlaw[]): readonly CredentialFlaw[] {
  if (!flaws.includes('the envelope')) return flaws;
  const { code, message } = errorDetail(exchange);
  return flaws.filter(
    (flaw) =>
      flaw !== 'the envelope' &&
      !(flaw === 'the code' && code === undefined) &&
      !(flaw === 'the message' && message === undefined),
  );
}

const likely = {
  accepted: 'wrong credentials are accepted: a session is given for them',
  neither: 'the request is accepted by its status, and the answer has neither a session nor an error',
  toldAsSuccess: 'the error comes under a status of success, which clients take for a session',
  otherStatus: 'the status alone is another than the document gives for wrong credentials',
  otherCode: 'the code alone is another than the document gives; where it is agreed, set readings.error-code',
  unnamedCode: 'the code alone is another than the target names in readings.error-code',
  otherMessage: 'the message alone is another than the document gives',
  several: 'several parts of the answer differ from the document, among status, envelope, code and message',
} as const;

const gentlyLeftOut: Reason = {
  kind: 'left-out',
  text: 'limits.probes is gentle: it may lock the account',
  by: 'limits.probes: gentle',
};

export const wrongCredentialsRefused = defineHome({
  id: 'SES-08',
  clauses: ['4.1', '7'],
  quote: 'HTTP 400, body 2.3 (code SVC-9999, message Invalid user credentials)',
  subject: 'service',
  roles: ['gateway'],
  level: 'must',
  seen: 'active',
  title: 'Wrong credentials get the documented 400 error',
  rule:
    'A session request whose credentials are wrong is answered with status 400 and the error ' +
    'envelope. The code in the envelope is the prefix of the service followed by -9999, and the message is ' +
    'Invalid user credentials.',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'the code has the prefix of the service': 'prefix-of-its-own',
    'the prefix of the code is in other letters': shownByRow,
    'the code is another one, and the target names it': 'error-code-agreed',
    'the message is written as JSON escapes': 'escaped-json',
    'the error has further members': 'extra-members',
  },
  causes: [...Object.values(likely), ...shapeCauses],
  on: ['session.create'],
  facets: { credentials: ['wrong secret', 'unknown client'] },
  facetsOf: ({ limits }) => [
    {
      name: 'wrong secret',
      ...(limits?.probes === 'gentle' && { setAside: gentlyLeftOut }),
    },
    { name: 'unknown client' },
  ],
  follows: ['SES-09'],
  needs: ['SES-05'],
  tells: refusalPlaces,
  // A request with wrong credentials is judged only if the request with the right credentials in the same
  // round was accepted. Otherwise the service may have refused both for some other reason.
  judge: eachNegative(
    deliberateMistakes['SES-08'],
    (exchange, context) => {
      const flaws = credentialFlaws(exchange, context);
      return flaws.length === 0
        ? keptJudgement
        : { breach: wrongCredentialsBreach(exchange, context, flaws) };
    },
    facetByVariant({ 'wrong-secret': 'wrong secret', 'unknown-client': 'unknown client' }),
    () => ({ status: constants.wrongCredentials.status, showsReason: true }),
  ),
});

function wrongCredentialsBreach(
  exchange: Exchange,
  context: RuleContext,
  found: readonly CredentialFlaw[],
): BreachDetails {
  const beyond = flawsBeyondShape(exchange, found);
  const { status, message } = constants.wrongCredentials;
  const code = agreedErrorCode(context.readings);
  return {
    sent: showRequest(
      exchange,
      deliberateMistakesOf('SES-08')[exchange.asked?.variant ?? ''] ?? 'wrong credentials',
    ),
    expected: `${status}, the error envelope, code ${code ?? '<prefix of the service>-9999'}, message "${message}"`,
    seen: showAnswer(exchange),
    cause: beyond.length === 0 ? errorSchema.tell(exchange).cause : credentialCause(exchange, found, code),
    ...(beyond.length > 0 && { itself: true }),
  };
}

/**
 * Returns the likely cause of a wrong answer to wrong credentials.
 * @param code the error code that the target requires; `undefined` if any prefix is allowed
 */
function credentialCause(
  exchange: Exchange,
  flaws: readonly CredentialFlaw[],
  code: string | undefined,
): string {
  if (isAccepted(exchange)) {
    if (tellsError(exchange)) return likely.toldAsSuccess;
    return findMember(exchange.response?.body?.text, 'accessToken') === undefined
      ? likely.neither
      : likely.accepted;
  }
  if (flaws.length > 1) return likely.several;
  if (flaws.includes('the code')) return code === undefined ? likely.otherCode : likely.unnamedCode;
  return flaws.includes('the status') ? likely.otherStatus : likely.otherMessage;
}

/** Returns whether the answer's body has a member `error` that is not null, regardless of the status. */
const tellsError = ({ response }: Exchange) => {
  const error = memberOf(jsonBody(response), 'error');
  return error !== undefined && error !== null;
};

export const errorEnvelope = defineHome({
  id: 'SES-09',
  clauses: ['2.3', '4.1'],
  quote: 'Object with one member error, itself an object with code (string) and message (string).',
  subject: 'service',
  roles: ['gateway'],
  level: 'must',
  seen: 'active',
  title: 'The error envelope is one object with two strings',
  rule:
    'The answer to wrong credentials has as its body an object whose only member is error, and error ' +
    'is an object that holds code and message as strings. The error bodies of all other operations ' +
    'are only noted.',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'the error has further members': 'extra-members',
    'code and message are in the other order': 'member-order',
    'the JSON is indented': 'pretty-json',
    'the media type is text/plain': 'json-as-text',
  },
  needs: ['SES-05', 'SES-08'],
  causes: shapeCauses,
  on: ['session.create'],
  tells: placesAt('answer line', 'answer body'),
  judge: eachNegative(
    deliberateMistakes['SES-09'],
    (exchange): Judgement | undefined => {
      // If the service granted a session, wrongCredentialsRefused reports that. But if a 2xx answer has an
      // error body, the shape of that body is judged here.
      if (isAccepted(exchange) && !tellsError(exchange))
        return {
          unjudged: reportText`wrong credentials got no error body, in ${exchangeReference(exchange)}: ${showAnswer(exchange)}`,
        };
      if (errorSchema.fits(exchange)) return keptJudgement;
      return {
        breach: {
          sent: showRequest(exchange, 'with credentials that were never issued'),
          expected: '{"error": {"code": "…", "message": "…"}} and no member beside error',
          ...errorSchema.tell(exchange),
        },
      };
    },
    undefined,
    () => ({ status: constants.wrongCredentials.status }),
  ),
});

/** The reason why runs with `limits.probes: gentle` do not send incomplete session requests. */
export const noFailedLogins = leftOutByGentleProbes('no request is sent that may count as a failed login');

export const incompleteSession = defineHome({
  id: 'SES-11',
  clauses: ['7'],
  quote: 'and all other error codes: not shown.',
  subject: 'service',
  roles: ['gateway'],
  level: 'observe',
  seen: 'active',
  title: 'The answer to an incomplete session request is noted',
  rule:
    'The suite notes what comes back when a field of the session request is left out, or when ' +
    'grantType has another value.',
  absences: judgesEachMessage,
  latitude: 'the suite only notes what it sees, so nothing is wrong here',
  on: ['session.create'],
  tells: refusalPlaces,
  leftOut: ({ limits }) => (limits?.probes === 'gentle' ? noFailedLogins : undefined),
  judge: eachExchange((exchange) => {
    const { asked } = exchange;
    if (asked?.part !== 'open' || asked.round !== rounds.sessionBodies) return undefined;
    if (exchange.failure !== undefined) return { unjudged: `${asked.variant}: ${showAnswer(exchange)}` };
    return { note: `${asked.variant}: ${noteOfAnswer(exchange)}` };
  }),
});
