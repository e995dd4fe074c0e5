import type { TokenIssuer, TokenKind } from '../support/mock/token-issuer';
import type { MockSeams, SeamOverrides } from '../support/mock/seams';
import type { JsonObject } from './replies';

/** Gives the tokens of sessions out in another guise, and knows them again when they come back. */
export function disguisingTokens(
  disguise: (token: string, kind: TokenKind) => string,
): (own: MockSeams) => SeamOverrides {
  return ({ tokens: own }) => {
    const real = new Map<string, string>();
    const tokens: TokenIssuer = {
      ...own,
      issue: async (claims, kind, lifetimeSeconds) => {
        const token = await own.issue(claims, kind, lifetimeSeconds);
        const shown = kind === 'callback' ? token : disguise(token, kind);
        real.set(shown, token);
        return shown;
      },
      verify: (token) => own.verify(real.get(token) ?? token),
    };
    return { tokens };
  };
}

/** The token with other claims; its signature no longer fits, which only the issuer can tell. */
export function withClaims(token: string, change: (claims: JsonObject) => unknown): string {
  const [header = '', claims = '', signature = ''] = token.split('.');
  return [header, changed(claims, change), signature].join('.');
}

/** The token with another header. */
export function withHeader(token: string, change: (header: JsonObject) => unknown): string {
  const [header = '', ...rest] = token.split('.');
  return [changed(header, change), ...rest].join('.');
}

function changed(part: string, change: (value: JsonObject) => unknown): string {
  const value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as JsonObject;
  return Buffer.from(JSON.stringify(change(value))).toString('base64url');
}
