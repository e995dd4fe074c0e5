import { constants } from '../contract/constants';
import { refuse } from './refusals';
import { checkCmId, checkV3Headers, readJson, sameSecret } from './request-checks';
import type { Call, Handler, MockState, Reply } from './seams';

interface SessionRequest {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** POST …/v3/sessions (clause 4.1). */
export const createSession: Handler = (call, state) =>
  checkV3Headers(call, state) ?? checkCmId(call, state) ?? grantSession(call, state);

/** The registry's own session, at the path of the reading (clause 5.1.5): the same pattern, and no header is shown for it. */
export const createRegistrySession: Handler = (call, state) => grantSession(call, state);

function grantSession(call: Call, state: MockState): Reply | Promise<Reply> {
  const read = readJson<SessionRequest>(call, 'contract/session-request');
  if (!read.ok) return read.reply;
  // Both are compared always, so that the time does not tell which of them was wrong.
  const rightId = sameSecret(read.body.clientId, state.account.clientId);
  const rightSecret = sameSecret(read.body.clientSecret, state.account.clientSecret);
  return rightId && rightSecret ? session(state) : refuse('wrongCredentials');
}

/** The public keys of the gateway, free to read; the place is a reading of clause 5.1.6. */
export const publishKeys: Handler = async (_call, state) => ({
  status: 200,
  body: await state.seams.tokens.jwks(),
});

/** A new session (clause 2.2). */
async function session({ account, seams }: MockState): Promise<Reply> {
  const { access, refresh } = account.lifetimes;
  const claims = { clientId: account.clientId };
  const [accessToken, refreshToken] = await Promise.all([
    seams.tokens.issue(claims, 'access', access),
    seams.tokens.issue(claims, 'refresh', refresh),
  ]);
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      accessToken,
      expiresIn: access,
      refreshExpiresIn: refresh,
      refreshToken,
      tokenType: constants.tokenType,
    },
  };
}
