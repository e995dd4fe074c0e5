import { randomUUID } from 'node:crypto';
import { composeMessage } from '../../../client/integrator/payer/compose';
import type { PayerMessageKind } from '../../../client/integrator/payer/seams';
import { conformingProvider } from '../../../client/integrator/payer/seams';
import { bearerHeader, headersWithoutToken } from '../../../client/requests';
import type { OutgoingRequest } from '../../../client/sender';
import { demandedHeaders } from '../../../contract/demanded-headers';
import { baseAddressOfOperation } from '../../../contract/bases';
import { EnvironmentError } from '../../../contract/outcome';
import { operationById, operationPath, operations } from '../../../contract/operations';
import type { PayerSegment } from '../../../contract/readings';
import { withBodyType } from '../../../crypto/jose/jwe';
import { factOfOwnMessage } from '../../../crypto/node/payer-message';
import type { Run } from '../../../run/run';
import { requireBaseAddress } from '../act';
import { ensureUsableSession } from '../held-session';

/** The ids that all messages of one cycle share. */
export interface CycleIds {
  readonly correlationId: string;
  readonly workflowId: string;
}

/** A message of the suite as a provider, in the envelope that the target wants; what it says is known as fact. */
export async function messageToPayer(
  run: Run,
  key: string,
  step: PayerMessageKind,
  ids: CycleIds,
): Promise<OutgoingRequest> {
  const { readings, participants } = run.target;
  const { provider: sender, payer: recipient } = participants;
  const [apiCallId, requestId] = [randomUUID(), randomUUID()];
  const address = { sender, recipient, ...ids, apiCallId, requestId, timestamp: new Date().toISOString() };
  const agreed = { readings, envelope: readings.envelope, key };
  const { path, headers, body, plain } = await composeMessage(conformingProvider, step, address, agreed);
  const id = operations.find((each) => each.service === 'provider' && each.path === path)?.id;
  const { accessToken } = await ensureUsableSession(run);
  const traits = { service: 'provider', operation: id, path, hasBody: true } as const;
  const inBearerAuth = demandedHeaders(traits, readings).has('bearer_auth');
  return {
    service: 'provider',
    ...(id !== undefined && { operation: id }),
    method: 'POST',
    url:
      (baseAddressOfOperation(run.target, 'provider', id ?? 'payment.acknowledge') ??
        requireBaseAddress(run, 'provider')) + path,
    headers: {
      ...(inBearerAuth ? bearerAuthHeader(run, accessToken) : bearerHeader(accessToken)),
      ...headers,
      ...headersWithoutToken(run.target, traits),
    },
    body: JSON.stringify(withBodyType(body, readings)),
    facts: { payer: factOfOwnMessage(Object.entries(headers), plain, readings) },
  };
}

/**
 * The key to which messages to the payer are encrypted; in the envelope `json` none is needed. Throws EnvironmentError.
 */
export function requirePayerKey(run: Run): string {
  const key = run.services.payer?.encryptionKey ?? run.target.encryption.payerKey;
  if (run.target.readings.envelope === 'json') return key ?? '';
  if (key === undefined)
    throw new EnvironmentError(
      'the envelope is jwe and the key of the payer is unknown: set encryption.payerKey and encryption.providerKey, or readings.envelope to json',
    );
  const isTold = run.services.payer?.tell !== undefined || run.services.payer?.callbacks !== undefined;
  if (!isTold && run.target.encryption.providerKey === undefined)
    throw new EnvironmentError(
      'the envelope is jwe and the suite has no key that the payer knows: set encryption.providerKey, or readings.envelope to json',
    );
  return key;
}

export type TriggerId = 'dummyPayer.trigger' | 'paymentNotice.init';

interface TriggerOptions {
  readonly withBearer?: boolean;
  /** By default that of the readings. */
  readonly segment?: PayerSegment;
}

/** A request to the dummy payer (clauses 4.4, 4.5). */
export async function triggerRequest(
  run: Run,
  id: TriggerId,
  body: object,
  { withBearer = true, segment = run.target.readings['payer-segment'] }: TriggerOptions = {},
): Promise<OutgoingRequest> {
  const { accessToken } = await ensureUsableSession(run);
  const path = operationPath(id, {}, segment);
  const traits = { service: 'dummyPayer', operation: id, path, hasBody: true } as const;
  const isAuthorized = demandedHeaders(traits, run.target.readings).has('Authorization');
  return {
    service: 'dummyPayer',
    operation: id,
    method: operationById(id).method,
    url: requireBaseAddress(run, 'dummyPayer') + path,
    headers: {
      ...headersWithoutToken(run.target, traits),
      ...(isAuthorized && bearerHeader(accessToken)),
      ...(withBearer && bearerAuthHeader(run, accessToken)),
    },
    body: JSON.stringify(body),
  };
}

/** Returns the header `bearer_auth` with the target's own value for it, or with the session's token (clause 5.1.8). */
function bearerAuthHeader({ target }: Run, accessToken: string): { readonly bearer_auth: string } {
  return { bearer_auth: target.dummyPayerToken ?? `Bearer ${accessToken}` };
}
