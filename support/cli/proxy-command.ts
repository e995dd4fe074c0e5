import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import type { Subject } from '../contract/obligations';
import { targetContext } from '../journey/run';
import { checkIds } from '../journey/settings';
import type { Audited } from '../journey/traffic/audit';
import { audit } from '../journey/traffic/audit';
import type { FileRecording } from '../journey/traffic/file-recording';
import { recordToFile } from '../journey/traffic/file-recording';
import type { RunningProxy } from '../journey/traffic/proxy';
import { startProxy } from '../journey/traffic/proxy';
import { openSource } from '../journey/traffic/sources';
import { TrafficJudge } from '../journey/traffic/traffic-judge';
import { defaultTls } from '../mock/tls';
import { LiveLines } from '../report/live-lines';
import { renderSummary } from '../report/summary';
import { trafficResults } from '../report/traffic-results';
import { requireWritable, writeResults } from '../report/write';
import { ConfigurationError } from '../target/errors';
import { loadTarget } from '../target/load';
import type { Target } from '../target/target';
import { forTraffic } from '../target/traffic-target';
import { exitCodeFor } from './exit-code';

interface ProxyCommandOptions {
  readonly target: string;
  readonly port: number;
  readonly host: string;
  readonly tls?: true;
  readonly callbacks?: string;
  readonly for?: number;
  readonly count?: number;
  readonly resume?: true;
  readonly subject?: Subject;
  readonly only?: string;
  readonly reports: string;
  readonly json?: true;
}

const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`a whole number from ${least} to ${most}`);
  };

/** `conform proxy`: judges what goes to the services of a target, on its way. */
export function addProxyCommand(conform: Command): void {
  conform
    .command('proxy')
    .description("Record and judge the traffic to a target's services, on its way.")
    .requiredOption('--target <file>', 'target file with the services')
    .option(
      '--port <n>',
      'port in front of the first service; the others take the next (0: free ones)',
      wholeNumber(0, 65_530),
      0,
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--tls', 'serve TLS with a throwaway authority, whose certificate is written beside the reports')
    .option('--callbacks <url>', "base of the integrator's callbacks: a listener in front of it too")
    .option('--for <seconds>', 'end by itself after so many seconds', wholeNumber(1, 7 * 24 * 3600))
    .option('--count <n>', 'end by itself after so many exchanges', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--resume', 'go on with the recording in the folder for the reports')
    .addOption(
      new Option('--subject <subject>', 'whose obligations to check').choices(['service', 'integrator']),
    )
    .option('--only <ids>', 'obligation ids with commas between them')
    .option('--reports <dir>', 'folder for the reports', 'reports/proxy')
    .option('--json', 'print results.json at the end instead of the summary; live lines go to stderr')
    .action(async (options: ProxyCommandOptions) => {
      process.exitCode = await proxy(options);
    });
}

async function proxy(options: ProxyCommandOptions): Promise<number> {
  const target = forTraffic(loadTarget(options.target));
  const only = checkIds(
    (options.only ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  );
  requireServices(target, options);
  requireWritable(options.reports);
  mkdirSync(options.reports, { recursive: true });
  const file = join(options.reports, 'recording.jsonl');
  const earlier = options.resume === true ? setAside(file) : undefined;
  const startedAt = new Date();
  const recording = recordToFile(file);
  const judge = new TrafficJudge({ target, context: targetContext(target), recording, everyRule: false });
  let files: Audited[];
  try {
    files =
      earlier === undefined
        ? []
        : [{ ...(await audit(await openSource(earlier), judge, () => undefined)), name: file }];
    const before = recording.count;
    await serve(options, target, judge, recording);
    files.push({
      name: 'proxy',
      form: 'wire',
      exchanges: recording.count - before,
      others: 0,
      broken: [],
      brokenCount: 0,
    });
  } catch (error) {
    recording.discard();
    if (earlier !== undefined) renameSync(earlier, file);
    throw error;
  }
  recording.finish();
  if (earlier !== undefined) rmSync(earlier, { force: true });
  const subjects = options.subject === undefined ? (['service', 'integrator'] as const) : [options.subject];
  const results = trafficResults({
    profile: 'proxy',
    target,
    subjects,
    only,
    startedAt,
    conclusions: judge.conclude(),
    count: recording.count,
    exchanges: recording.exchanges,
    files,
  });
  writeResults(options.reports, results);
  process.stdout.write(
    options.json === true ? `${JSON.stringify(results, null, 2)}\n` : renderSummary(results, options.reports),
  );
  return exitCodeFor(results);
}

function requireServices({ services, file }: Target, { callbacks }: ProxyCommandOptions): void {
  if (Object.keys(services).length === 0)
    throw new ConfigurationError(
      'names no services, in front of which a proxy could stand',
      { ...(file !== undefined && { file }), at: 'services' },
      'name them, as in gateway: https://…',
    );
  if (callbacks !== undefined && !/^https?:\/\//.test(callbacks))
    throw new ConfigurationError('is not an address', { at: '--callbacks' }, 'as in http://127.0.0.1:9000');
}

/** The recording that is gone on with: it is read while the new one is written in its place. */
function setAside(file: string): string {
  if (!existsSync(file))
    throw new ConfigurationError(
      'there is no recording to go on with',
      { file },
      'leave --resume out for a new one',
    );
  const aside = `${file}.earlier`;
  renameSync(file, aside);
  return aside;
}

async function serve(
  options: ProxyCommandOptions,
  target: Target,
  judge: TrafficJudge,
  recording: FileRecording,
): Promise<void> {
  const { host, port, json, count = Infinity, reports } = options;
  const print = (line: string): void => {
    (json === true ? process.stderr : process.stdout).write(`${line}\n`);
  };
  const lines = new LiveLines(() => judge.conclude(), print);
  const tls = options.tls === true ? await defaultTls([host]) : undefined;
  const end = new Ending(options.for);
  const first = recording.count;
  const running = await startProxy({
    target,
    judge,
    listen: { host, port },
    ...(tls && { tls }),
    ...(options.callbacks !== undefined && { callbacks: options.callbacks }),
    tell(exchange) {
      lines.add(exchange);
      if (recording.count - first >= count) end.now();
    },
  }).catch((error: unknown) => {
    throw notListening(error, options);
  });
  announce(running, { ...(tls && { ca: tls.ca }), reports, print });
  await end.come();
  await running.close();
  lines.flush();
}

function notListening(error: unknown, { host }: ProxyCommandOptions): ConfigurationError {
  const { code = String(error), port } = error as NodeJS.ErrnoException & { port?: number };
  return new ConfigurationError(
    `${host}:${port ?? '?'} cannot be listened on (${code})`,
    { at: '--port' },
    'name another, or leave the option out for free ports',
  );
}

function announce(
  { services }: RunningProxy,
  {
    ca,
    reports,
    print,
  }: { readonly ca?: string; readonly reports: string; readonly print: (line: string) => void },
): void {
  print('Configure your system with these addresses:\n');
  for (const { name, url, upstream } of services) print(`  ${name.padEnd(12)} ${url}   →  ${upstream}`);
  if (ca !== undefined) {
    const file = join(reports, 'ca.pem');
    writeFileSync(file, ca);
    print(`\nThe authority to trust: ${file}`);
  }
  print('\nCtrl-C ends, and judges.\n');
}

/** A signal, a time, or somebody who has seen enough. */
class Ending {
  readonly #came: Promise<void>;
  #resolve: () => void = () => undefined;

  constructor(seconds: number | undefined) {
    this.#came = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, this.#resolve);
    if (seconds !== undefined) setTimeout(this.#resolve, seconds * 1000);
  }

  now(): void {
    this.#resolve();
  }

  come(): Promise<void> {
    return this.#came;
  }
}
