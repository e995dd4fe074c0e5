import { relative, resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import type { Audited } from '../judging/results';
import { audit } from '../traffic/audit';
import type { Source } from '../traffic/sources';
import { openSource, requireNonce } from '../traffic/sources';
import type { TrafficJudge } from '../traffic/traffic-judge';
import { folderOf } from '../report/history/shelves';
import { printableLine } from '../contract/printable';
import { loadTarget } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import { forTraffic, trafficTarget } from '../targets/traffic-target';
import { leftRecordings, tellLeft } from './drafts';
import { judgeTraffic } from './judge-traffic';
import type { JudgingOptions } from './options';
import { destinationIn } from './options';

interface AuditOptions extends JudgingOptions {
  readonly rejudge?: true;
}

/** `conform audit`: judges traffic that was recorded elsewhere, or an old recording. */
export async function auditFiles(files: readonly string[], given: AuditOptions): Promise<number> {
  const target = given.target === undefined ? trafficTarget : forTraffic(loadTarget(given.target));
  if (files.filter((file) => file === '-').length > 1)
    throw new ConfigurationError('names standard input twice', { at: 'files' }, 'name it once');
  tellOthers(files, given);
  const profile = given.rejudge === true ? 'rejudge' : 'audit';
  return judgeTraffic({ profile, target, take: (judge) => auditAll(files, given, judge) }, given);
}

/** Tells of recordings that killed proxies left where they write, and where this audit does. */
function tellOthers(files: readonly string[], given: AuditOptions): void {
  const folders = new Set(
    [destinationIn({}, 'proxy'), destinationIn(given, 'audit')].map((each) => resolve(folderOf(each))),
  );
  const named = files.map((file) => resolve(file));
  const left = [...folders].flatMap(leftRecordings).filter((file) => !named.includes(file));
  tellLeft(left.map((file) => relative(process.cwd(), file)));
}

async function auditAll(
  files: readonly string[],
  { rejudge, nonce }: AuditOptions,
  judge: TrafficJudge,
): Promise<Audited[]> {
  const sources: Source[] = [];
  for (const file of files) sources.push(await openSource(file));
  for (const source of sources) requireNonce(source, nonce);
  // HAR knows nothing of what the suite had asked for: so it cannot be judged again.
  const har = rejudge === true ? sources.find(({ form }) => form === 'har') : undefined;
  if (har !== undefined)
    throw new ConfigurationError(
      'is HAR, and no recording of this suite',
      { file: har.name },
      'leave --rejudge out',
    );
  const audited: Audited[] = [];
  for (const source of sources) audited.push(await withBar(source, (tell) => audit(source, judge, tell)));
  return audited;
}

const barEveryMs = 200;

/** A bar with rate and time left, on a terminal alone. */
async function withBar<Value>(source: Source, act: (tell: () => void) => Promise<Value>): Promise<Value> {
  const { size, name } = source;
  if (!process.stderr.isTTY || size === undefined) return act(() => undefined);
  const format = `${printableLine(name)} {bar} {percentage}% | {value}/{total} MiB | {rate} exchanges/s | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true, hideCursor: true });
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
