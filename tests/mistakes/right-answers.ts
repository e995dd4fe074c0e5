import { constants } from '../../support/contract/constants';
import type { OperationId } from '../../support/contract/operations';
import type { WireAnswer } from '../../support/exchange/raw-exchange';
import { pemOf, rsaKey } from './published-keys';

const issuedAt = Math.floor(Date.now() / 1000);

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** In the form of a JWT; who signed it is not judged here. */
function jwt(subject: string, seconds: number): string {
  const claims = { sub: subject, iat: issuedAt, exp: issuedAt + seconds };
  return `${base64url({ alg: 'RS256' })}.${base64url(claims)}.c2lnbmF0dXJl`;
}

/** The tokens that the session of an example brings. */
export const exampleTokens = {
  accessToken: jwt('access', constants.shownExpiresIn),
  refreshToken: jwt('refresh', constants.shownRefreshExpiresIn),
} as const;

/** The transaction whose OTP is verified in an example. */
export const exampleTxnId = 'a825f76b-0696-40f3-864c-5a3a5b389a83';

const bodies: Partial<Readonly<Record<OperationId, object>>> = {
  'session.create': {
    accessToken: exampleTokens.accessToken,
    expiresIn: constants.shownExpiresIn,
    refreshExpiresIn: constants.shownRefreshExpiresIn,
    refreshToken: exampleTokens.refreshToken,
    tokenType: constants.tokenType,
  },
  'otp.verify': { txnId: exampleTxnId, authResult: constants.authResultSuccess, message: 'OTP verified' },
};

/** The answer that keeps the contract. */
export function rightAnswer(operation: OperationId): WireAnswer {
  if (operation.startsWith('certificate.')) return textAnswer(200, pemOf(rsaKey(constants.rsaBits)));
  return jsonAnswer(200, bodies[operation] ?? {});
}

/** How wrong credentials are refused. */
export function rightRefusal(): WireAnswer {
  const { status, code, message } = constants.wrongCredentials;
  return jsonAnswer(status, { error: { code, message } });
}

/** A refusal of which the document states the status alone, or not even that. */
export function bareAnswer(status: number): WireAnswer {
  return { status, headers: [], body: Buffer.alloc(0) };
}

function jsonAnswer(status: number, body: object): WireAnswer {
  return {
    status,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from(JSON.stringify(body)),
  };
}

function textAnswer(status: number, body: string): WireAnswer {
  return { status, headers: [['Content-Type', 'text/plain']], body: Buffer.from(body) };
}
