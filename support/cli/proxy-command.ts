import { join } from 'node:path';
import type { Command } from 'commander';
import { audit } from '../traffic/audit';
import type { Audited } from '../judging/results';
import { openSource } from '../traffic/sources';
import type { TrafficJudge } from '../traffic/traffic-judge';
import { recordingName } from '../report/history/own-files';
import { folderOf } from '../report/history/shelves';
import { ConfigurationError } from '../targets/errors';
import { loadTarget } from '../run/targets';
import type { Target } from '../targets/target';
import { forTraffic } from '../targets/traffic-target';
import { ending } from './boundary';
import { judgeTraffic } from './judge-traffic';
import type { KeptRecording } from './kept-recording';
import type { JudgingOptions } from './options';
import { destinationIn, options, wholeNumber } from './options';
import type { ProxySettings } from './serve-proxy';
import { serveProxy } from './serve-proxy';
import { untilStopped } from './stop';
import { shielded } from './tell-ci';

interface ProxyOptions
  extends JudgingOptions, Omit<ProxySettings, 'loaded' | 'judge' | 'recording' | 'stop' | 'folder'> {
  readonly target: string;
  readonly resume?: true;
}

/** `conform proxy`: judges what goes to the services of a target, on its way. */
export function addProxyCommand(conform: Command): void {
  conform
    .command('proxy')
    .description('Record and judge live traffic to the services of a target.')
    .addOption(options.target('target file with the services').makeOptionMandatory())
    .addOption(
      options.port(
        'port in front of the first service; the others take the next (0: free ones)',
        wholeNumber(0, 65_530),
      ),
    )
    .addOption(options.host())
    .option('--tls', 'serve TLS with a throwaway authority, whose certificate is written beside the reports')
    .option('--callbacks <url>', 'base address of your callbacks: also listen in front of it')
    .option('--for <seconds>', 'stop after this many seconds', wholeNumber(1, 7 * 24 * 3600))
    .option('--count <n>', 'stop after this many exchanges', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--resume', 'continue the recording in the reports folder')
    .addOption(options.subject())
    .addOption(options.only())
    .addOption(options.waivers())
    .addOption(options.reports('reports/proxy'))
    .addOption(options.keep())
    .addOption(options.json('results.json at the end instead of the summary; live lines go to stderr'))
    .action(ending(proxy));
}

async function proxy(given: ProxyOptions): Promise<number> {
  const target = forTraffic(loadTarget(given.target));
  requireServices(target, given);
  const folder = folderOf(destinationIn(given, 'proxy'));
  const stop = untilStopped();
  try {
    return await judgeTraffic(
      {
        profile: 'proxy',
        target,
        take: (judge, kept) =>
          shielded(given, () => serve({ ...given, folder, loaded: target, judge, stop }, kept)),
      },
      given,
    );
  } finally {
    stop.release();
  }
}

/** Continues an earlier recording if asked to, and serves until it is stopped. */
async function serve(
  settings: Omit<ProxySettings, 'recording'> & ProxyOptions,
  kept: KeptRecording,
): Promise<Audited[]> {
  const { judge, resume, folder } = settings;
  const { recording } = kept;
  const earlier = resume === true ? [await takeEarlier(kept.earlier, folder, judge)] : [];
  if (resume !== true) tellLeft(kept.left);
  kept.becomesLive(resume === true ? kept.earlier : undefined);
  const before = recording.count;
  await serveProxy({ ...settings, recording });
  const exchanges = recording.count - before;
  return [...earlier, { name: 'proxy', form: 'wire', exchanges, others: 0, broken: [], brokenCount: 0 }];
}

/** The recording that is gone on with stays in its place until the new one, which begins with it, holds all of it. */
async function takeEarlier(file: string | undefined, folder: string, judge: TrafficJudge): Promise<Audited> {
  if (file !== undefined) return audit(await openSource(file), judge, () => undefined);
  throw new ConfigurationError(
    'there is no recording to continue',
    { file: join(folder, recordingName) },
    'leave --resume out for a new one',
  );
}

function tellLeft(files: readonly string[]): void {
  for (const file of files)
    console.error(
      `note: an earlier proxy was killed; what it recorded is in ${file} — proxy --resume goes on with it, audit --rejudge judges it`,
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
