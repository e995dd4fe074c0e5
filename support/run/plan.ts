import type { Obligation } from '../obligations';
import type { Run } from './run';
import type { ScenarioCollector } from '../judging/scenarios';

/** The obligations that a run is to cover, fixed before it starts. */
export interface Plan {
  readonly planned: readonly string[];
  readonly partial: boolean;
}

/** The plan is what was selected; it is partial where scenarios or obligations of the subjects were left out. */
export function planOf({ settings, catalogue }: Run, scenarios: ScenarioCollector): Plan {
  const selected = new Set(scenarios.planned.flatMap(({ tags }) => tags.map(({ name }) => name.slice(1))));
  const concerned = catalogue.all.filter(({ subject }) => settings.subjects.includes(subject));
  const planned = concerned.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const tags = settings.subjects.map((subject) => `@${subject}`);
  const loaded = scenarios.loaded.filter((pickle) => pickle.tags.some(({ name }) => tags.includes(name)));
  return {
    planned,
    partial:
      settings.only.length > 0 ||
      planned.length < concerned.length ||
      scenarios.planned.length < loaded.length,
  };
}

/** Why an obligation is outside the plan; `undefined` where it is in it. */
export function whyUnplanned({ id, subject }: Obligation, { settings }: Run, plan: Plan): string | undefined {
  if (!settings.subjects.includes(subject)) return `the ${subject} is not a subject of this run`;
  if (plan.planned.includes(id)) return undefined;
  const wanted = settings.only.length === 0 || settings.only.includes(id);
  return (wanted ? settings.omitted?.get(id) : undefined) ?? 'left out of this run';
}
