import { randomUUID } from 'node:crypto';
import type { Method, Params, Result } from '../../../adapter/protocol';
import type { IntegratorRole } from '../../../adapter/roles';
import { whyUnplayable } from '../../../adapter/roles';
import { isLoopback } from '../../../contract/loopback';
import { operation, operationPath } from '../../../contract/operations';
import type { OperationId, ServiceName } from '../../../contract/operations';
import { EnvironmentError, NotTestedError } from '../../../contract/outcome';
import { resultMethod } from '../../../exchange/exchange';
import type { Facts } from '../../../exchange/facts';
import type { PayerCycles } from '../../../mock/payer-cycles';
import type { Run } from '../../../run/run';
import { requireSandbox } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import { openAdapter } from '../adapter-session';
import { waitFor } from './waiting';

/** How a cycle is begun. */
export type SubmitMethod = 'insurancePlan.request' | 'eligibility.check' | 'preauth.submit' | 'claim.submit';

export type Trigger = Params<'dummyPayer.trigger'>;

/** A callback, and whatever the client does after it, is waited for so long at most. */
const longestWaitMs = 5000;
/** How often, and after how many milliseconds again, a client is asked whether it has taken a callback in. */
const looks = 10;
const betweenLooksMs = 100;

/** One process of a provider, with the suite as its payer. */
export class PayerTalk {
  readonly #run: Run;
  readonly #adapter: AdapterSession;

  constructor(run: Run, adapter: AdapterSession) {
    this.#run = run;
    this.#adapter = adapter;
  }

  get cycles(): PayerCycles {
    return this.#adapter.played.mock.cycles;
  }

  get played(): AdapterSession['played'] {
    return this.#adapter.played;
  }

  /** Has the client open a cycle; `undefined` where it did not. */
  async submit(method: SubmitMethod): Promise<string | undefined> {
    const outcome = await this.#act(method, {});
    return outcome?.correlationId;
  }

  /** Has the suite itself submit a request to its own payer, in the provider's place. */
  submitItself(kind: 'preauth' | 'claim'): string {
    const { provider, payer } = this.#run.target.participants;
    const [correlationId, workflowId] = [randomUUID(), randomUUID()];
    this.cycles.open({ correlationId, kind, provider, payer, workflowId });
    const { envelope } = this.#run.target.readings;
    const nothing = { resources: [], providerId: false, policyNumber: false, documents: 0 };
    this.#recordOwn(`${kind}.submit`, {}, { payer: { envelope, correlationId, ...nothing } });
    return correlationId;
  }

  /** Triggers the payer: by the client where it plays that role, else the suite does it itself. Tells whether it was done. */
  async trigger(params: Trigger): Promise<boolean> {
    if (this.#isTrigger('dummyPayer.trigger')) {
      const outcome = await this.#adapter.act('dummyPayer.trigger', params);
      return outcome.kind === 'result';
    }
    const { correlationId, action, method } = params;
    this.#recordOwn('dummyPayer.trigger', params);
    return this.cycles.advance(correlationId, action, method === 'Claim' ? 'claim' : 'preauth') === undefined;
  }

  /** Has the payer prompt the provider for a payment notice. */
  async startNotice(): Promise<void> {
    const { provider, payer } = this.#run.target.participants;
    const body = { providerId: provider, claimNumber: '' };
    if (this.#isTrigger('paymentNotice.init')) {
      await this.#act('paymentNotice.init', body);
      return;
    }
    this.#recordOwn('paymentNotice.init', body);
    this.cycles.prompt(provider, payer);
  }

  async reply(correlationId: string): Promise<void> {
    await this.#act('communication.reply', { correlationId });
  }

  /** Waits until so many callbacks of a cycle have been sent, and nothing of it is under way any more. */
  async callbacks(correlationId: string, count: number): Promise<void> {
    const sent = () => this.cycles.attempts.filter((each) => each.correlationId === correlationId).length;
    const arrived = await this.until(() => sent() >= count);
    if (arrived) await Promise.race([this.cycles.settled(correlationId), this.until(() => false)]);
  }

  until(happened: () => boolean): Promise<boolean> {
    return waitFor(this.cycles, happened, Math.min(longestWaitMs, this.#run.target.limits.callbackMs));
  }

  /** Asks the client how a cycle stands; again for a while, as long as it has only begun. */
  async state(
    correlationId: string,
    settled: readonly string[] = ['approved', 'rejected', 'answered'],
  ): Promise<string | undefined> {
    let seen: Result<'cycle.get'> | undefined;
    const isTaken = (): boolean =>
      this.cycles.attempts.some(
        (each) => each.correlationId === correlationId && (each.answer?.status ?? 400) < 300,
      );
    for (let look = 1; look <= looks; look += 1) {
      seen = (await this.#act('cycle.get', { correlationId })) ?? seen;
      // What was not taken in will not be taken in later; but it may have been while the client was asked.
      if (seen === undefined || settled.includes(seen.state) || !isTaken()) break;
      await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
    }
    if (seen !== undefined) this.#recordResult('cycle.get', seen, { cycle: { correlationId, ...seen } });
    return seen?.state;
  }

  #isTrigger(method: Method): boolean {
    return this.#run.target.roles.includes('trigger') && this.#adapter.offers(method);
  }

  async #act<M extends Method>(method: M, params: Params<M>): Promise<Result<M> | undefined> {
    const outcome = await this.#adapter.act(method, params);
    if (outcome.kind === 'result') return outcome.value;
    if (outcome.kind === 'not-offered') this.#leaveOut(`${method} (not offered by the adapter)`);
    return undefined;
  }

  #leaveOut(note: string): void {
    if (!this.#run.leftOut.includes(note)) this.#run.leftOut.push(note);
  }

  /** What the suite does to its own dummy payer crosses no wire; it stands in the recording for the order of things. */
  #recordOwn(id: OperationId, body: object, facts?: Partial<Facts>): void {
    const { method, service } = operation(id);
    const url = this.played.mock.urls[service] + operationPath(id);
    this.#record({ method, url, body, own: { operation: id, service }, ...(facts && { facts }) });
  }

  #recordResult(method: Method, result: object, facts: Partial<Facts>): void {
    this.#record({ method: resultMethod, url: `adapter:/${method}`, body: result, facts });
  }

  #record({ method, url, body, own, facts }: Noted): void {
    const now = Date.now();
    const { asked, clientInstance, recorder } = this.played;
    recorder.record({
      sender: own === undefined ? 'integrator' : 'suite',
      subject: 'integrator',
      arrivedAt: now,
      answeredAt: now,
      ...own,
      ...(this.#run.scenario !== undefined && { scenario: this.#run.scenario }),
      ...(asked !== undefined && { call: { number: asked.number, method: asked.method } }),
      ...(clientInstance !== undefined && { clientInstance }),
      request: { method, url, headers: [], body: Buffer.from(JSON.stringify(body)) },
      ...(facts && { facts }),
    });
  }
}

interface Noted {
  readonly method: string;
  readonly url: string;
  readonly body: object;
  /** Of what the suite did itself. */
  readonly own?: { readonly operation: OperationId; readonly service: ServiceName };
  readonly facts?: Partial<Facts>;
}

type Talking = (talk: PayerTalk) => Promise<void>;

/** Goes through something with the payer in a process of its own, once in a run. */
export function payerJourney(run: Run, name: string, title: string, act: Talking): Promise<void> {
  return journey(run, name, title, act, (adapter) => {
    requireRole(run, adapter, 'provider');
    requireAddress(run, adapter);
  });
}

/** The same for a client that triggers the payer, and takes no callbacks. */
export function triggerJourney(run: Run, name: string, title: string, act: Talking): Promise<void> {
  return journey(run, name, title, act, (adapter) => {
    requireRole(run, adapter, 'trigger');
    // The client has submitted nothing: callbacks would tell it of cycles that it does not know.
    adapter.played.mock.cycles.callbackUrl = undefined;
  });
}

function journey(
  run: Run,
  name: string,
  title: string,
  act: Talking,
  require: (adapter: AdapterSession) => void,
): Promise<void> {
  return run.once(`payer/${name}`, async () => {
    requireSandbox(run, 'a cycle with the dummy payer');
    if (run.settings.challenge !== undefined)
      throw new NotTestedError('a challenge holds no payer flows: they need an adapter');
    const adapter = await openAdapter(run, { name, title, calls: 0, piecewise: false });
    try {
      require(adapter);
      await act(new PayerTalk(run, adapter));
    } finally {
      await adapter.close();
    }
  });
}

function requireRole(run: Run, { about }: AdapterSession, role: IntegratorRole): void {
  if (run.target.integrator?.manual)
    throw new NotTestedError('the payer flows need an adapter: nobody can be asked for them by hand');
  const reason = whyUnplayable(role, about);
  if (reason !== undefined) throw new NotTestedError(reason);
}

function requireAddress(run: Run, { about }: AdapterSession): void {
  if (about.callbackUrl === undefined) return;
  if (run.target.readings.envelope === 'jwe' && about.encryptionKey === undefined)
    throw new NotTestedError(
      'the adapter names no encryptionKey in initialize: give one, or set readings.envelope to json',
    );
  const { protocol, hostname } = new URL(about.callbackUrl);
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new EnvironmentError(`the adapter's callbackUrl is plain http outside this machine: use https`);
}
