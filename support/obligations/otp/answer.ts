import { missingAcceptedOtp, openInRun } from '../judge/common-absences';
import { defineHome, placesAt, requiredPlaces } from '../judge/home';
import { constants } from '../../contract/constants';
import {
  answerSchema,
  shapeCauses,
  subjectFailureCauses,
  classifyAnswer,
  showAnswer,
  showRequest,
  eachRound,
} from '../judge/answers';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';
import { linkToExchange, reportText } from '../../exchange/text';
import { findMember } from '../../exchange/members';
import { isEncryptionRejection } from '../field-encryption/rejections';
import type { Judgement, RuleContext, Judge } from '../judge/judge';
import { keptJudgement } from '../judge/judge';
import { memberOf } from '../../contract/json';

const isOtpRound = (name: string): boolean => name.startsWith('otp/');
const sentOtp = (exchange: Exchange): string =>
  showRequest(exchange, `with the right OTP under ${exchange.asked?.variant ?? 'OAEP'}`);

/**
 * Returns a judge of the answer to a right OTP.
 *
 * @param judge judges the accepted answer of a round
 * @param otherwise judges a round in which the registry accepted no OTP
 */
function acceptedAnswerRule(
  judge: (exchange: Exchange) => Judgement | undefined,
  otherwise: (twins: readonly Exchange[], context: RuleContext) => Judgement | undefined,
): Judge {
  return eachRound((round, context, tally) => {
    if (!isOtpRound(round.name) || round.twins.length === 0) return;
    const { accepted, twins } = round;
    const judgement = accepted === undefined ? otherwise(twins, context) : judge(accepted);
    if (judgement === undefined) return;
    tally.add(judgement, ...(accepted === undefined ? twins.map(({ seq }) => seq) : [accepted.seq]));
  });
}

const otpSchema = answerSchema('contract/otp-verification-response');

/** Compares the txnId of an answer with the one in the request. Returns `undefined` if it is not a text. */
const echoIn = ({ request, response }: Exchange) => {
  const echoed = findMember(response?.body?.text, 'txnId');
  if (typeof echoed !== 'string') return undefined;
  return echoed === memberOf(jsonBody(request), 'txnId') ? 'the same' : 'another';
};

const resultIn = ({ response }: Exchange) => {
  const authResult = findMember(response?.body?.text, 'authResult');
  if (typeof authResult !== 'string') return undefined;
  return authResult === constants.authResultSuccess ? 'success' : 'another';
};

const expectedAnswer = '2xx with JSON: txnId, authResult and message, each a string';

const undecryptable =
  'the registry cannot decrypt what is encrypted under the key that it publishes, with SHA-1 or SHA-256';

/** Clauses 2.5, 4.3: the members of the answer and their types. */
export const otpAnswerShape = defineHome({
  id: 'OTP-03',
  clauses: ['2.5', '4.3'],
  quote: 'Response: txnId, authResult, message (2.5).',
  subject: 'service',
  roles: ['registry'],
  level: 'must',
  seen: 'active',
  title: 'A right OTP is answered with three strings',
  rule: 'The registry answers a right OTP with txnId, authResult and message, each of them a string.',
  absences: {
    [missingAcceptedOtp]: openInRun,
  },
  latitude: {
    'the status is 201': 'otp-answer-201',
    'the message is an empty text': 'otp-message-empty',
    'the answer has further members': 'extra-members',
    'the members are in another order': 'member-order',
    'the media type is text/plain': 'json-as-text',
  },
  causes: [...subjectFailureCauses, ...shapeCauses, undecryptable],
  on: ['registry'],
  tells: placesAt('answer line', 'answer body'),
  costsOtp: true,
  judge: acceptedAnswerRule((exchange) => {
    if (otpSchema.fits(exchange)) return keptJudgement;
    return {
      breach: {
        sent: sentOtp(exchange),
        expected: expectedAnswer,
        ...otpSchema.tell(exchange),
      },
    };
  }, unansweredOtp),
});

/**
 * Judges a round in which the registry accepted no OTP. The registry may have failed, or the OTP may be expired or
 * used.
 */
function unansweredOtp(twins: readonly Exchange[], context: RuleContext): Judgement | undefined {
  const last = twins.at(-1);
  if (last === undefined) return undefined;
  const fate = classifyAnswer(last);
  const breach = { sent: sentOtp(last), expected: expectedAnswer };
  if (fate.kind === 'subject') return { breach: { ...breach, seen: fate.seen, cause: fate.cause } };
  if (twins.length > 1 && twins.every((twin) => isEncryptionRejection(twin, context)))
    return {
      breach: {
        ...breach,
        seen: showAnswer(last),
        cause: undecryptable,
      },
    };
  return { unjudged: `${otpRefused(twins)}: take a fresh otp.value and otp.txnId` };
}

function otpRefused(twins: readonly Exchange[]): string {
  const last = twins.at(-1);
  return `the registry refused the OTP of the target (${last === undefined ? 'not sent' : showAnswer(last)})`;
}

/** Returns the reason why a missing member is not judged here. Another obligation judges the shape of the answer. */
const without = (exchange: Exchange, member: string): Judgement => ({
  unjudged: reportText`the answer to a right OTP has no ${member}, in ${linkToExchange(exchange.seq)}: ${showAnswer(exchange)}`,
});

const refused = (twins: readonly Exchange[]): Judgement => ({ unjudged: otpRefused(twins) });

const respeltId = 'the spelling of the transaction id is changed, in its letters or its hyphens';
const otherId = 'another id stands in the answer: a new one is made, or that of another transaction is taken';

/** Returns the letters and digits of an id, in lower case. */
const idMeant = (value: unknown): string =>
  String(value)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Clause 2.5: the answer repeats the transaction id of the request. */
export const otpTransactionEchoed = defineHome({
  id: 'OTP-04',
  clauses: ['2.5'],
  quote: 'response | txnId | string | echoed transaction id',
  subject: 'service',
  roles: ['registry'],
  level: 'must',
  seen: 'active',
  title: 'The answer repeats the txnId of the request',
  rule: 'In the answer stands the same txnId as in the request.',
  absences: {
    [missingAcceptedOtp]: openInRun,
  },
  latitude: {
    'the status is 201': 'otp-answer-201',
    'the members are in another order': 'member-order',
    'the answer has further members': 'extra-members',
  },
  causes: [respeltId, otherId],
  needs: ['OTP-03'],
  on: ['registry'],
  tells: requiredPlaces('request body/txnId', 'answer body/txnId'),
  costsOtp: true,
  judge: acceptedAnswerRule((exchange) => {
    const echo = echoIn(exchange);
    if (echo === undefined) return without(exchange, 'txnId');
    if (echo === 'the same') return keptJudgement;
    const sent = memberOf(jsonBody(exchange.request), 'txnId');
    const echoed = findMember(exchange.response?.body?.text, 'txnId');
    return {
      breach: {
        sent: `${sentOtp(exchange)}, txnId ${JSON.stringify(sent)}`,
        expected: `txnId ${JSON.stringify(sent)}`,
        seen: showAnswer(exchange),
        cause: idMeant(sent) === idMeant(echoed) ? respeltId : otherId,
      },
    };
  }, refused),
});

const respelt = 'another spelling of success';
const otherWord = 'another word than success; or the OTP of the target is no longer the right one';

/** Clause 2.5: the literal `success`. The document shows it as an example, so this is only a `should`. */
export const rightOtpSucceeds = defineHome({
  id: 'OTP-05',
  clauses: ['2.5'],
  quote: 'success in the shown response',
  subject: 'service',
  roles: ['registry'],
  level: 'should',
  seen: 'active',
  title: 'A right OTP yields success',
  rule: 'For a right OTP the value of authResult is success.',
  absences: {
    [missingAcceptedOtp]: openInRun,
  },
  latitude: {
    'the status is 201': 'otp-answer-201',
    'an OTP verifies only once': 'otp-good-once',
    'the value is written as JSON escapes': 'escaped-json',
  },
  causes: [respelt, otherWord],
  needs: ['OTP-03'],
  on: ['registry'],
  tells: [...placesAt('answer line'), ...requiredPlaces('answer body/authResult')],
  costsOtp: true,
  judge: acceptedAnswerRule((exchange) => {
    const result = resultIn(exchange);
    if (result === undefined) return without(exchange, 'authResult');
    if (result === 'success') return keptJudgement;
    const found = findMember(exchange.response?.body?.text, 'authResult');
    return {
      breach: {
        sent: sentOtp(exchange),
        expected: `authResult "${constants.authResultSuccess}"`,
        seen: showAnswer(exchange),
        cause: /^success(ful)?$/i.test(String(found).trim()) ? respelt : otherWord,
      },
    };
  }, refused),
});
