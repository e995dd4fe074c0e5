import { randomUUID } from 'node:crypto';
import { composeMessage } from '../../../client/integrator/payer/compose';
import type { RequestStep } from '../../../client/integrator/payer/seams';
import { contractPayer } from '../../../client/integrator/payer/seams';
import { bearer } from '../../../client/requests';
import type { OutgoingRequest } from '../../../client/sender';
import { bridgeIdAt } from '../../../contract/bridge-scope';
import { baseOfOperation } from '../../../contract/bases';
import { EnvironmentError } from '../../../contract/outcome';
import { operation, operationPath, operations } from '../../../contract/operations';
import type { PayerSegment } from '../../../contract/readings';
import { factOfOwnMessage } from '../../../crypto/node/payer-message';
import type { Run } from '../../../run/run';
import { baseOf } from '../act';
import { goodSession } from '../held-session';

/** The ids that all messages of one cycle share. */
export interface CycleIds {
  readonly correlationId: string;
  readonly workflowId: string;
}

/** A message of the suite as a provider, in the envelope that the target wants; what it says is known as fact. */
export async function messageToPayer(
  run: Run,
  key: string,
  step: RequestStep,
  ids: CycleIds,
): Promise<OutgoingRequest> {
  const { readings, participants } = run.target;
  const { provider: sender, payer: recipient } = participants;
  const [apiCallId, requestId] = [randomUUID(), randomUUID()];
  const address = { sender, recipient, ...ids, apiCallId, requestId, timestamp: new Date().toISOString() };
  const agreed = { readings, envelope: readings.envelope, key };
  const { path, headers, body, plain } = await composeMessage(contractPayer, step, address, agreed);
  const id = operations.find((each) => each.service === 'provider' && each.path === path)?.id;
  const { accessToken } = await goodSession(run);
  const bridgeId = bridgeIdAt(path, readings, sender);
  return {
    service: 'provider',
    ...(id !== undefined && { operation: id }),
    method: 'POST',
    url:
      (baseOfOperation(run.target, 'provider', id ?? 'payment.acknowledge') ?? baseOf(run, 'provider')) +
      path,
    headers: {
      ...bearer(accessToken),
      ...headers,
      ...(bridgeId !== undefined && { 'X-HIP-ID': bridgeId }),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
    facts: { payer: factOfOwnMessage(Object.entries(headers), plain, readings) },
  };
}

/** The key to which messages to the payer are encrypted; in the envelope `json` none is needed. Throws EnvironmentError. */
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
  const { accessToken } = await goodSession(run);
  return {
    service: 'dummyPayer',
    operation: id,
    method: operation(id).method,
    url: baseOf(run, 'dummyPayer') + operationPath(id, {}, segment),
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(run.target.readings['trigger-authorization'] === 'required' && bearer(accessToken)),
      ...(withBearer && { bearer_auth: run.target.dummyPayerToken ?? `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(body),
  };
}
