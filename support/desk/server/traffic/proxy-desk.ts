import type { LiveProxy } from '../../../cli/start-live-proxy';
import { startLiveProxy } from '../../../cli/start-live-proxy';
import type { ProxyRequest, ProxyState } from '../../wire/traffic';
import { Busy } from '../busy';
import type { DeskContext } from '../context';
import { LiveEvents } from './live-events';
import { outcomeOf, toldOf } from './outcome';

/** The proxy of the desk: there is one at a time. */
export class ProxyDesk {
  readonly #desk: Pick<DeskContext, 'hub' | 'reports' | 'secrets' | 'targetFile'>;
  /** Called once a new proxy takes the place of what was told of the one before. */
  readonly #onBegin: () => void;
  #state: ProxyState = { state: 'none' };
  #proxy: LiveProxy | undefined;
  #started: Promise<void> = Promise.resolve();
  #judged: Promise<void> = Promise.resolve();

  constructor(desk: Pick<DeskContext, 'hub' | 'reports' | 'secrets' | 'targetFile'>, onBegin: () => void) {
    this.#desk = desk;
    this.#onBegin = onBegin;
  }

  /** PEM of the authority to trust; `undefined` where the proxy serves no TLS. */
  get authority(): string | undefined {
    return this.#proxy?.authority?.pem;
  }

  /** Starts it, and resolves once it serves. Throws a ConfigurationError where it cannot begin. */
  async start(asked: ProxyRequest): Promise<void> {
    if (['starting', 'running', 'judging'].includes(this.#state.state))
      throw new Busy('a proxy is at work already', 'stop it first');
    const started = this.#start(asked);
    this.#started = started.catch(() => undefined);
    await started;
  }

  async #start({ port, tls, callbacks }: ProxyRequest): Promise<void> {
    const { hub, reports, secrets, targetFile } = this.#desk;
    const before = this.#state;
    this.#state = { state: 'starting' };
    const events = new LiveEvents(hub);
    let hasBegun = false;
    const begin = (): void => {
      if (hasBegun) return;
      hasBegun = true;
      hub.begin('traffic');
      this.#onBegin();
    };
    try {
      const proxy = await startLiveProxy({
        ...{ target: targetFile, environment: secrets.environment(), root: reports, port },
        ...(tls && { tls }),
        ...(callbacks !== '' && { callbacks }),
        tell(told) {
          begin();
          events.tell(told);
        },
      });
      begin();
      this.#proxy = proxy;
      this.#tell({ state: 'running', addresses: proxy.services, tls: proxy.authority !== undefined });
      this.#judged = this.#follow(proxy, events);
    } catch (error) {
      this.#state = before;
      throw error;
    }
  }

  /** Asks it to end; events bring the rest. */
  stop(): void {
    const state = this.#state;
    if (state.state !== 'running') throw new Busy('no proxy is running', 'start one first');
    this.#tell({ ...state, state: 'judging' });
    void this.#proxy?.stop().catch(() => undefined);
  }

  /** The line of an exchange in its recording; `undefined` where there is none. */
  lineOf(seq: number): Promise<string | undefined> {
    return this.#proxy?.lineOf(seq) ?? Promise.resolve(undefined);
  }

  /** Stops it, should it run, and waits for its report. */
  async close(): Promise<void> {
    await this.#started;
    if (this.#state.state === 'running') this.stop();
    await this.#judged;
  }

  async #follow(proxy: LiveProxy, events: LiveEvents): Promise<void> {
    try {
      const { results } = await proxy.ended;
      events.flush();
      this.#tell({ state: 'ended', outcome: outcomeOf(results) });
    } catch (error) {
      events.flush();
      this.#tell({ state: 'failed', error: toldOf(error) });
    }
  }

  #tell(state: ProxyState): void {
    this.#state = state;
    this.#desk.hub.latest('traffic.proxy', { type: 'traffic.proxy', proxy: state });
  }
}
