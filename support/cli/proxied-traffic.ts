import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { counted } from '../contract/counted';
import { basisTarget } from '../judging/basis';
import type { Audited } from '../judging/results';
import { defaultTls } from '../mock/tls';
import { draftBeside } from '../report/runs/draft';
import type { Destination } from '../report/runs/history';
import { recordingName } from '../report/runs/own-files';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import type { AuditedTraffic } from '../traffic/audit';
import type { Hearing } from '../traffic/live/judging-thread';
import { JudgingThread } from '../traffic/live/judging-thread';
import type { Earlier } from '../traffic/live/messages';
import type { Front, ProxiedService } from '../traffic/proxy/fronts';
import { frontsOf, startProxy } from '../traffic/proxy/fronts';
import {
  draftFolders,
  isOnlyCopy,
  isShared,
  lastRecording,
  leftRecordings,
  newDraft,
  tellLeft,
  wasKilledEmpty,
} from './drafts';
import { concluding } from './judge-traffic';
import type { JudgingOptions } from './judging-options';
import { destinationIn } from './judging-options';
import type { Ending } from './stop';
import type { Surroundings } from './surroundings';
import { shielded } from './tell-ci';
import { warnOfTlsVariable } from './warn-of-tls-variable';

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
interface Control {
  readonly stop: Ending;
  readonly print: (text: string) => void;
  readonly surroundings: Surroundings;
  /** Takes what came as data; absent: it is printed, a line each. */
  readonly tell?: Hearing['tell'];
  /** Told once it listens. */
  readonly serving: (serving: Serving, thread: JudgingThread) => void;
}

/**
 * Serves in front of the services of a target until it is stopped, judges all that went through, and writes the report. Gives
 * the exit code. Throws a ConfigurationError where it cannot begin.
 */
export async function proxyTraffic(target: Target, given: ProxyOptions, control: Control): Promise<number> {
  requireServices(target, given);
  const { stop, print, tell, surroundings } = control;
  warnOfTlsVariable(surroundings);
  const to = destinationIn(given);
  const source = given.resume === true ? openLast(to) : undefined;
  const left = draftFolders(to).flatMap(leftRecordings);
  const others = left.filter((file) => file !== source?.file);
  tellLeft(others, surroundings);
  const fronts = frontsOf(target, { ...given, tls: given.tls === true });
  const hearing = { print, ...(tell && { tell }), fail: stop.because };
  const isQuiet = given.json === true || given.take !== undefined;
  try {
    return await concluding(
      {
        profile: 'proxy',
        target: basisTarget(target),
        draft: source === undefined ? 'recording' : 'resuming',
        startedAt: new Date(),
        async record(file, nonce) {
          const beginning = { target, fronts, file, nonce, colours: pc.isColorSupported };
          const thread = new JudgingThread(beginning, hearing);
          await thread.open();
          return thread;
        },
        take: (thread) =>
          shielded({ json: isQuiet }, surroundings, () =>
            judged({ given, control, fronts, ca: target.ca, folder: to.root, source, thread }),
          ),
      },
      given,
      surroundings,
    );
  } finally {
    if (source !== undefined) closeSync(source.descriptor);
  }
}

/** A proxy with what it stands in front of, and what takes what goes through it. */
interface Proxying {
  readonly given: ProxyOptions;
  readonly control: Control;
  readonly fronts: readonly Front[];
  /** PEM of the authority of the services, where it is not a public one. */
  readonly ca: string | undefined;
  /** Where its recording is, and the certificate of the throwaway authority goes. */
  readonly folder: string;
  /** The recording that it continues. */
  readonly source: Earlier | undefined;
  readonly thread: JudgingThread;
}

/** So many exchanges take long enough that a user would wonder. */
const worthTelling = 1000;

/** Serves until it is stopped, and judges all that went through; all of its lines are printed once this settles. */
async function judged(proxying: Proxying): Promise<AuditedTraffic> {
  const { thread, source, control } = proxying;
  try {
    const earlier = source === undefined ? [] : [await thread.continue(source)];
    const refused = await serve(proxying);
    if (refused > 0) control.print(`Refused: ${counted(refused, 'connection')}; see --max-connections.`);
    if (thread.waiting > worthTelling) control.print(`${thread.waiting} exchanges are still to be judged …`);
    const ended = await thread.end();
    return { files: [...earlier, passedThrough(thread, refused)], ...ended };
  } catch (error) {
    await thread.abandon();
    throw error;
  }
}

/**
 * Serves until a signal, a time or a number of exchanges ends it; signals still count until the caller releases them.
 * Gives the number of connections that it refused.
 */
async function serve({ given, control, folder, source, thread, ...others }: Proxying): Promise<number> {
  const { host, port, count = Infinity, for: seconds, maxConnections } = given;
  const { stop } = control;
  const tls = given.tls === true ? await defaultTls([host]) : undefined;
  const running = await startProxy({
    ...{ ...others, port, maxConnections, room: thread.room },
    ...(tls && { tls }),
    take(front, passed) {
      thread.take(front, passed);
      if (thread.handed - thread.unjudged >= count) stop.now();
    },
  }).catch((error: unknown) => {
    throw notListening(error, host);
  });
  try {
    // Before anything can be recorded.
    if (source !== undefined) await takeOver(source, folder, thread);
    // What serves keeps the process alive; once it ends, the time must not.
    if (seconds !== undefined) setTimeout(stop.now, seconds * 1000).unref();
    const authority = tls && authorityIn(folder, tls.ca);
    control.serving({ services: running.services, ...(authority && { authority }) }, thread);
    await stop.come;
  } finally {
    await running.close();
  }
  return running.refused;
}

/** What is continued stays in its place until the new recording, which begins with it, is as good. */
async function takeOver({ file }: Earlier, folder: string, thread: JudgingThread): Promise<void> {
  await thread.moveTo(newDraft(folder, 'recording'));
  if (isOnlyCopy(file)) rmSync(file, { force: true });
}

function passedThrough(thread: JudgingThread, refused: number): Audited {
  const { handed, unjudged, unmapped: others } = thread;
  return {
    ...{ name: 'proxy', form: 'wire', exchanges: handed - unjudged, others, broken: [], brokenCount: 0 },
    ...(refused > 0 && { refused }),
    ...(unjudged > 0 && { cut: `${unjudged} exchanges could not be judged` }),
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

/** The recording that was written last, also that of a killed proxy; `undefined` where such a one recorded nothing. */
function openLast(to: Destination): Earlier | undefined {
  const file = lastRecording(to);
  if (file !== undefined) return { file, descriptor: openToRead(file) };
  if (draftFolders(to).some(wasKilledEmpty)) return undefined;
  throw new ConfigurationError(
    'there is no recording to continue',
    { file: join(to.root, recordingName) },
    'leave --resume out for a new one',
  );
}

function openToRead(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `cannot be read (${code})`,
      { file },
      'is it there, and may this user read it?',
    );
  }
}

function notListening(error: unknown, host: string): ConfigurationError {
  const { code = String(error), port } = error as NodeJS.ErrnoException & { port?: number };
  return new ConfigurationError(
    `${host}:${port ?? '?'} cannot be listened on (${code})`,
    { at: '--port' },
    'name another, or leave the option out for free ports',
  );
}

function requireServices({ services, file }: Target, { callbacks }: ProxyOptions): void {
  if (Object.keys(services).length === 0)
    throw new ConfigurationError(
      'names no services, in front of which a proxy could stand',
      { ...(file !== undefined && { file }), at: 'services' },
      'name them, as in gateway: https://…',
    );
  if (callbacks !== undefined && !/^https?:\/\//.test(callbacks))
    throw new ConfigurationError('is not an address', { at: '--callbacks' }, 'as in http://127.0.0.1:9000');
}
