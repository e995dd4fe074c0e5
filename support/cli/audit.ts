import { randomBytes } from 'node:crypto';
import { relative, resolve } from 'node:path';
import { loadTarget } from '../run/targets';
import { ConfigurationError } from '../targets/errors';
import { targetForTraffic, trafficTarget } from '../targets/traffic-target';
import type { AuditedTraffic } from '../traffic/audit';
import { auditClients } from '../traffic/audit';
import { ReopenableInputs } from '../traffic/reopenable-inputs';
import { expandInputNames } from '../traffic/named-inputs';
import { limitHeapFor } from './heap';
import type { AuditOptions } from './audit-inputs';
import { collectInputFiles, openAuditInputs } from './audit-inputs';
import { auditByJobs } from './audit-jobs';
import { progressBarOn } from './audit-progress';
import { auditShard } from './audit-shard';
import { leftRecordings, newWorkFolder, printLeftRecordings } from './drafts';
import type { JudgingMeans } from './judge-traffic';
import { judgeTraffic } from './judge-traffic';
import { reportDestinationOf, loadWaiversOption } from './judging-options';
import { showExchange } from './show-exchange';
import type { Surroundings } from './surroundings';

/** `conform audit`: judges traffic that was recorded elsewhere, or an earlier recording of this suite. */
export async function audit(
  names: readonly string[],
  given: AuditOptions,
  surroundings: Surroundings,
): Promise<number> {
  if (given.show !== undefined) return showExchange(names, given.show, surroundings);
  const target =
    given.target === undefined ? trafficTarget : targetForTraffic(loadTarget(given.target, surroundings.env));
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
  loadWaiversOption(given);
  const files = expandInputNames(names);
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
  using work = newWorkFolder(reportDestinationOf(given).root);
  using inputs = new ReopenableInputs(await collectInputFiles(names, work.path, given, surroundings));
  limitHeapFor(inputs.bytes);
  const watch = given.watch ?? progressBarOn(surroundings);
  const auditing = { ...basis, open: () => openAuditInputs(inputs, given), key: randomBytes(32), watch };
  const { jobs = 1 } = given;
  return jobs === 1
    ? await auditClients(auditing)
    : await auditByJobs({ ...auditing, jobs, inputs, folder: work.path }, given, surroundings);
}

/**
 * Prints a hint about recordings that killed proxies left in the default reports folder or in this audit's
 * reports folder. Omits recordings that this audit judges.
 */
function tellOthers(files: readonly string[], given: AuditOptions, surroundings: Surroundings): void {
  const folders = [reportDestinationOf({}), reportDestinationOf(given)].map(({ root }) => resolve(root));
  const named = files.map((file) => resolve(file));
  const left = [...new Set(folders)].flatMap(leftRecordings).filter((file) => !named.includes(file));
  printLeftRecordings(
    left.map((file) => relative(process.cwd(), file)),
    surroundings,
  );
}
