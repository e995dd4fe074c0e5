import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from '../traffic/audit';
import type { Audited } from '../judging/results';
import { openSource, requireNonce } from '../traffic/sources';
import { LiveJudge } from '../traffic/clients/live-judge';
import { recordingName } from '../report/history/own-files';
import { folderOf } from '../report/history/shelves';
import { ConfigurationError } from '../targets/errors';
import { loadTarget } from '../run/targets';
import { warnOfTlsVariable } from './warn-of-tls-variable';
import type { Target } from '../targets/target';
import { forTraffic } from '../targets/traffic-target';
import { Connections } from '../traffic/connections';
import { isOnlyCopy, lastRecording, leftRecordings, newDraft, tellLeft, wasKilledEmpty } from './drafts';
import { judgeTraffic } from './judge-traffic';
import type { JudgingOptions } from './options';
import { destinationIn } from './options';
import type { ProxySettings } from './serve-proxy';
import { serveProxy } from './serve-proxy';
import { untilStopped } from './stop';
import { shielded } from './tell-ci';

interface ProxyOptions
  extends
    JudgingOptions,
    Omit<ProxySettings, 'loaded' | 'judge' | 'recording' | 'stop' | 'folder' | 'connections' | 'begin'> {
  readonly target: string;
  readonly resume?: true;
  readonly maxConnections: number;
}

/** `conform proxy`: judges what goes to the services of a target, on its way. */
export async function proxy(given: ProxyOptions): Promise<number> {
  const target = forTraffic(loadTarget(given.target));
  requireServices(target, given);
  warnOfTlsVariable();
  const folder = folderOf(destinationIn(given, 'proxy'));
  const source = given.resume === true ? requireLast(folder) : undefined;
  tellLeft(leftRecordings(folder).filter((file) => file !== source));
  const stop = untilStopped();
  const connections = new Connections(given.maxConnections);
  try {
    return await judgeTraffic(
      {
        profile: 'proxy',
        target,
        draft: source === undefined ? 'recording' : 'resuming',
        fail: stop.because,
        take: async (bench) => {
          const judge = new LiveJudge(bench);
          const { recording } = bench;
          const settings = { ...given, folder, source, loaded: target, judge, recording, stop, connections };
          const files = await shielded(given, () => serve(settings));
          return { files, ...(await judge.end()) };
        },
      },
      given,
    );
  } finally {
    stop.release();
  }
}

/** Continues an earlier recording if there is a source, and serves until it is stopped. */
async function serve(
  settings: Omit<ProxySettings, 'begin'> & {
    readonly source: string | undefined;
    readonly nonce?: string;
  },
): Promise<Audited[]> {
  const { recording, source, folder } = settings;
  const earlier = source === undefined ? [] : [await takeEarlier(source, settings)];
  const before = recording.count;
  const begin = (): void => {
    if (source === undefined) return;
    // What is gone on with stays in its place until the new recording, which begins with it, is as good.
    recording.moveTo(newDraft(folder, 'recording'));
    if (isOnlyCopy(source)) rmSync(source, { force: true });
  };
  const unjudged = await serveProxy({ ...settings, begin });
  const exchanges = recording.count - before;
  const { refused } = settings.connections;
  const cut = unjudged === 0 ? {} : { cut: `${unjudged} exchanges could not be judged` };
  return [
    ...earlier,
    {
      ...{ name: 'proxy', form: 'wire', exchanges, others: 0, broken: [], brokenCount: 0 },
      ...(refused > 0 && { refused }),
      ...cut,
    },
  ];
}

/** Judges the recording that is continued. Throws a ConfigurationError where another nonce stands in it. */
async function takeEarlier(
  file: string,
  { judge, nonce }: { readonly judge: LiveJudge; readonly nonce?: string },
): Promise<Audited> {
  const source = await openSource(file);
  requireNonce(source, nonce);
  return audit(source, judge, () => undefined);
}

/** The recording that was written last, also that of a killed proxy; `undefined` where such a one recorded nothing. */
function requireLast(folder: string): string | undefined {
  const last = lastRecording(folder);
  if (last !== undefined || wasKilledEmpty(folder)) return last;
  throw new ConfigurationError(
    'there is no recording to continue',
    { file: join(folder, recordingName) },
    'leave --resume out for a new one',
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
