import { area } from '../judge/home';
import { sessionOperation, sessionRequestBody, grantTypeLiteral, sessionRequestHeaders } from './requests';
import {
  sessionAnswerShape,
  tokensAreJwts,
  tokenTypeAndLifetimes,
  wrongCredentialsRefused,
  errorEnvelope,
  expiryAgrees,
  incompleteSession,
} from './answers';

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
]);
