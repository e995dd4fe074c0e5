import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import { inputsNamed } from '../traffic/named-inputs';
import type { Source } from '../traffic/sources';
import { requireNonce } from '../traffic/sources';
import { largeInput, settleHeap } from '../traffic/young-heap';
import type { Auditing } from '../traffic/clients/audit-clients';
import { auditClients } from '../traffic/clients/audit-clients';
import { Inputs } from '../traffic/inputs';
import { printableLine } from '../contract/printable';
import { loadTarget } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import { forTraffic, trafficTarget } from '../targets/traffic-target';
import { draftFolders, leftRecordings, tellLeft } from './drafts';
import type { Bench } from './judge-traffic';
import { judgeTraffic } from './judge-traffic';
import { judgePart, splitFiles } from './part-commands';
import type { JudgingOptions } from './judging-options';
import { destinationIn, waiversOf } from './judging-options';
import type { Surroundings } from './surroundings';

interface AuditOptions extends JudgingOptions {
  readonly rejudge?: true;
  readonly perClient?: true;
  readonly jobs?: number;
  readonly split?: number;
  readonly out?: string;
  readonly partition?: string;
  readonly sweep?: true;
  /** Under which name the one file is shown. */
  readonly shown?: string;
  /** Shows how far it is; a bar on a terminal where absent. */
  readonly watch?: Auditing['watch'];
}

/** `conform audit`: judges traffic that was recorded elsewhere, or an old recording. */
export async function auditFiles(
  names: readonly string[],
  given: AuditOptions,
  surroundings: Surroundings,
): Promise<number> {
  const target =
    given.target === undefined ? trafficTarget : forTraffic(loadTarget(given.target, surroundings.env));
  requireWay(names, given);
  // A mistake in what is given is told before files are looked for.
  waiversOf(given);
  const files = inputsNamed(names);
  if (given.split !== undefined)
    return splitFiles(files, target, { ...given, of: given.split }, surroundings);
  if (given.partition !== undefined) return judgePart(given.partition, target, given, surroundings);
  tellOthers(files, given, surroundings);
  const profile = given.rejudge === true ? 'rejudge' : 'audit';
  using inputs = await Inputs.of(files, given.shown, surroundings.stdin);
  settleHeap(inputs.bytes);
  const open = () => openAll(inputs, given);
  const watch: Auditing['watch'] =
    given.watch ?? ((source, act) => withBar(surroundings.stderr, source, act));
  const take = (bench: Bench) =>
    auditClients({ ...bench, open, key: randomBytes(32), watch, jobs: jobsOf(given, inputs) });
  return await judgeTraffic({ profile, target, take }, given, surroundings);
}

/** Throws a ConfigurationError for what does not go together. */
function requireWay(files: readonly string[], { split, out, partition, sweep }: AuditOptions): void {
  const wrong = (message: string, at: string, hint: string) => new ConfigurationError(message, { at }, hint);
  if (partition === undefined && files.length === 0)
    throw wrong('names no file', 'files', 'name files of traffic, or - for standard input');
  if (partition !== undefined && files.length > 0)
    throw wrong('takes no files', '--partition', 'the partition holds what is to be judged');
  if (partition === undefined && sweep === true)
    throw wrong('goes with --partition', '--sweep', 'leave it out');
  if ((split === undefined) !== (out === undefined))
    throw wrong('go together', '--split and --out', 'as in --split 8 --out PARTS');
}

function jobsOf({ jobs }: AuditOptions, inputs: Inputs): number {
  return jobs ?? (inputs.bytes < largeInput ? 1 : availableParallelism());
}

/** Tells of recordings that killed proxies left where they write, and where this audit does. */
function tellOthers(files: readonly string[], given: AuditOptions, surroundings: Surroundings): void {
  const folders = [destinationIn({}), destinationIn(given)]
    .flatMap(draftFolders)
    .map((each) => resolve(each));
  const named = files.map((file) => resolve(file));
  const left = [...new Set(folders)].flatMap(leftRecordings).filter((file) => !named.includes(file));
  tellLeft(
    left.map((file) => relative(process.cwd(), file)),
    surroundings,
  );
}

async function openAll(inputs: Inputs, { rejudge, nonce }: AuditOptions): Promise<readonly Source[]> {
  const sources = await inputs.open();
  for (const source of sources) requireNonce(source, nonce);
  // Other files know nothing of what the suite had asked for: so they cannot be judged again.
  const other = rejudge === true ? sources.find(({ form }) => form !== 'recording') : undefined;
  if (other !== undefined)
    throw new ConfigurationError(
      `is ${other.form === 'har' ? 'HAR' : 'a traffic log'}, and no recording of this suite`,
      { file: other.name },
      'leave --rejudge out',
    );
  return sources;
}

const barEveryMs = 200;

/** A bar with rate and time left, on a terminal alone. */
async function withBar<Value>(
  stderr: Surroundings['stderr'],
  source: Pick<Source, 'name' | 'size' | 'read'>,
  act: (tell: () => void) => Promise<Value>,
): Promise<Value> {
  const { size, name } = source;
  if (stderr.isTTY !== true || size === undefined) return act(() => undefined);
  const format = `${printableLine(name)} {bar} {percentage}% | {value}/{total} MiB | {rate} exchanges/s | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: stderr, clearOnComplete: true, hideCursor: true });
  const inMiB = (bytes: number) => Math.round(bytes / 1024 / 1024);
  bar.start(inMiB(size), 0, { rate: '…' });
  const startedAt = Date.now();
  let [count, shownAt] = [0, startedAt];
  try {
    return await act(() => {
      count += 1;
      const now = Date.now();
      if (now - shownAt < barEveryMs) return;
      shownAt = now;
      bar.update(inMiB(source.read()), { rate: Math.round((count * 1000) / (now - startedAt)) });
    });
  } finally {
    bar.stop();
  }
}
