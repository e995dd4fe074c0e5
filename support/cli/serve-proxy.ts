import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '../contract/format-count';
import type { AuditedFile } from '../judging/results';
import { defaultTls } from '../mock/tls';
import { draftBeside } from '../report/runs/draft';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import type { AuditedTraffic } from '../traffic/audit';
import type { ProxiedService, RunningProxy } from '../traffic/proxy/fronts';
import { proxyEndpointsFor, startProxy } from '../traffic/proxy/fronts';
import type { EarlierRecording } from '../traffic/proxy/live-judge';
import { LiveJudge } from '../traffic/proxy/live-judge';
import type { LiveUpdate } from '../traffic/proxy/live-update-batcher';
import { LiveUpdateBatcher } from '../traffic/proxy/live-update-batcher';
import type { FileRecording } from '../traffic/recording-file';
import { isOnlyCopy, isShared, newDraft } from './drafts';
import type { JudgingOptions } from './judging-options';
import { leftConnectionsText } from './silent-clients';
import type { ServingEnd } from './stop';
import type { Surroundings } from './surroundings';

export interface ProxyOptions extends JudgingOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: true;
  /**
   * Base address at which the integrator receives callbacks. If set, the proxy also forwards and records
   * callbacks.
   */
  readonly callbacks?: string;
  /** Maximum number of open connections to each service; any beyond it are closed. */
  readonly maxConnections: number;
  /** Seconds after which the proxy stops. */
  readonly for?: number;
  /** Number of recorded exchanges after which the proxy stops. */
  readonly count?: number;
  readonly resume?: true;
}

/** The addresses and the certificate authority to configure in the client. */
export interface ProxyAddresses {
  readonly services: readonly ProxiedService[];
  /** The throwaway certificate authority that the client must trust, and its file; `undefined` without TLS. */
  readonly authority?: { readonly pem: string; readonly file: string };
}

/**
 * Dependencies that the caller injects into the proxy: its stop switch, its output, and handlers for live
 * results.
 */
export interface Control {
  readonly stop: ServingEnd;
  readonly print: (text: string) => void;
  readonly surroundings: Surroundings;
  /** Receives exchanges and breaches while the proxy serves. */
  readonly tell: (update: LiveUpdate) => void;
  /** Called once the proxy listens, with its addresses and its recording. */
  readonly serving: (serving: ProxyAddresses, recording: Pick<FileRecording, 'file' | 'flush'>) => void;
}

interface Proxying {
  readonly target: Target;
  readonly given: ProxyOptions;
  readonly control: Control;
  /** Folder for the recording and the throwaway authority's certificate. */
  readonly folder: string;
  /** The earlier recording to continue, if any. */
  readonly source: EarlierRecording | undefined;
  readonly recording: FileRecording;
}

/** Number of exchanges above which judging is slow enough to print a message first. */
const worthTelling = 20_000;

export async function serveAndJudge(proxying: Proxying): Promise<AuditedTraffic> {
  const { target, given, source, recording, control } = proxying;
  const { print, tell, stop } = control;
  const judge = new LiveJudge({ target, recording, fault: print });
  const earlier = source === undefined ? [] : [await judge.continue(source, given.nonce)];
  const conclude = () => judge.conclude();
  const news = new LiveUpdateBatcher({
    conclude,
    tell,
    fault: print,
    origin: {
      traffic: 'proxy',
      targetFile: target.file,
      isProfileSigned: target.fieldProfile?.signed !== undefined,
    },
    places: () => ({ paths: target.paths, bases: target.services, readings: target.readings }),
  });
  const serving = serve(proxying, (front, wire) => {
    const exchange = judge.take(front, wire);
    if (exchange !== undefined) news.add(exchange);
    if (judge.passed - judge.unrecorded >= (given.count ?? Infinity)) stop.now();
  });
  const { refused, left } = await serving.finally(() => {
    news.flush();
  });
  if (refused > 0) print(`Refused: ${formatCount(refused, 'connection')}; see --max-connections.`);
  const silent = leftConnectionsText(left);
  if (silent !== undefined) print(silent);
  if (recording.count > worthTelling) print(`${recording.count} exchanges are being judged …`);
  const ended = await judge.end();
  return { files: [...earlier, passedThrough(judge, refused)], ...ended };
}

/**
 * Serves until `stop` ends it, for example because of a signal, a timeout or the number of exchanges. Returns the
 * number of refused connections, and of connections that clients closed without a request.
 */
async function serve(
  { target, given, control, folder, source, recording }: Proxying,
  take: Parameters<typeof startProxy>[0]['take'],
): Promise<Pick<RunningProxy, 'refused' | 'left'>> {
  const { host, port, for: seconds, maxConnections } = given;
  const { stop } = control;
  const tls = given.tls === true ? await defaultTls([host]) : undefined;
  const fronts = proxyEndpointsFor(target, { ...given, tls: tls !== undefined });
  const running = await startProxy({
    ...{ fronts, port, maxConnections, ca: target.ca, take },
    ...(tls && { tls }),
  }).catch((error: unknown) => {
    throw notListening(error, host);
  });
  try {
    // The servers are already listening: move the recording now, before an exchange can be recorded.
    if (source !== undefined) takeOver(source, folder, recording);
    // Do not let the timer keep the process alive after the open servers are closed.
    if (seconds !== undefined) setTimeout(stop.now, seconds * 1000).unref();
    const authority = tls && authorityIn(folder, tls.ca);
    control.serving({ services: running.services, ...(authority && { authority }) }, recording);
    await stop.come;
  } finally {
    await running.close();
  }
  return running;
}

/**
 * Renames the new recording, which contains the earlier one, so that no later command deletes it if the proxy
 * is killed. Then removes the earlier recording if a killed proxy left it.
 */
function takeOver({ file }: EarlierRecording, folder: string, recording: FileRecording): void {
  recording.moveTo(newDraft(folder, 'recording'));
  if (isOnlyCopy(file)) rmSync(file, { force: true });
}

function passedThrough(judge: LiveJudge, refused: number): AuditedFile {
  const { passed, unrecorded, unjudged, unmapped: others } = judge;
  const lost = unrecorded + unjudged;
  return {
    ...{ name: 'proxy', form: 'wire', exchanges: passed - unrecorded, others, broken: [], brokenCount: 0 },
    ...(refused > 0 && { refused }),
    ...(lost > 0 && { cut: `${formatCount(lost, 'exchange')} could not be judged` }),
  };
}

/**
 * Writes the throwaway authority's certificate to a file for clients to trust. If other proxies record in
 * this folder, keeps their certificates, because their clients may still read the file.
 */
function authorityIn(folder: string, pem: string): NonNullable<ProxyAddresses['authority']> {
  const file = join(folder, 'ca.pem');
  const draft = draftBeside(file);
  const others = isShared(folder) && existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(draft, pem + others);
  renameSync(draft, file);
  return { pem, file };
}

function notListening(error: unknown, host: string): ConfigurationError {
  const { code = String(error), port } = error as NodeJS.ErrnoException & { port?: number };
  return new ConfigurationError(
    `${host}:${port ?? '?'} cannot be listened on (${code})`,
    { at: '--port' },
    'name another, or leave the option out for free ports',
  );
}
