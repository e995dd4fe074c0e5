import { disguisingTokens, withClaims } from '../disguise';
import { constants } from '../../support/contract/constants';
import type { TokenKind } from '../../support/mock/token-issuer';
import type { Mutant } from '../mutant';
import { serviceMutant } from '../mutant';
import type { JsonObject } from '../replies';
import { editAcceptedBody } from '../replies';
import { withSeams } from '../stage';

type Change = (claims: JsonObject) => unknown;

const changing = (changed: TokenKind, change: Change) =>
  withSeams(disguisingTokens((token, kind) => (kind === changed ? withClaims(token, change) : token)));

/** A gateway whose access tokens claim something else. */
function claiming(name: string, story: string, change: Change): Mutant {
  return serviceMutant(name, ['SES-10'], story, changing('access', change));
}

/** The same of its refresh tokens. */
function refreshClaiming(name: string, story: string, change: Change): Mutant {
  return serviceMutant(name, ['SES-12'], story, changing('refresh', change));
}

function later(claims: JsonObject, seconds: number): JsonObject {
  return { ...claims, iat: Number(claims.iat) + seconds, exp: Number(claims.exp) + seconds };
}

/** Whether exp and expiresIn agree (SES-10). */
const accessExpiry: readonly Mutant[] = [
  claiming('exp-in-milliseconds', 'exp is the platform clock, which counts milliseconds.', (claims) => ({
    ...claims,
    exp: Number(claims.exp) * 1000,
  })),
  claiming(
    'exp-a-day-away',
    'exp is set where the token is made, expiresIn where it is answered.',
    (claims) => ({
      ...claims,
      exp: Number(claims.exp) + 86_400,
    }),
  ),
  claiming(
    'cached-token',
    'A token made ten minutes ago goes out with the lifetime of a new one.',
    (claims) => later(claims, -600),
  ),
  claiming('exp-in-local-time', 'iat and exp are made from local time, as if it were UTC.', (claims) =>
    later(claims, 19_800),
  ),
  serviceMutant(
    'lifetime-in-milliseconds',
    ['SES-10'],
    'expiresIn counts milliseconds.',
    withSeams(
      editAcceptedBody('session.create', (body) => ({ ...body, expiresIn: Number(body.expiresIn) * 1000 })),
    ),
  ),
  serviceMutant(
    'lifetime-in-minutes',
    ['SES-10'],
    'expiresIn counts minutes.',
    withSeams(
      editAcceptedBody('session.create', (body) => ({ ...body, expiresIn: Number(body.expiresIn) / 60 })),
    ),
  ),
];

/** Whether exp of the refresh token and refreshExpiresIn agree (SES-12). */
const refreshExpiry: readonly Mutant[] = [
  refreshClaiming('refresh-exp-of-access', 'One setting makes both tokens.', (claims) => ({
    ...claims,
    exp: Number(claims.iat) + constants.shownExpiresIn,
  })),
  refreshClaiming(
    'refresh-exp-in-milliseconds',
    'exp is the platform clock of the token library.',
    (claims) => ({
      ...claims,
      exp: Number(claims.exp) * 1000,
    }),
  ),
  refreshClaiming(
    'refresh-token-of-a-long-session',
    'The first refresh token is given out again.',
    (claims) => later(claims, -600),
  ),
  serviceMutant(
    'refresh-lifetime-in-minutes',
    ['SES-12'],
    'refreshExpiresIn counts minutes.',
    withSeams(
      editAcceptedBody('session.create', (body) => ({
        ...body,
        refreshExpiresIn: Number(body.refreshExpiresIn) / 60,
      })),
    ),
  ),
];

export const sessionExpiryMutants: readonly Mutant[] = [...accessExpiry, ...refreshExpiry];
