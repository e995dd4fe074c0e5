import type { Obligation } from '../obligations';
import type { Plan } from './plan';
import type { RunLog } from './run-log';

/** The obligations that a run is to cover, fixed before it starts. */
interface Coverage {
  readonly planned: readonly string[];
  readonly partial: boolean;
}

/** What was selected; it is partial where scenarios or obligations of the subjects were left out. */
export function coverageOf(
  { subjects, only, catalogue }: Pick<Plan, 'subjects' | 'only' | 'catalogue'>,
  log: RunLog,
): Coverage {
  const selected = new Set(log.planned.flatMap(({ tags }) => tags));
  const concerned = catalogue.all.filter(({ subject }) => subjects.includes(subject));
  const planned = concerned.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const loaded = log.loaded.filter(({ tags }) => subjects.some((subject) => tags.includes(subject)));
  return {
    planned,
    partial: only.length > 0 || planned.length < concerned.length || log.planned.length < loaded.length,
  };
}

/** Why an obligation is not covered; `undefined` where it is. */
export function whyUnplanned(
  { id, subject }: Obligation,
  { subjects, only, omitted }: Plan,
  { planned }: Coverage,
): string | undefined {
  if (!subjects.includes(subject)) return `the ${subject} is not a subject of this run`;
  if (planned.includes(id)) return undefined;
  const wanted = only.length === 0 || only.includes(id);
  return (wanted ? omitted?.get(id) : undefined) ?? 'left out of this run';
}
