import { randomBytes } from 'node:crypto';
import { relative, resolve } from 'node:path';
import { loadTarget } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import { forTraffic, trafficTarget } from '../targets/traffic-target';
import type { AuditedTraffic } from '../traffic/audit';
import { auditClients } from '../traffic/audit';
import { Inputs } from '../traffic/inputs';
import { inputsNamed } from '../traffic/named-inputs';
import { settleHeap } from './heap';
import type { AuditOptions } from './audit-inputs';
import { filesOf, openAll } from './audit-inputs';
import { auditByJobs } from './audit-jobs';
import { watchOn } from './audit-progress';
import { auditShard } from './audit-shard';
import { leftRecordings, newWorkFolder, tellLeft } from './drafts';
import type { JudgingMeans } from './judge-traffic';
import { judgeTraffic } from './judge-traffic';
import { destinationIn, waiversOf } from './judging-options';
import type { Surroundings } from './surroundings';

/** `conform audit`: judges traffic that was recorded elsewhere, or an earlier recording of this suite. */
export async function audit(
  names: readonly string[],
  given: AuditOptions,
  surroundings: Surroundings,
): Promise<number> {
  const target =
    given.target === undefined ? trafficTarget : forTraffic(loadTarget(given.target, surroundings.env));
  if (given.clients !== undefined && given.shard === undefined)
    throw new ConfigurationError(
      'goes with --shard',
      { at: '--clients' },
      'leave it out: --jobs gives it to its own processes',
    );
  if (names.length === 0 && given.clients === undefined)
    throw new ConfigurationError(
      'names no file',
      { at: 'files' },
      'name files of traffic, or - for standard input',
    );
  // Report a mistake in the file of approved exceptions before searching for traffic files.
  waiversOf(given);
  const files = inputsNamed(names);
  if (given.shard !== undefined)
    return auditShard(files, target, { ...given, shard: given.shard }, surroundings);
  tellOthers(files, given, surroundings);
  const profile = given.rejudge === true ? 'rejudge' : 'audit';
  const take = (basis: JudgingMeans): Promise<AuditedTraffic | number> =>
    takeAll(files, basis, given, surroundings);
  return judgeTraffic({ profile, target, take }, given, surroundings);
}

async function takeAll(
  names: readonly string[],
  basis: JudgingMeans,
  given: AuditOptions,
  surroundings: Surroundings,
): Promise<AuditedTraffic | number> {
  using work = newWorkFolder(destinationIn(given).root);
  using inputs = new Inputs(await filesOf(names, work.path, given, surroundings));
  settleHeap(inputs.bytes);
  const watch = given.watch ?? watchOn(surroundings);
  const auditing = { ...basis, open: () => openAll(inputs, given), key: randomBytes(32), watch };
  const { jobs = 1 } = given;
  return jobs === 1
    ? await auditClients(auditing)
    : await auditByJobs({ ...auditing, jobs, inputs, folder: work.path }, given, surroundings);
}

/**
 * Reports recordings that killed proxies left in the default reports folder or in the reports folder of
 * this audit. Omits those that this audit judges.
 */
function tellOthers(files: readonly string[], given: AuditOptions, surroundings: Surroundings): void {
  const folders = [destinationIn({}), destinationIn(given)].map(({ root }) => resolve(root));
  const named = files.map((file) => resolve(file));
  const left = [...new Set(folders)].flatMap(leftRecordings).filter((file) => !named.includes(file));
  tellLeft(
    left.map((file) => relative(process.cwd(), file)),
    surroundings,
  );
}
