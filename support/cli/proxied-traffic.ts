import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { basisTarget } from '../judging/basis';
import type { Audited } from '../judging/results';
import type { Destination } from '../report/runs/history';
import { recordingName } from '../report/runs/own-files';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';
import type { AuditedTraffic } from '../traffic/audit';
import { frontsOf } from '../traffic/proxy/fronts';
import type { Hearing } from '../traffic/live/judging-thread';
import { JudgingThread } from '../traffic/live/judging-thread';
import type { Earlier } from '../traffic/live/messages';
import {
  draftFolders,
  isOnlyCopy,
  lastRecording,
  leftRecordings,
  newDraft,
  tellLeft,
  wasKilledEmpty,
} from './drafts';
import { concluding } from './judge-traffic';
import type { JudgingOptions } from './judging-options';
import { destinationIn } from './judging-options';
import type { ProxySettings, Serving } from './serve-proxy';
import { serveProxy } from './serve-proxy';
import type { Surroundings } from './surroundings';
import { shielded } from './tell-ci';
import { warnOfTlsVariable } from './warn-of-tls-variable';

/** What is to be served, and what becomes of it. */
export interface ProxyOptions
  extends JudgingOptions, Pick<ProxySettings, 'host' | 'port' | 'tls' | 'for' | 'count' | 'maxConnections'> {
  readonly callbacks?: string;
  readonly resume?: true;
}

/** Who controls it, and is told of it. */
export interface Control extends Pick<ProxySettings, 'stop' | 'print'> {
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
        take: (thread) => {
          const { serving, ...more } = control;
          const announce = (now: Serving): void => {
            serving(now, thread);
          };
          const settings = { ...given, ...more, folder: to.root, source, loaded: target, fronts, thread };
          const isQuiet = given.json === true || given.take !== undefined;
          return shielded({ json: isQuiet }, surroundings, () => serve({ ...settings, announce }));
        },
      },
      given,
      surroundings,
    );
  } finally {
    if (source !== undefined) closeSync(source.descriptor);
  }
}

/** So many exchanges take long enough that a user would wonder. */
const worthTelling = 1000;

type Served = Omit<ProxySettings, 'begin'> & { readonly source: Earlier | undefined };

/** Serves until it is stopped, and judges all that went through; all of its lines are printed once this settles. */
async function serve(settings: Served): Promise<AuditedTraffic> {
  const { thread, print } = settings;
  try {
    const { earlier, refused } = await serveBehind(settings);
    if (thread.waiting > worthTelling) print(`${thread.waiting} exchanges are still to be judged …`);
    const ended = await thread.end();
    return { files: [...earlier, passedThrough(thread, refused)], ...ended };
  } catch (error) {
    await thread.abandon();
    throw error;
  }
}

/** Continues an earlier recording if there is a source, and serves. Gives what it continued. */
async function serveBehind(settings: Served): Promise<{ earlier: Audited[]; refused: number }> {
  const { thread, source, folder } = settings;
  const earlier = source === undefined ? [] : [await thread.continue(source)];
  const begin = async (): Promise<void> => {
    if (source === undefined) return;
    // What is gone on with stays in its place until the new recording, which begins with it, is as good.
    await thread.moveTo(newDraft(folder, 'recording'));
    if (isOnlyCopy(source.file)) rmSync(source.file, { force: true });
  };
  return { earlier, refused: await serveProxy({ ...settings, begin }) };
}

function passedThrough(thread: JudgingThread, refused: number): Audited {
  const { handed, unjudged, unmapped: others } = thread;
  return {
    ...{ name: 'proxy', form: 'wire', exchanges: handed - unjudged, others, broken: [], brokenCount: 0 },
    ...(refused > 0 && { refused }),
    ...(unjudged > 0 && { cut: `${unjudged} exchanges could not be judged` }),
  };
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
