import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { proxyTraffic } from '../../cli/proxy';
import { createServingEnd } from '../../cli/stop';
import { processWithEnv } from '../../cli/surroundings';
import { parseBoundedJson } from '../../contract/json';
import { printableIn } from '../../contract/printable';
import type { Evidence } from '../../exchange/evidence';
import { validateEvidence, recordedLines } from '../../exchange/recording';
import type { Results } from '../../judging/results';
import { recordingName } from '../../report/runs/own-files';
import { loadTarget } from '../../run/targets';
import type { Target as LoadedTarget } from '../../targets/target';
import { targetForTraffic } from '../../targets/traffic-target';
import type {
  LiveBreach,
  LiveCount,
  LiveExchange,
  LiveUpdate,
} from '../../traffic/proxy/live-update-batcher';
import type { FileRecording } from '../../traffic/recording-file';
import type { ProxyState, StartProxy } from '../api';
import { ConflictError, messageForPage } from './errors';
import type { EventHub } from './event-hub';
import type { TrafficParts } from './traffic';
import { judgingBy, summarizeTraffic } from './traffic';

type Asked = StartProxy & { readonly waivers?: string };

const listening = { host: '127.0.0.1', maxConnections: 1024 } as const;

/**
 * The running proxy. `authority` is its certificate authority in PEM, and is set only if the proxy uses TLS.
 */
interface Serving {
  readonly authority?: string;
  readonly stop: () => void;
  readonly recording: Pick<FileRecording, 'file' | 'flush'>;
}

interface Judged {
  readonly results: Results;
  readonly folder: string;
}

/** Runs the proxy of `conform proxy` in this process. Only one proxy can run at a time. */
export class Proxy {
  readonly #parts: TrafficParts;
  #state: ProxyState = { state: 'none' };
  #serving: Serving | undefined;
  #judged: Judged | undefined;
  #begun: Promise<undefined> = Promise.resolve(undefined);
  #ended: Promise<void> = Promise.resolve();

  constructor(parts: TrafficParts) {
    this.#parts = parts;
  }

  /**
   * The proxy's certificate authority in PEM, which clients must trust. `undefined` if the proxy does not use
   * TLS, or if none has started.
   */
  get authority(): string | undefined {
    return this.#serving?.authority;
  }

  /**
   * Starts a proxy; resolves when it is listening. Throws a `ConflictError` if a proxy is already running, or
   * if the target file has unsaved changes. Throws a ConfigurationError if the proxy cannot start; the pages
   * then show the previous state again.
   */
  async start(asked: StartProxy): Promise<void> {
    if (['starting', 'running', 'judging'].includes(this.#state.state))
      throw new ConflictError('a proxy is at work already', 'stop it first');
    const { secrets, hub } = this.#parts;
    const { target, ...waived } = judgingBy(this.#parts);
    const loaded = targetForTraffic(loadTarget(target, secrets.environment()));
    const before = this.#state;
    const live = new Live(hub);
    this.#tell({ state: 'starting' });
    const begun = Promise.withResolvers<undefined>();
    this.#ended = this.#serve(loaded, { ...asked, ...waived }, live, () => {
      begun.resolve(undefined);
    }).then(
      ({ results }) => {
        live.flush();
        this.#tell({ state: 'ended', outcome: summarizeTraffic(results) });
      },
      (error: unknown) => {
        const hasBegun = this.#state.state !== 'starting';
        if (hasBegun) live.flush();
        this.#tell(hasBegun ? { state: 'failed', words: messageForPage(error, secrets) } : before);
        begun.reject(error);
      },
    );
    await (this.#begun = begun.promise);
  }

  async #serve(target: LoadedTarget, asked: Asked, live: Live, begin: () => void): Promise<Judged> {
    const { callbacks, tls, ...others } = asked;
    const stop = createServingEnd();
    let judged: Judged | undefined;
    const options = {
      ...{ ...listening, ...others, root: this.#parts.reports },
      ...(tls && { tls }),
      ...(callbacks !== '' && { callbacks }),
      take: (results: Results, folder: string) => (judged = { results, folder }),
    };
    await proxyTraffic(target, options, {
      stop,
      print: () => undefined,
      surroundings: processWithEnv(this.#parts.secrets.environment()),
      tell: (update) => {
        live.take(update);
      },
      serving: ({ services, authority }, recording) => {
        this.#judged = undefined;
        this.#serving = { stop: stop.now, recording, ...(authority && { authority: authority.pem }) };
        live.flush();
        this.#tell({ state: 'running', addresses: services, tls });
        begin();
      },
    });
    if (judged === undefined) throw new Error('the proxy ended without results');
    return (this.#judged = judged);
  }

  /** Asks the proxy to stop. The pages receive the outcome as an event after the traffic has been judged. */
  stop(): void {
    const state = this.#state;
    if (state.state !== 'running') throw new ConflictError('no proxy is running', 'start one first');
    this.#tell({ ...state, state: 'judging' });
    this.#serving?.stop();
  }

  /** Returns a recorded exchange; `undefined` if no exchange has this number. */
  async exchange(seq: number): Promise<Evidence | undefined> {
    const { recording } = this.#serving ?? {};
    if (this.#judged === undefined) recording?.flush();
    // After the proxy has ended, read the recording in the report's folder. Until then, read the draft file.
    const file = this.#judged === undefined ? recording?.file : join(this.#judged.folder, recordingName);
    if (file === undefined || !existsSync(file)) return undefined;
    for await (const line of recordedLines(createReadStream(file))) {
      if (!('text' in line) || !line.text.startsWith(`{"seq":${seq},`)) continue;
      const read = validateEvidence(parseBoundedJson(line.text));
      return 'evidence' in read ? read.evidence : undefined;
    }
    return undefined;
  }

  /** Stops the proxy if it is running, and waits for its report. */
  async close(): Promise<void> {
    // A proxy that is starting cannot be stopped yet. Wait until it listens or has failed.
    if (this.#state.state === 'starting') await this.#begun.catch(() => undefined);
    if (this.#state.state === 'running') this.stop();
    await this.#ended;
  }

  #tell(proxy: ProxyState): void {
    this.#state = proxy;
    this.#parts.hub.latest('proxy', { type: 'proxy', proxy });
  }
}

/** Maximum number of exchanges that pages show. The report contains all exchanges. */
const mostShown = 200;
const longestPath = 300;
const tellEveryMs = 300;

/**
 * Collects the proxy's newest exchanges, their breaches, and each obligation's counts and latest breach. Each
 * `live` event contains the whole collection and replaces the previous event.
 */
class Live {
  readonly #hub: EventHub;
  readonly #counts = new Map<string, LiveCount>();
  #exchanges: readonly LiveExchange[] = [];
  #breaches: readonly LiveBreach[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  take({ exchanges, breaches, counts }: LiveUpdate): void {
    const newest = printableIn(exchanges.slice(-mostShown));
    const short = newest.map((each) => ({ ...each, path: shortened(each.path) }));
    this.#exchanges = [...this.#exchanges, ...short].slice(-mostShown);
    const shown = new Set(this.#exchanges.map(({ seq }) => seq));
    const all = [...this.#breaches, ...printableIn(breaches)];
    const last = new Map(all.map((each) => [each.obligation, each]));
    this.#breaches = all.filter((each) => shown.has(each.seq) || last.get(each.obligation) === each);
    for (const each of counts) this.#counts.set(each.obligation, each);
    this.#timer ??= setTimeout(() => {
      this.flush();
    }, tellEveryMs);
  }

  /** Sends the current state to the pages now, without waiting for the timer. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = [...this.#counts.values()].sort((one, other) =>
      one.obligation < other.obligation ? -1 : 1,
    );
    const live = { exchanges: this.#exchanges, breaches: this.#breaches, counts };
    this.#hub.latest('live', { type: 'live', live });
  }
}

const shortened = (path: string): string =>
  path.length <= longestPath ? path : `${path.slice(0, longestPath)}…`;
