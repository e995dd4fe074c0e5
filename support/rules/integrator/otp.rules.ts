import { operation } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { intended, jsonBody, nameExchange } from '../../exchange/exchange';
import { isAccepted, memberOf, showAnswer, showRequest } from '../answers';
import type { Judgement, RuleContext, RuleFactory } from '../rule';
import { Tally, kept } from '../rule';
import { looksEncrypted } from './fields';
import { certificateOf, eachRequest, isSessionLike, operationPattern, pathOf } from './requests';

const { method, path } = operation('otp.verify');
const expected = `${method} ${path.replace('{nationalId}', 'national-id')} with JSON: otp and txnId`;

/** Clause 4.3: the operation by which an OTP is verified, and its body. */
export const otpOperation = eachRequest('OTP-01', (exchange, context) => {
  // Of a body that broke off nobody knows what it would have held.
  if (exchange.operation === 'otp.verify')
    return exchange.request.flaw === undefined ? judgeBody(exchange) : undefined;
  if (!isMeantAsVerification(exchange, context)) return undefined;
  return {
    breach: {
      sent: showRequest(exchange, 'to verify an OTP'),
      expected,
      got: `${exchange.request.method} ${pathOf(exchange)}`,
      likely:
        'another version segment, method or spelling of the path; or its stand-in paths.nationalId differs',
    },
  };
});

/** The path of another version or spelling, or whatever else goes out when an OTP is to be verified. */
function isMeantAsVerification(exchange: Exchange, context: RuleContext): boolean {
  if (exchange.service !== 'registry') return false;
  const unversioned = operationPattern(path.replace('/v2', ''));
  if (new RegExp(`${unversioned}/?$`, 'i').test(pathOf(exchange))) return true;
  const other = certificateOf(exchange) !== undefined || isSessionLike(exchange, context);
  return exchange.call?.method === 'otp.verify' && !other;
}

function judgeBody(exchange: Exchange): Judgement {
  const body = jsonBody(exchange.request);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const txnId = memberOf(body, 'txnId');
  const flaws = [
    // What otp holds is judged under ENC.
    ...(memberOf(body, 'otp') === undefined ? ['otp is missing'] : []),
    ...(txnId === undefined ? ['txnId is missing'] : []),
    ...(txnId !== undefined && (typeof txnId !== 'string' || txnId === '') ? ['txnId is not a text'] : []),
  ];
  if (isObject && flaws.length === 0) return kept;
  return {
    breach: {
      sent: showRequest(exchange, 'to verify an OTP'),
      expected,
      got: isObject ? flaws.join('; ') : 'a body that is not a JSON object',
      likely: 'a form instead of JSON, or members of another name or spelling (txnid, transactionId)',
    },
  };
}

/** Clause 2.5: the txnId of the earlier step. */
export const transactionContinued: RuleFactory = ({ txnIds = [] }: RuleContext) => {
  const tally = new Tally('OTP-02');
  const given = new Set(txnIds);
  return {
    observe(exchange) {
      if (intended(exchange) === 'otp.verify') {
        const judgement = judgeTransaction(exchange, given, txnIds.length > 0);
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
      } else if (exchange.service === 'registry') {
        // A link or OTP request step of recorded traffic.
        const txnId = memberOf(jsonBody(exchange.response), 'txnId');
        if (typeof txnId === 'string') given.add(txnId);
      }
    },
    conclude: () => tally.conclude(),
  };
};

function judgeTransaction(
  exchange: Exchange,
  given: ReadonlySet<string>,
  isKnown: boolean,
): Judgement | undefined {
  const txnId = memberOf(jsonBody(exchange.request), 'txnId');
  // One that is no text is OTP-01's, one that is encrypted ENC-10's.
  if (typeof txnId !== 'string' || txnId === '' || looksEncrypted(txnId)) return undefined;
  if (given.has(txnId)) return kept;
  // A registry knows that the suite does not play: it accepted the transaction, and the step before was not recorded.
  if (!isKnown && isAccepted(exchange)) return kept;
  if (given.size === 0)
    return {
      unjudged: `${nameExchange(exchange)} got ${showAnswer(exchange)}, and no earlier step was seen`,
    };
  return {
    breach: {
      sent: showRequest(exchange, 'to verify an OTP'),
      expected: `txnId as given: ${[...given].slice(-3).join(' or ')}`,
      got: `txnId ${txnId}`,
      likely: 'a transaction id is made anew, is one of an older transaction, or its spelling is changed',
    },
  };
}
