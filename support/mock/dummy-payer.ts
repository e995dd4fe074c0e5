import type { TriggerAction } from './payer/cycle';
import { hindered } from './provider-operations';
import { checkBearer, readJson } from './request-checks';
import type { Call, Handler, MockState, Reply } from './seams';

interface TriggerBody {
  readonly action: TriggerAction;
  readonly method: 'Preauth' | 'Claim';
  readonly correlationId: string;
}

/**
 * POST /process/request (clause 4.4). The answer is not shown: 202, since what was asked for comes as a callback.
 * The value of bearer_auth is a reading of clause 5.1.8: `Bearer` and the session's access token.
 */
export const triggerAction: Handler = async (call, state) => {
  const refused = await checkTokens(call, state);
  if (refused) return refused;
  const read = readJson<TriggerBody>(call, 'contract/trigger-action');
  if (!read.ok) return read.reply;
  const { action, method, correlationId } = read.body;
  const hindrance = state.cycles.advance(correlationId, action, method === 'Claim' ? 'claim' : 'preauth');
  if (hindrance !== undefined) return hindered(hindrance);
  return { status: 202, body: { status: 'accepted', correlationId } };
};

/** bearer_auth, and Authorization where a reading wants it too. */
async function checkTokens(call: Call, state: MockState): Promise<Reply | undefined> {
  const refused = await checkBearer(call, state, 'bearer_auth');
  if (refused || state.readings['trigger-authorization'] !== 'required') return refused;
  return checkBearer(call, state, 'authorization');
}

/** POST /paymentNotice/init (clause 4.5): the prompt to the provider follows. */
export const initPaymentNotice: Handler = async (call, state) => {
  const refused = await checkTokens(call, state);
  if (refused) return refused;
  const read = readJson<{ readonly providerId: string }>(call, 'contract/payment-notice-init');
  if (!read.ok) return read.reply;
  state.cycles.prompt(read.body.providerId, state.account.payer);
  return { status: 202, body: { status: 'accepted' } };
};
