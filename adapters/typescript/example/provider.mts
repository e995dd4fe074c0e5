// The provider's side of the payer flows with the envelope jwe (2.7, 4.4 to 4.7, 6.1).
import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { Failure, log } from '../gateway-adapter.mts';
import type { CycleState, Methods, Offer } from '../gateway-adapter.mts';
import { unexpected } from '../sender.mts';
import { openCallbacks } from './callbacks.mts';
import type { Outcome } from './callbacks.mts';
import { bearer, post } from './client.mts';
import type { Client } from './client.mts';
import { bundleOf, documents, now, paymentReceived, requestOf, valuesAt } from './fhir.mts';
import type { RequestKind, Resource } from './fhir.mts';

interface Cycle {
  readonly workflowId: string;
  state: CycleState;
  callbacks: number;
  reply?: Promise<void>;
}

const requestPaths = {
  plan: '/v1/insuranceplan/request',
  eligibility: '/v1/coverageeligibility/check',
  preauthorization: '/v1/preauth/submit',
  claim: '/v1/claim/submit',
};
const over: readonly CycleState[] = ['approved', 'rejected', 'answered'];

/** Opens a port for callbacks and returns the provider's methods; `undefined` for envelopes other than jwe. */
export async function openProvider(client: Client): Promise<Offer | undefined> {
  const { envelope, services, readings } = client.settings;
  if (envelope !== 'jwe' || services.provider === undefined) return undefined;
  if (readings['correlation-id'].where !== 'protected-header') return undefined;
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(client, privateKey);
  const { url, close } = await openCallbacks(client, provider);
  const encryptionKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return { methods: methodsOf(provider), callbackUrl: url, encryptionKey, close };
}

function methodsOf(provider: Provider): Partial<Methods> {
  return {
    'insurancePlan.request': () => provider.begin('plan'),
    'eligibility.check': () => provider.begin('eligibility'),
    'preauth.submit': () => provider.begin('preauthorization'),
    'claim.submit': () => provider.begin('claim'),
    'communication.reply': ({ correlationId }) => provider.reply(correlationId),
    'dummyPayer.trigger': ({ action, method, correlationId }) =>
      provider.askDummyPayer('/process/request', { action, method, correlationId }),
    'paymentNotice.init': ({ providerId, claimNumber }) =>
      provider.askDummyPayer('/paymentNotice/init', { providerId, claimNumber }),
    'cycle.get': ({ correlationId }) => provider.cycle(correlationId),
  };
}

class Provider {
  readonly #client: Client;
  readonly #privateKey: KeyObject;
  readonly #payerKey: KeyObject;
  readonly #cycles = new Map<string, Cycle>();
  /** Maps the path of a callback to its handler. */
  readonly #takers: ReadonlyMap<string, (correlationId: string, bundle: Resource) => Outcome>;

  constructor(client: Client, privateKey: KeyObject) {
    this.#client = client;
    this.#privateKey = privateKey;
    this.#payerKey = createPublicKey(client.settings.payerEncryptionKey);
    const { readings } = client.settings;
    const takeData = (correlationId: string): Outcome => this.#note(correlationId, 'answered');
    const takeDecision = (correlationId: string, bundle: Resource): Outcome =>
      this.#note(correlationId, this.#decisionIn(bundle));
    this.#takers = new Map([
      [readings['plan-answer'], takeData],
      [readings['eligibility-answer'], takeData],
      ['/v1/preauth/on_submit', takeDecision],
      ['/v1/claim/on_submit', takeDecision],
      ['/v1/communication/request', (correlationId: string) => this.#note(correlationId, 'queried')],
      [readings['payment-prompt'], (correlationId: string) => this.#takePrompt(correlationId)],
    ]);
  }

  /**
   * Starts a cycle. Stores the cycle before sending the request, because the payer's callback may arrive
   * before the 202.
   */
  async begin(kind: RequestKind): Promise<{ correlationId: string }> {
    const correlationId = randomUUID();
    const cycle = this.#newCycle(correlationId);
    try {
      const request = requestOf(kind, this.#client.settings.participants);
      await this.#send(requestPaths[kind], cycle, correlationId, 'request.initiated', request);
      return { correlationId };
    } catch (error) {
      this.#cycles.delete(correlationId);
      throw error;
    }
  }

  /** Sends the documents that the payer asked for. Sends them only once, even if called repeatedly. */
  async reply(correlationId: string): Promise<void> {
    const cycle = this.#known(correlationId);
    if (cycle.reply === undefined && cycle.state !== 'queried')
      throw new Failure('the payer has asked nothing in that cycle');
    cycle.reply ??= this.#send(
      '/v1/communication/on_request',
      cycle,
      correlationId,
      'response.complete',
      documents(),
    );
    await cycle.reply;
  }

  /** Sends a request to the dummy payer, with its special header bearer_auth (4.4, 5.1.8). */
  async askDummyPayer(path: string, body: object): Promise<void> {
    const { services, dummyPayerToken } = this.#client.settings;
    const reply = await this.#client.call((token) => {
      const headers = { Accept: 'application/json', bearer_auth: dummyPayerToken ?? `Bearer ${token}` };
      return post(services.dummyPayer + path, headers, body);
    });
    if (!reply.ok) throw unexpected('dummy payer', reply);
  }

  cycle(correlationId: string): { state: CycleState; callbacks: number } {
    const { state, callbacks } = this.#known(correlationId);
    return { state, callbacks };
  }

  // -- Callbacks --

  get paths(): readonly string[] {
    return [...this.#takers.keys()];
  }

  /** Processes a callback whose JWT was verified. Ignores a callback of an unknown cycle and returns 404. */
  async receive(path: string, body: string): Promise<Outcome> {
    try {
      const { payload } = JSON.parse(body) as { payload: string };
      // Only accept the agreed algorithms: otherwise a sender could choose, for example, "dir".
      const { protectedHeader, plaintext } = await compactDecrypt(payload, this.#privateKey, {
        keyManagementAlgorithms: ['RSA-OAEP-256', 'RSA-OAEP'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      const correlationId = protectedHeader[this.#client.settings.readings['correlation-id'].name];
      const bundle = JSON.parse(
        new TextDecoder('utf-8', { fatal: true }).decode(plaintext),
      ) as Resource | null;
      if (typeof correlationId !== 'string' || typeof bundle !== 'object' || bundle === null)
        return { status: 400 };
      const outcome = this.#takers.get(path)?.(correlationId, bundle) ?? { status: 404 };
      const told = {
        timestamp: now(),
        api_call_id: protectedHeader['x-hcx-api_call_id'],
        correlation_id: correlationId,
      };
      return outcome.status === 202 ? { ...outcome, body: told } : outcome;
    } catch {
      return { status: 400 };
    }
  }

  /**
   * Counts a callback and sets the state of its cycle. A final state never changes, so a repeated callback
   * has no effect.
   */
  #note(correlationId: string, state?: CycleState): Outcome {
    const cycle = this.#cycles.get(correlationId);
    if (cycle === undefined) return { status: 404 };
    cycle.callbacks += 1;
    if (state !== undefined && !over.includes(cycle.state)) cycle.state = state;
    return { status: 202 };
  }

  /** Returns the payer's decision; `undefined` if the answer is only interim. */
  #decisionIn(bundle: Resource): CycleState | undefined {
    const { path, approved, rejected, final } = this.#client.settings.readings.decision;
    if (final !== null && !valuesAt(bundle, final.path).includes(final.value)) return undefined;
    const values = valuesAt(bundle, path);
    if (values.includes(approved)) return 'approved';
    return values.includes(rejected) ? 'rejected' : undefined;
  }

  /**
   * Processes a payment prompt, which opens a new cycle. Acknowledges the prompt once, in a request after the
   * 202.
   */
  #takePrompt(correlationId: string): Outcome {
    const isNew = !this.#cycles.has(correlationId);
    const cycle = isNew ? this.#newCycle(correlationId) : this.#known(correlationId);
    const outcome = this.#note(correlationId, 'answered');
    if (!isNew) return outcome;
    const path = this.#client.settings.readings['payment-ack'];
    const afterwards = (): void => {
      this.#send(path, cycle, correlationId, 'response.complete', paymentReceived()).catch(
        (error: unknown) => {
          log(`acknowledgment: ${error instanceof Failure ? error.message : 'not sent'}`);
        },
      );
    };
    return { ...outcome, afterwards };
  }

  // -- Messages --

  #newCycle(correlationId: string): Cycle {
    const cycle: Cycle = { workflowId: randomUUID(), state: 'pending', callbacks: 0 };
    this.#cycles.set(correlationId, cycle);
    return cycle;
  }

  #known(correlationId: string): Cycle {
    const cycle = this.#cycles.get(correlationId);
    if (cycle === undefined) throw new Failure('no cycle has this correlation id');
    return cycle;
  }

  /**
   * Sends a message of a cycle. All messages of a cycle share its correlation id; the ids of the call are
   * always new.
   */
  async #send(
    path: string,
    { workflowId }: Cycle,
    correlationId: string,
    status: string,
    resource: Resource,
  ): Promise<void> {
    const { services, participants, readings } = this.#client.settings;
    const url = `${services.provider ?? ''}${path}`;
    const bundle = Buffer.from(JSON.stringify(bundleOf(resource)));
    const reply = await this.#client.call(async (token) => {
      const header = {
        alg: 'RSA-OAEP-256',
        enc: 'A256GCM',
        'x-hcx-sender_code': participants.provider,
        'x-hcx-recipient_code': participants.payer,
        'x-hcx-api_call_id': randomUUID(),
        'x-hcx-request_id': randomUUID(),
        [readings['correlation-id'].name]: correlationId,
        'x-hcx-workflow_id': workflowId,
        'x-hcx-timestamp': now(),
        'x-hcx-status': status,
      };
      const payload = await new CompactEncrypt(bundle).setProtectedHeader(header).encrypt(this.#payerKey);
      return post(url, bearer(token), { payload });
    });
    if (!reply.ok) throw unexpected('payer side', reply);
  }
}
