import { withCorrelationId } from '../../../support/contract/payer-content';
import type { CallbackStep } from '../../../support/contract/payer-content';
import { constants } from '../../../support/contract/constants';
import type { PayerMessageKind } from '../../../support/client/integrator/payer/seams';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import { payerBundles } from '../../../support/mock/payer/bundles';
import type { PayerCycle, TriggerAction } from '../../../support/mock/payer/cycle';
import { conformingPayer } from '../../../support/mock/payer/seams';
import { seededBytes, seededChoice, seededJwt, seededUuid } from '../seeded';
import type { ClientProcess } from './client-process';
import type { Answer } from './answer';
import type { Task } from './world';

const payer = `${constants.payerNumber}@${constants.sandboxCmId}`;
const payerAddress = '198.51.100.20';

type Kind = PayerCycle['kind'];

/** A message as it travels: HTTP headers and JSON body. */
interface Wrapped {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** A cycle between one client and the dummy payer (clauses 4.6, 4.7). */
export class CycleOfDay {
  readonly #process: ClientProcess;
  readonly #cycle: PayerCycle;

  constructor(process: ClientProcess, kind: Kind) {
    const { random } = process.world;
    this.#process = process;
    this.#cycle = {
      correlationId: seededUuid(random),
      workflowId: seededUuid(random),
      kind,
      provider: process.client.participant,
      payer,
      state: 'requested',
    };
  }

  /** Runs the cycle from the request to its last message. */
  *run(): Task {
    const { world } = this.#process;
    const { kind } = this.#cycle;
    if (kind === 'payment') return yield* this.#payment();
    yield* this.#say(kind);
    yield world.between(200, 20_000);
    if (kind === 'plan' || kind === 'eligibility') return yield* this.#callBack(kind);
    yield* this.#decided(seededChoice(world.random, world.habits.cycles.actions));
  }

  *#payment(): Task {
    const { participant } = this.#process.client;
    const claimNumber = this.#process.world.chance(0.5) ? '' : seededUuid(this.#process.world.random);
    const body = { providerId: participant, claimNumber };
    yield* this.#process.call(
      { service: 'dummyPayer', operation: 'paymentNotice.init' },
      () => body,
      () => ({
        status: 202,
        body: { status: 'accepted' },
      }),
      { kind: 'notice' },
    );
    yield this.#process.world.between(100, 5000);
    yield* this.#callBack('prompt');
    yield this.#process.world.between(100, 5000);
    yield* this.#say('acknowledgment');
  }

  *#decided(action: TriggerAction): Task {
    const { world } = this.#process;
    const { correlationId, kind } = this.#cycle;
    const body = { action, method: kind === 'claim' ? 'Claim' : 'Preauth', correlationId };
    for (let sent = 0; sent < world.habits.cycles.triggers; sent += 1)
      yield* this.#process.call(
        { service: 'dummyPayer', operation: 'dummyPayer.trigger' },
        () => body,
        () => ({
          status: 202,
          body: { status: 'accepted', correlationId },
        }),
        { kind: 'trigger' },
      );
    yield world.between(200, 60_000);
    if (world.chance(world.habits.cycles.interim)) {
      yield* this.#callBack('approved', true);
      yield world.between(1000, 600_000);
    }
    if (action === 'Query') {
      yield* this.#callBack('query');
      yield world.between(500, 900_000);
      yield* this.#say('reply');
      yield world.between(200, 60_000);
    }
    yield* this.#callBack(action === 'Reject' ? 'rejected' : 'approved');
  }

  /** Sends a message of the client to the payer. */
  *#say(step: PayerMessageKind): Task {
    const { world } = this.#process;
    const { random, readings } = world;
    const { correlationId, workflowId, provider } = this.#cycle;
    const address = {
      sender: provider,
      recipient: payer,
      correlationId,
      workflowId,
      apiCallId: seededUuid(random),
      requestId: seededUuid(random),
      timestamp: new Date(world.now).toISOString(),
    };
    const about = {
      correlationId,
      provider,
      payer,
      created: address.timestamp,
      documents: readings.documents,
    };
    const bundle = conformingProvider.bundles[step](about);
    const { headers, body } = this.#wrap(conformingProvider.protectedHeaders(step, address), bundle);
    const path = conformingProvider.path(step, readings);
    yield* this.#process.call(
      { service: 'provider', path },
      () => body,
      () => this.#accepted(),
      { kind: 'message' },
      headers,
    );
  }

  /** Sends a message of the payer to the client, and repeats it once if the client is busy. */
  *#callBack(step: CallbackStep, isInterim = false): Task {
    const { world, client } = this.#process;
    const { random, readings } = world;
    const { callbackDelayMs, repeats } = world.habits.cycles;
    if (callbackDelayMs > 0) yield callbackDelayMs;
    const now = new Date(world.now).toISOString();
    const bundle = payerBundles[step]({ cycle: this.#cycle, now, readings });
    const ids = { 'x-hcx-api_call_id': seededUuid(random), 'x-hcx-request_id': seededUuid(random) };
    const headers = { ...conformingPayer.headers(step, this.#cycle), ...ids, 'x-hcx-timestamp': now };
    const message = this.#wrap(headers, isInterim ? asInterim(bundle) : bundle);
    const issued = Math.floor(world.now / 1000);
    const token = seededJwt(random, { iss: 'gateway', iat: issued, exp: issued + 300 });
    const draft = {
      method: 'POST' as const,
      url: client.callbackBase + conformingPayer.path(step, this.#cycle, readings),
      headers: { ...message.headers, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: { ...message.body },
    };
    const sending = { client: client.number, source: payerAddress, secret: '', draft };
    const isBusy = world.chance(0.08);
    if (isBusy) {
      yield* world.exchange(sending, () => ({ status: 503 }));
      yield world.between(500, 5000);
    }
    for (let sent = 0; sent <= repeats; sent += 1) yield* world.exchange(sending, () => this.#accepted());
  }

  #accepted(): Answer {
    const { world } = this.#process;
    const { correlationId } = this.#cycle;
    const timestamp = new Date(world.now).toISOString();
    return {
      status: world.habits.cycles.receipt,
      body: { timestamp, api_call_id: seededUuid(world.random), correlation_id: correlationId },
    };
  }

  #type(): { readonly type?: string } {
    return this.#process.world.habits.cycles.hasType ? { type: 'JWEPayload' } : {};
  }

  /** Puts a message into the envelope of this day. A JWE of a generated day cannot be decrypted. */
  #wrap(own: Readonly<Record<string, string>>, content: object): Wrapped {
    const { random, readings } = this.#process.world;
    const { correlationId } = this.#cycle;
    const { http, headers, bundle } = withCorrelationId(
      { headers: own, bundle: content },
      correlationId,
      readings,
    );
    if (readings.envelope === 'json') return { headers: { ...headers, ...http }, body: bundle };
    const part = (count: number): string => seededBytes(random, count).toString('base64url');
    const head = Buffer.from(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', ...headers })).toString(
      'base64url',
    );
    return {
      headers: { ...http },
      body: { ...this.#type(), payload: [head, part(256), part(12), part(600), part(16)].join('.') },
    };
  }
}

/** Changes an approval into an interim answer, which announces that the payer still works on the request. */
function asInterim(bundle: object): object {
  const text = JSON.stringify(bundle, (name, value: unknown) =>
    name === 'disposition' ? undefined : name === 'outcome' ? 'queued' : value,
  );
  return JSON.parse(text) as object;
}
