import { reportText } from '../../exchange/text';
import { judgesEachMessage } from '../judge/absences';
import { defineHome, placesAt, requiredPlaces, shownByRow } from '../judge/home';
import { membersIn } from '../../contract/body-members';
import { operationById, operationPattern } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import {
  intendedOperation,
  jsonBody,
  exchangeReference,
  isAccepted,
  readBody,
} from '../../exchange/exchange';
import { findMember } from '../../exchange/members';
import { showAnswer, showRequest } from '../judge/answers';
import { describeSlips, bodyCauses } from '../judge/body-slips';
import type { Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, keptJudgement, memoizeByExchange } from '../judge/judge';
import { RecentEntries } from '../judge/seen-before';
import { isInWindow, mayFollowUnseenRequests } from '../judge/window';
import { looksEncrypted } from '../fields/ciphertexts';
import { eachRequest } from '../judge/requests';
import { bareName } from '../../contract/is-likely-typo';
import { isObject, memberOf } from '../../contract/json';
import { verifiesMobileOtp } from '../../contract/readings';
import { isVerificationByBody, resemblesVerification } from '../../contract/meant-verification';
import { pathOfRequest } from '../../exchange/address';

const { method, path } = operationById('otp.verify');
const expected =
  `${method} ${path.replace('{nationalId}', '<national-id>')} with JSON: otp and txnId; for <national-id> ` +
  'paths.nationalId, or any segment where the target names none';

const likely = {
  otherBase:
    'another base address than that of the registry, with its version prefix; or another segment than paths.nationalId',
  otherMethod: 'the path is right, and the method is not: POST is wanted',
  otherVersion: 'another version segment than v2, or none',
  respelt: 'another spelling of the path, or another path',
  noJson: 'a list or a text is sent in place of the JSON object',
  otherMember: 'members have another name or spelling (txnid, transactionId), or are left out',
  noText: 'the transaction id is empty, or is not a text',
} as const;

/** Clause 4.3: the operation that verifies an OTP, and its request body. */
export const otpOperation = defineHome({
  id: 'OTP-01',
  clauses: ['4.3'],
  quote:
    '4.3 Verify national-ID OTP (registry) `POST ' + '{registry_url}/v2/registration/national-id/verifyOTP`',
  subject: 'integrator',
  roles: ['registry'],
  level: 'must',
  seen: 'passive',
  title: 'The OTP is verified on the documented path',
  rule:
    'Verification of the national-ID OTP is a POST to /v2/registration/national-id/verifyOTP with otp ' +
    'and txnId in a JSON body. The path begins right behind the base address of the registry, which ' +
    'includes its version prefix.',
  absences: judgesEachMessage,
  latitude: {
    'the segment for the national ID is that of the service': 'segments-of-its-own',
    'the segment is the one that the target names': 'segments-that-the-target-names',
    'the members are in another order': 'members-in-another-order',
    'characters are written as JSON escapes': 'json-plus-escaped',
    'the body has further members': shownByRow,
    'the transaction id has another form than a UUID': shownByRow,
    'other requests to the registry': 'registry-asked-about-other-things',
  },
  causes: [...bodyCauses, ...Object.values(likely)],
  on: ['registry'],
  follows: ['VER-01'],
  tells: placesAt('request line'),
  costsOtp: true,
  reads: 'request',
  act: 'verifiesOtp',
  judge: eachRequest((exchange, { readings }) => {
    // The content of an incomplete body is unknown.
    if (exchange.operation === 'otp.verify')
      return exchange.request.flaw === undefined ? judgeBody(exchange) : undefined;
    const { service } = exchange;
    if (verifiesMobileOtp(readings, { service, path: pathOfRequest(exchange) })) return undefined;
    if (!isMeantAsVerification(exchange)) return undefined;
    return {
      breach: {
        sent: showRequest(exchange, 'to verify an OTP'),
        expected,
        seen: `${exchange.request.method} ${pathOfRequest(exchange)}`,
        cause: likelyOperation(exchange),
      },
    };
  }),
});

function likelyOperation(exchange: Exchange): string {
  const sent = pathOfRequest(exchange);
  const pattern = (each: string): RegExp => new RegExp(`${operationPattern(each)}$`);
  if (pattern(path).test(sent))
    return exchange.request.method === method ? likely.otherBase : likely.otherMethod;
  if (pattern(path.replace('/v2', '')).test(sent.replace(/\/v\d+(?=\/registration)/, '')))
    return likely.otherVersion;
  return likely.respelt;
}

/**
 * Returns whether a request was probably meant to verify a national-ID OTP: its path resembles the documented one, or
 * the suite asked for a verification and the body contains OTP and transaction id. Other requests to the registry, such
 * as one for an OTP, or the verification of a mobile number, are not judged.
 */
const isMeantAsVerification = memoizeByExchange((exchange): boolean => {
  if (exchange.service !== 'registry') return false;
  const sent = pathOfRequest(exchange);
  if (resemblesVerification(sent)) return true;
  if (exchange.call?.method !== 'otp.verify') return false;
  const body = jsonBody(exchange.request);
  return isObject(body) && isVerificationByBody(sent, new Set(Object.keys(body).map(bareName)));
});

const noObject = 'a body that is not a JSON object';
const noText = 'txnId is not a text';

const bodyFlaws = memoizeByExchange(({ request }): string[] => {
  const body = jsonBody(request);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [noObject];
  const txnId = memberOf(body, 'txnId');
  return [
    // The obligations on field encryption judge the value of otp.
    ...(memberOf(body, 'otp') === undefined ? ['otp is missing'] : []),
    ...(txnId === undefined ? ['txnId is missing'] : []),
    ...(txnId !== undefined && (typeof txnId !== 'string' || txnId === '') ? [noText] : []),
  ];
});

function bodyCause(flaws: readonly string[]): string {
  if (flaws.includes(noObject)) return likely.noJson;
  return flaws.every((flaw) => flaw === noText) ? likely.noText : likely.otherMember;
}

function judgeBody(exchange: Exchange): Judgement {
  const slips = describeSlips(readBody(exchange.request), 'contract/otp-verification-request');
  const flaws = [...slips.map(({ seen }) => seen), ...bodyFlaws(exchange)];
  if (flaws.length === 0) return keptJudgement;
  return {
    breach: {
      sent: showRequest(exchange, 'to verify an OTP'),
      expected,
      seen: flaws.join('; '),
      cause: slips[0]?.cause ?? bodyCause(flaws),
    },
  };
}

/**
 * Returns the transaction id of a verification. Returns `undefined` if the id is not a text or looks encrypted, because
 * other obligations judge that.
 */
function sentTxnId(exchange: Exchange): string | undefined {
  const isOtp = intendedOperation(exchange) === 'otp.verify';
  const txnId = isOtp ? memberOf(jsonBody(exchange.request), 'txnId') : undefined;
  return typeof txnId !== 'string' || txnId === '' || looksEncrypted(txnId) ? undefined : txnId;
}

/** Returns the transaction id in the registry's answer to an earlier step, such as an OTP request. */
function givenTxnId(exchange: Exchange): string | undefined {
  const { service, response } = exchange;
  const isStep = intendedOperation(exchange) !== 'otp.verify' && service === 'registry';
  const txnId = isStep ? memberOf(jsonBody(response), 'txnId') : undefined;
  return typeof txnId === 'string' ? txnId : undefined;
}

/**
 * Returns whether a verification contains a transaction id that the suite gave to the client. The id may also be in a
 * form-encoded body or under another member name, because another obligation judges these mistakes.
 */
const isOurs = memoizeByExchange((exchange, { txnIds = [] }: RuleContext) => {
  if (intendedOperation(exchange) !== 'otp.verify' || txnIds.length === 0) return false;
  const { body } = exchange.request;
  const named = sentTxnId(exchange) ?? findMember(body?.text, 'txnId');
  const sent =
    named === undefined ? membersIn(jsonBody(exchange.request)).map(({ value }) => value) : [named];
  return sent.some((value) => txnIds.some((each) => each === value));
});

/**
 * Maximum number of remembered transaction ids. Clients hardly reuse older ids, because a transaction ends within
 * minutes.
 */
const mostGiven = 100_000;

const otherTransaction =
  'the transaction id is a new one, is that of an older transaction, or is spelt differently';

/** Clause 2.5: a verification has the txnId that the earlier step returned. */
export const transactionContinued = defineHome({
  id: 'OTP-02',
  clauses: ['2.5'],
  quote: 'ties the call to the earlier link or OTP request step',
  subject: 'integrator',
  roles: ['registry'],
  level: 'must',
  seen: 'active',
  title: 'The txnId is that of the earlier step',
  rule:
    'The OTP is sent with the txnId that the step before it returned, whether that was the link or the ' +
    'OTP request.',
  absences: {
    'the earlier step that gave the transaction id': {
      run: 'failed',
      mock: 'inconclusive',
      traffic: 'not judged',
    },
  },
  latitude: {
    'a verification is sent again with its txnId': 'retries-at-once',
    'the members are in another order': 'members-in-another-order',
    'the client sends the registry nothing but OTPs': 'no-ids-of-the-registry',
  },
  causes: [otherTransaction],
  on: ['registry'],
  needs: ['OTP-01', 'ENC-10'],
  tells: requiredPlaces('request body/txnId'),
  costsOtp: true,
  reads: 'request',
  act: 'verifiesOtp',
  judge: (context) => {
    const tally = new JudgementTally(context);
    const given = new RecentEntries<true>(mostGiven);
    for (const txnId of context.txnIds ?? []) given.set(txnId, true);
    return {
      observe(exchange) {
        if (intendedOperation(exchange) === 'otp.verify') {
          const judgement = judgeTransaction(exchange, given, context);
          if (judgement !== undefined) tally.add(judgement, exchange.seq);
        } else {
          const txnId = givenTxnId(exchange);
          if (txnId !== undefined && !given.has(txnId)) given.set(txnId, true);
        }
      },
      conclude: () => tally.conclude(),
    };
  },
});

/** Whether an id differs from a given one only in letter case and punctuation. */
function isRespelt(txnId: string, given: RecentEntries<true>): boolean {
  return [...given.keys()].some((each) => meantId(each) === meantId(txnId));
}

const meantId = (txnId: string): string => txnId.toLowerCase().replace(/[^a-z0-9]/g, '');

function judgeTransaction(
  exchange: Exchange,
  given: RecentEntries<true>,
  context: RuleContext,
): Judgement | undefined {
  const txnId = sentTxnId(exchange);
  if (isOurs(exchange, context)) return keptJudgement;
  if (txnId === undefined) return undefined;
  if (given.has(txnId)) return keptJudgement;
  // A real registry knows the right ids. If it accepts an id, the earlier step was just not recorded.
  if (isInWindow(exchange, context) && isAccepted(exchange)) return keptJudgement;
  if (given.size === 0 || (mayFollowUnseenRequests(exchange, context) && !isRespelt(txnId, given)))
    return {
      unjudged: reportText`${exchangeReference(exchange)} got ${showAnswer(exchange)}, and the recording does not contain the earlier step of that transaction`,
    };
  return {
    breach: {
      sent: showRequest(exchange, 'to verify an OTP'),
      expected: `txnId as given: ${[...given.keys()].slice(-3).join(' or ')}`,
      seen: `txnId ${txnId}`,
      cause: otherTransaction,
    },
  };
}
