import { resolve } from 'node:path';
import { requireReady } from '../report/runs/write-run';
import { ConfigurationError } from '../targets/errors';
import { mergeParts, readParts } from '../traffic/shard-part';
import { judgeParts } from './judge-traffic';
import type { JudgingOptions } from './judging-options';
import { reportDestinationOf } from './judging-options';
import type { Surroundings } from './surroundings';

interface MergeOptions extends JudgingOptions {
  readonly perClient?: true;
}

/** `conform merge`: merges the judged shards of an audit into one report. */
export async function merge(
  folders: readonly string[],
  given: MergeOptions,
  surroundings: Surroundings,
): Promise<number> {
  const parts = readParts(folders);
  const to = reportDestinationOf(given);
  const inside = folders.find((folder) => resolve(folder) === resolve(to.root));
  if (inside !== undefined)
    throw new ConfigurationError('holds a part', { file: inside, at: '--reports' }, 'name another folder');
  requireReady(to);
  const startedAt = new Date(Math.min(...parts.map(({ part }) => Date.parse(part.startedAt))));
  const [{ part }] = parts;
  const { target, profile } = part;
  return judgeParts(
    { profile, target, startedAt, take: (recording) => mergeParts(parts, recording) },
    given,
    surroundings,
  );
}
