import type { Obligation } from '../obligations';
import type { Run } from './run';
import type { RunLog } from './run-log';

/** The obligations that a run is to cover, fixed before it starts. */
export interface Plan {
  readonly planned: readonly string[];
  readonly partial: boolean;
}

/** The plan is what was selected; it is partial where scenarios or obligations of the subjects were left out. */
export function planOf({ settings, catalogue }: Pick<Run, 'settings' | 'catalogue'>, log: RunLog): Plan {
  const selected = new Set(log.planned.flatMap(({ tags }) => tags));
  const concerned = catalogue.all.filter(({ subject }) => settings.subjects.includes(subject));
  const planned = concerned.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const { subjects } = settings;
  const loaded = log.loaded.filter(({ tags }) => subjects.some((subject) => tags.includes(subject)));
  return {
    planned,
    partial:
      settings.only.length > 0 || planned.length < concerned.length || log.planned.length < loaded.length,
  };
}

/** Why an obligation is outside the plan; `undefined` where it is in it. */
export function whyUnplanned({ id, subject }: Obligation, { settings }: Run, plan: Plan): string | undefined {
  if (!settings.subjects.includes(subject)) return `the ${subject} is not a subject of this run`;
  if (plan.planned.includes(id)) return undefined;
  const wanted = settings.only.length === 0 || settings.only.includes(id);
  return (wanted ? settings.omitted?.get(id) : undefined) ?? 'left out of this run';
}
