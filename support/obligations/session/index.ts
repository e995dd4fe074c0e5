import { defineArea } from '../judge/home';
import { sessionAnswerShape, tokensAreJwts, tokenTypeAndLifetimes } from './answers';
import { expiryAgrees, refreshExpiryAgrees } from './expiry';
import { wrongCredentialsRefused, errorEnvelope, incompleteSession } from './refusals';
import { sessionRequestHeaders, sessionOperation, sessionRequestBody, grantTypeLiteral } from './client';

/** What the session operation and its answers owe (clauses 2.1 to 2.3, 4.1). */
export const session = defineArea('session', [
  sessionOperation,
  sessionRequestBody,
  grantTypeLiteral,
  sessionRequestHeaders,
  sessionAnswerShape,
  tokensAreJwts,
  tokenTypeAndLifetimes,
  wrongCredentialsRefused,
  errorEnvelope,
  expiryAgrees,
  incompleteSession,
  refreshExpiryAgrees,
]);
