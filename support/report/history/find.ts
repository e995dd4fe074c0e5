import { existsSync } from 'node:fs';
import { ConfigurationError } from '../../targets/errors';
import type { Entry } from './entries';
import { entriesIn } from './entries';
import { settleForReading } from './swap';

/** As many letters of an id as tell one run from another. */
const fewestLetters = 4;

/**
 * The path of the report that a text names: a path that there is, a number or another name that `conform history` lists,
 * or the beginning of a run's id. Throws a ConfigurationError where it names none, or more than one.
 */
export function findReport(text: string, root: string): string {
  if (existsSync(text) || /[/\\]/.test(text)) return text;
  return findEntry(text, root);
}

/** The same of a text that is never a path. */
export function findEntry(text: string, root: string): string {
  settleForReading(root);
  const entries = entriesIn(root);
  const named = entries.find(({ name }) => name === text);
  if (named !== undefined) return named.path;
  const [found, ...more] = withId(text, entries);
  const place = { file: root };
  if (more.length > 0)
    throw new ConfigurationError(
      `has ${more.length + 1} runs whose id begins with ${text}`,
      place,
      'write more of the id; npx conform history --json tells it whole',
    );
  if (found !== undefined) return found.path;
  throw new ConfigurationError(
    `has no report ${text}: neither a path, nor a number, nor the beginning of an id`,
    place,
    'npx conform history lists what there is',
  );
}

/** Each run once: the latest stands before its copy, should it have one. */
function withId(text: string, entries: readonly Entry[]): Entry[] {
  if (text.length < fewestLetters) return [];
  const byId = new Map<string, Entry>();
  for (const entry of entries) {
    const id = entry.run?.id;
    if (id?.startsWith(text.toLowerCase()) === true && !byId.has(id)) byId.set(id, entry);
  }
  return [...byId.values()];
}

/** The report before the one at a path: the latest of the history on the same target and of the same kind. */
export function reportBefore(root: string): string {
  const entries = entriesIn(root);
  const latest = entries.find(({ name }) => name === 'latest');
  const before = entries.find(
    ({ shelf, name, run }) =>
      shelf === 'whole' &&
      name !== 'latest' &&
      run?.target === latest?.run?.target &&
      run?.id !== latest?.run?.id,
  );
  if (latest !== undefined && before !== undefined) return before.path;
  throw new ConfigurationError(
    latest === undefined
      ? 'holds no whole run'
      : `keeps no earlier whole run of ${latest.run?.target ?? 'its target'}`,
    { file: root },
    'name two reports, as npx conform history lists them',
  );
}
