import { randomUUID } from 'node:crypto';
import { contractEnvelope } from '../../../client/integrator/payer/envelope';
import { requestBundles } from '../../../client/integrator/payer/bundles';
import type { RequestStep } from '../../../client/integrator/payer/seams';
import { contractPayer } from '../../../client/integrator/payer/seams';
import { bearer } from '../../../client/requests';
import type { OutgoingRequest } from '../../../client/sender';
import { EnvironmentError } from '../../../contract/outcome';
import { operations } from '../../../contract/operations';
import { inspectPayerMessage } from '../../../crypto/node/payer-message';
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
  const base = baseOf(run, 'provider');
  const path = contractPayer.path(step, readings);
  const created = new Date().toISOString();
  const { where, name } = readings['correlation-id'];
  const { provider, payer } = participants;
  const parties = { sender: provider, recipient: payer };
  const address = {
    ...parties,
    ...ids,
    apiCallId: randomUUID(),
    requestId: randomUUID(),
    timestamp: created,
  };
  const headers = {
    ...contractPayer.protectedHeaders(step, address),
    ...(where === 'protected-header' && { [name]: ids.correlationId }),
  };
  const about = { correlationId: ids.correlationId, provider, payer, created };
  const made = requestBundles[step](about);
  const bundle = where === 'body' ? { ...made, [name]: ids.correlationId } : made;
  const wrapped = await contractEnvelope.wrap({ headers, bundle }, readings.envelope, key);
  const http = { ...wrapped.headers, ...(where === 'header' && { [name]: ids.correlationId }) };
  const plain = {
    headers: Object.entries({ ...http, ...headers }),
    body: Buffer.from(JSON.stringify(bundle)),
  };
  return {
    ...(await requestTo(run, base, path, http)),
    body: JSON.stringify(wrapped.body),
    facts: { payer: { ...inspectPayerMessage(plain, readings, []), envelope: readings.envelope } },
  };
}

async function requestTo(
  run: Run,
  base: string,
  path: string,
  fields: OutgoingRequest['headers'],
): Promise<OutgoingRequest> {
  const { readings, participants } = run.target;
  const operation = operations.find((each) => each.service === 'provider' && each.path === path)?.id;
  const scoped = (readings['bridge-scoped'] ?? []).some((each) => each === operation || each === path);
  const { accessToken } = await goodSession(run);
  return {
    service: 'provider',
    ...(operation !== undefined && { operation }),
    method: 'POST',
    url: base + path,
    headers: {
      ...bearer(accessToken),
      ...fields,
      ...(scoped && { 'X-HIP-ID': participants.provider }),
      'Content-Type': 'application/json',
    },
  };
}

/** The key to which messages to the payer are encrypted; in the envelope `json` none is needed. Throws EnvironmentError. */
export function requirePayerKey(run: Run): string {
  const key = run.payer?.encryptionKey ?? run.target.encryption.payerKey;
  if (run.target.readings.envelope === 'json') return key ?? '';
  if (key === undefined)
    throw new EnvironmentError(
      'the envelope is jwe and nobody has named the key of the payer: set encryption.payerKey and encryption.providerKey, or readings.envelope to json',
    );
  if (
    run.payer?.tell === undefined &&
    run.payer?.callbacks === undefined &&
    run.target.encryption.providerKey === undefined
  )
    throw new EnvironmentError(
      'the envelope is jwe and the suite has no key that the payer knows: set encryption.providerKey, or readings.envelope to json',
    );
  return key;
}

/** A request to the dummy payer (clauses 4.4, 4.5); `undefined` leaves bearer_auth out. */
export async function triggerOf(
  run: Run,
  id: 'dummyPayer.trigger' | 'paymentNotice.init',
  body: object,
  withBearer = true,
): Promise<OutgoingRequest> {
  const { accessToken } = await goodSession(run);
  const { method, path } = operations.find((each) => each.id === id) ?? { method: 'POST', path: '' };
  return {
    service: 'dummyPayer',
    operation: id,
    method,
    url: baseOf(run, 'dummyPayer') + path,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(withBearer && { bearer_auth: run.target.dummyPayerToken ?? `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(body),
  };
}
