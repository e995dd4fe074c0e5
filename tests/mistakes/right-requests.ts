import { requestFor } from '../../support/client/requests';
import type { Headers } from '../../support/client/requests';
import type { OperationId } from '../../support/contract/operations';
import { constants } from '../../support/contract/constants';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import { embeddedDefaults } from '../../support/targets/embedded';
import type { Target } from '../../support/targets/target';
import { exampleTokens, exampleTxnId, rightAnswer } from './right-answers';

/** Addresses that exist nowhere: what is judged here never crossed a wire. */
const target: Target = {
  ...embeddedDefaults,
  services: {
    gateway: 'https://gateway.example',
    identity: 'https://identity.example',
    registry: 'https://registry.example',
    dummyPayer: 'https://payer.example',
    provider: 'https://provider.example',
  },
};

const bodies: Partial<Readonly<Record<OperationId, object>>> = {
  'session.create': { clientId: 'client', clientSecret: 'a-secret', grantType: constants.grantType },
  // As long as a ciphertext under 2048 bits is.
  'dummyPayer.trigger': {
    action: 'Approve',
    method: 'Preauth',
    correlationId: '0b0fd04f-3d0c-4a4f-9a8c-6f3f3ad9a1f2',
  },
  'paymentNotice.init': { providerId: target.participants.provider, claimNumber: '' },
  'otp.verify': { otp: Buffer.alloc(256, 0xa5).toString('base64'), txnId: exampleTxnId },
};

const bearer = `Bearer ${exampleTokens.accessToken}`;

/** Clauses 4.4, 4.5: for the dummy payer the token has a header of its own. */
function tokenHeaders(operation: OperationId): Headers {
  if (operation === 'session.create') return {};
  const isTrigger = operation === 'dummyPayer.trigger' || operation === 'paymentNotice.init';
  return isTrigger ? { Accept: 'application/json', bearer_auth: bearer } : { Authorization: bearer };
}

/** A request that keeps the contract, from an integrator's client, with an answer that keeps it too. */
export function rightRequest(operation: OperationId): RawExchange {
  const body = bodies[operation];
  const headers = tokenHeaders(operation);
  const request = requestFor(target, operation, { ...(body && { body }), headers });
  const now = Date.now();
  return {
    sender: 'integrator',
    clientInstance: 'example',
    service: request.service,
    operation,
    arrivedAt: now,
    answeredAt: now,
    request: {
      method: request.method,
      url: request.url,
      headers: Object.entries(request.headers),
      ...(request.body !== undefined && { body: Buffer.from(request.body) }),
    },
    response: rightAnswer(operation),
  };
}
