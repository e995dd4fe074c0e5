import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../judging/results';
import { recordingName } from '../report/history/own-files';
import { loadTarget } from '../run/targets';
import { forTraffic } from '../targets/traffic-target';
import type { JudgingThread } from '../traffic/live/judging-thread';
import type { LiveTold } from '../traffic/live/told';
import { lineOf } from '../traffic/recorded-line';
import type { JudgingOptions } from './options';
import type { Control, ProxyOptions } from './proxied-traffic';
import { proxyTraffic } from './proxied-traffic';
import type { Serving } from './serve-proxy';
import { endedByHand } from './stop';

/** What a proxy stands in front of, how it listens, and who is told. */
export interface LiveProxyOptions
  extends
    Pick<JudgingOptions, 'environment' | 'keep' | 'nonce' | 'reports' | 'root'>,
    Partial<Pick<ProxyOptions, 'callbacks' | 'host' | 'maxConnections' | 'port' | 'tls'>> {
  /** The target file. */
  readonly target: string;
  /** Told of what went through, some at a time. */
  readonly tell: (told: LiveTold) => void;
  /** Told of what is no exchange, in a line. */
  readonly note?: (line: string) => void;
}

/** What was judged, and where its report stands. */
export interface ProxyOutcome {
  readonly results: Results;
  readonly folder: string;
}

/** A proxy that serves. */
export interface LiveProxy extends Serving {
  /** Resolves once it was stopped and judged; rejects where it broke down, and what it recorded until then is kept. */
  readonly ended: Promise<ProxyOutcome>;
  /** Stops serving, judges, and writes the report. */
  stop(): Promise<ProxyOutcome>;
  /** The line of an exchange in the recording, redacted; `undefined` where there is none. */
  lineOf(seq: number): Promise<string | undefined>;
}

/** How much of a recording is looked through at a time. */
const highWaterMark = 1 << 20;

const defaults = { host: '127.0.0.1', port: 0, maxConnections: 1024 } as const;

/**
 * Starts `conform proxy` in this process, for a program that controls it. Throws a ConfigurationError where it cannot begin;
 * nothing is left then.
 */
export async function startLiveProxy(options: LiveProxyOptions): Promise<LiveProxy> {
  const { environment, tell, note = () => undefined, ...given } = options;
  const target = forTraffic(loadTarget(given.target, environment));
  const stop = endedByHand();
  const begun = Promise.withResolvers<{ readonly now: Serving; readonly thread: JudgingThread }>();
  let outcome: ProxyOutcome | undefined;
  const serving: Control['serving'] = (now, thread) => {
    begun.resolve({ now, thread });
  };
  const ended = proxyTraffic(
    target,
    { ...defaults, ...given, take: (results, folder) => (outcome = { results, folder }) },
    { stop, print: note, tell, serving },
  ).then(() => outcome ?? Promise.reject(new Error('the proxy ended without results')));
  // It may end before anyone waits for it; what kept it from beginning rejects below.
  ended.catch(begun.reject);
  const { now, thread } = await begun.promise;
  return {
    ...now,
    ended,
    stop() {
      stop.now();
      return ended;
    },
    async lineOf(seq) {
      // It may be about to end; all of it is written then.
      if (outcome === undefined) await thread.flush().catch(() => undefined);
      // Once it has ended, the report holds what its draft held.
      const file = outcome === undefined ? thread.file : join(outcome.folder, recordingName);
      return existsSync(file) ? lineOf(seq, createReadStream(file, { highWaterMark })) : undefined;
    },
  };
}
