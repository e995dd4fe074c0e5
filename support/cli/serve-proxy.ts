import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../contract/counted';
import type { Audited } from '../judging/results';
import { defaultTls } from '../mock/tls';
import { draftBeside } from '../report/runs/draft';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import type { AuditedTraffic } from '../traffic/audit';
import type { ProxiedService } from '../traffic/proxy/fronts';
import { frontsOf, startProxy } from '../traffic/proxy/fronts';
import type { Earlier } from '../traffic/proxy/live-judge';
import { LiveJudge } from '../traffic/proxy/live-judge';
import type { LiveUpdate } from '../traffic/proxy/live-news';
import { LiveNews } from '../traffic/proxy/live-news';
import type { FileRecording } from '../traffic/recording-file';
import { isOnlyCopy, isShared, newDraft } from './drafts';
import type { JudgingOptions } from './judging-options';
import type { ServingEnd } from './stop';
import type { Surroundings } from './surroundings';

/** What is to be served, and what becomes of it. */
export interface ProxyOptions extends JudgingOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: true;
  /** Base address of the integrator's callbacks, to listen in front of them too. */
  readonly callbacks?: string;
  /** So many connections clients may have open to each service. */
  readonly maxConnections: number;
  /** Seconds after which it ends by itself. */
  readonly for?: number;
  /** Exchanges after which it ends by itself. */
  readonly count?: number;
  readonly resume?: true;
}

/** What a client is to be configured with. */
export interface Serving {
  readonly services: readonly ProxiedService[];
  /** The throwaway authority to trust, where it serves TLS, and the file that it stands in. */
  readonly authority?: { readonly pem: string; readonly file: string };
}

/** Who controls it, and is told of it. */
export interface Control {
  readonly stop: ServingEnd;
  readonly print: (text: string) => void;
  readonly surroundings: Surroundings;
  /** Takes what there is to tell of what goes through. */
  readonly tell: (update: LiveUpdate) => void;
  /** Told once it listens. */
  readonly serving: (serving: Serving, recording: Pick<FileRecording, 'file' | 'flush'>) => void;
}

/** A proxy with what it stands in front of, and where what goes through it is recorded. */
interface Proxying {
  readonly target: Target;
  readonly given: ProxyOptions;
  readonly control: Control;
  /** Where its recording is, and the certificate of the throwaway authority goes. */
  readonly folder: string;
  /** The recording that it continues. */
  readonly source: Earlier | undefined;
  readonly recording: FileRecording;
}

/** So many exchanges take long enough to judge that a user would wonder. */
const worthTelling = 20_000;

/** Serves until it is stopped, and judges all that went through. */
export async function serveAndJudge(proxying: Proxying): Promise<AuditedTraffic> {
  const { target, given, source, recording, control } = proxying;
  const { print, tell, stop } = control;
  const judge = new LiveJudge({ target, recording, fault: print });
  const earlier = source === undefined ? [] : [await judge.continue(source, given.nonce)];
  const conclude = () => judge.conclude();
  const news = new LiveNews({
    conclude,
    tell,
    fault: print,
    origin: { traffic: 'proxy', targetFile: target.file },
  });
  const serving = serve(proxying, (front, wire) => {
    const exchange = judge.take(front, wire);
    if (exchange !== undefined) news.add(exchange);
    if (judge.passed - judge.unrecorded >= (given.count ?? Infinity)) stop.now();
  });
  const refused = await serving.finally(() => {
    news.flush();
  });
  if (refused > 0) print(`Refused: ${counted(refused, 'connection')}; see --max-connections.`);
  if (recording.count > worthTelling) print(`${recording.count} exchanges are being judged …`);
  const ended = await judge.end();
  return { files: [...earlier, passedThrough(judge, refused)], ...ended };
}

/**
 * Serves until a signal, a time or a number of exchanges ends it; signals still count until the caller releases them.
 * Gives the number of connections that it refused.
 */
async function serve(
  { target, given, control, folder, source, recording }: Proxying,
  take: Parameters<typeof startProxy>[0]['take'],
): Promise<number> {
  const { host, port, for: seconds, maxConnections } = given;
  const { stop } = control;
  const tls = given.tls === true ? await defaultTls([host]) : undefined;
  const fronts = frontsOf(target, { ...given, tls: tls !== undefined });
  const running = await startProxy({
    ...{ fronts, port, maxConnections, ca: target.ca, take },
    ...(tls && { tls }),
  }).catch((error: unknown) => {
    throw notListening(error, host);
  });
  try {
    // Before anything can be recorded.
    if (source !== undefined) takeOver(source, folder, recording);
    // What serves keeps the process alive; once it ends, the time must not.
    if (seconds !== undefined) setTimeout(stop.now, seconds * 1000).unref();
    const authority = tls && authorityIn(folder, tls.ca);
    control.serving({ services: running.services, ...(authority && { authority }) }, recording);
    await stop.come;
  } finally {
    await running.close();
  }
  return running.refused;
}

/** What is continued stays in its place until the new recording, which begins with it, is as good. */
function takeOver({ file }: Earlier, folder: string, recording: FileRecording): void {
  recording.moveTo(newDraft(folder, 'recording'));
  if (isOnlyCopy(file)) rmSync(file, { force: true });
}

function passedThrough(judge: LiveJudge, refused: number): Audited {
  const { passed, unrecorded, unjudged, unmapped: others } = judge;
  const lost = unrecorded + unjudged;
  return {
    ...{ name: 'proxy', form: 'wire', exchanges: passed - unrecorded, others, broken: [], brokenCount: 0 },
    ...(refused > 0 && { refused }),
    ...(lost > 0 && { cut: `${counted(lost, 'exchange')} could not be judged` }),
  };
}

/**
 * Writes the certificate of the throwaway authority, so that clients can be told to trust it. Those of other proxies that
 * record there stay behind it: their clients may read the file yet.
 */
function authorityIn(folder: string, pem: string): NonNullable<Serving['authority']> {
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
