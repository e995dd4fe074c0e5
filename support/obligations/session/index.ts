import { area } from '../judge/home';
import { sessionAnswerShape, tokensAreJwts, tokenTypeAndLifetimes } from './answers';
import { expiryAgrees, refreshExpiryAgrees } from './expiry';
import { wrongCredentialsRefused, errorEnvelope, incompleteSession } from './refusals';
import { sessionRequestHeaders } from './request-headers';
import { sessionOperation, sessionRequestBody, grantTypeLiteral } from './requests';

/** What the session operation and its answers owe (clauses 2.1 to 2.3, 4.1). */
export const session = area('session', [
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
