import type { ObligationId } from './index';
import { obligation } from './index';
import type { Exchange } from '../exchange/exchange';
import { resultMethod, subjectOf } from '../exchange/exchange';
import {
  certificateNeedsAuthentication,
  identityCertificate,
  registryCertificate,
} from './certificate/published';
import {
  wrongEncodingRejected,
  wrongHashRejected,
  wrongPaddingRejected,
} from './field-encryption/rejections';
import { staleTimestampRejected, unusualHeaders } from './headers/refusals';
import { otpAnswerShape, otpTransactionEchoed, rightOtpSucceeds } from './otp/answer';
import { integratorRules } from './integrator-judges';
import { onKeptBodies } from './judge/kept-bodies';
import { callbacksBridged, callbacksSigned, correlationKept } from './callback/sent';
import { dataComes } from './payer-flow/data';
import { decisionsCome, queriesCome } from './payer-flow/decisions';
import { noticePrompts } from './payer-flow/notice-prompt';
import { oddTriggersNoted, triggersAccepted } from './dummy-payer/acceptance';
import type { Rule, RuleContext, RuleFactory } from './judge/judge';
import {
  errorEnvelope,
  expiryAgrees,
  incompleteSession,
  sessionAnswerShape,
  tokenTypeAndLifetimes,
  tokensAreJwts,
  wrongCredentialsRefused,
} from './session/answers';
import { tokenAcceptedUntilExpiry } from './token/acceptance';
import { limitsMet, servedOverTls } from './transport/services';

const serviceRules: Readonly<Partial<Record<ObligationId, RuleFactory>>> = {
  'SES-05': sessionAnswerShape,
  'SES-06': tokensAreJwts,
  'SES-07': tokenTypeAndLifetimes,
  'SES-08': wrongCredentialsRefused,
  'SES-09': errorEnvelope,
  'SES-10': expiryAgrees,
  'SES-11': incompleteSession,
  'HDR-09': staleTimestampRejected,
  'HDR-13': unusualHeaders,
  'TOK-06': tokenAcceptedUntilExpiry,
  'CRT-01': identityCertificate,
  'CRT-02': registryCertificate,
  'CRT-03': certificateNeedsAuthentication,
  'ENC-11': wrongPaddingRejected,
  'ENC-12': wrongHashRejected,
  'ENC-13': wrongEncodingRejected,
  'OTP-03': otpAnswerShape,
  'OTP-04': otpTransactionEchoed,
  'OTP-05': rightOtpSucceeds,
  'DPY-08': triggersAccepted,
  'DPY-09': oddTriggersNoted,
  'FLW-12': decisionsCome,
  'FLW-13': queriesCome,
  'FLW-14': dataComes,
  'FLW-15': noticePrompts,
  'CBK-01': correlationKept,
  'CBK-02': callbacksSigned,
  'CBK-07': callbacksBridged,
  'SEC-02': servedOverTls,
  'LIM-01': limitsMet,
};

/** Cycles have two sides: these rules see what the suite said in them too. */
function isOfCycles(id: string): boolean {
  return /^(DPY|FLW|CBK)-/.test(id);
}

/** Whether a rule is to see an exchange: most look at what one side sent, and at nothing else. */
export function bearsOn(id: ObligationId, exchange: Exchange): boolean {
  const { subject } = obligation(id);
  if (subjectOf(exchange) !== subject) return false;
  return isOfCycles(id) || exchange.sender === (subject === 'integrator' ? 'integrator' : 'suite');
}

/** Rules that take what an adapter returned as if it had been sent; to all others only the wire counts. */
const alsoOnResults: readonly string[] = [
  'CRT-07',
  'CRT-09',
  'ENC-01',
  'ENC-02',
  'ENC-03',
  'ENC-04',
  'ENC-06',
  'ENC-07',
  'ENC-08',
  'ENC-09',
  'ENC-14',
  ...Object.keys(integratorRules).filter((id) => id.startsWith('HDT-') || isOfCycles(id)),
];

const factories: Readonly<Partial<Record<ObligationId, RuleFactory>>> = {
  ...serviceRules,
  ...Object.fromEntries(
    Object.entries(integratorRules).map(([id, factory]) => [
      id,
      alsoOnResults.includes(id) ? factory : onTheWire(factory),
    ]),
  ),
};

function onTheWire(factory: RuleFactory): RuleFactory {
  return (context) => {
    const rule = factory(context);
    return {
      observe(exchange) {
        if (exchange.request.method !== resultMethod) rule.observe(exchange);
      },
      conclude: () => rule.conclude(),
    };
  };
}

/** The obligations that rules judge; the others are declared by the target. */
export const judged: readonly ObligationId[] = Object.keys(factories) as ObligationId[];

/** A fresh rule for an obligation; `undefined` where it is declared and not judged. */
export function createRule(obligation: ObligationId, context: RuleContext): Rule | undefined {
  const factory = factories[obligation];
  return factory && onKeptBodies(obligation, factory)(context);
}

export type { Breach, Conclusion, Rule, RuleContext } from './judge/judge';
export { lookoutsFor } from './judge/sight';
