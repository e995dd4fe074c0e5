import { computed } from '@preact/signals';
import type { ScenarioVerdict, Verdict } from '../../../judging/verdict';
import type { PlannedLight, RunScenario } from '../../wire/run';
import { t } from '../strings';
import { finished, plan, scenarios, standing } from './state';

/** What a light shows. */
export type Shown = Verdict | 'now' | 'waiting';

export interface Light extends PlannedLight {
  readonly shown: Shown;
  /** It may change before the end. */
  readonly isProvisional: boolean;
  /** How many of its scenarios have ended. */
  readonly done: number;
  readonly said: readonly RunScenario[];
}

/** The worst that scenarios say of an obligation counts; what does not concern it says nothing. */
const severity: readonly ScenarioVerdict[] = [
  'failed',
  'inconclusive',
  'not-tested',
  'passed',
  'not-applicable',
];

/** The lights of the plan, in its order. */
export const lights = computed((): readonly Light[] => {
  const said = new Map<string, RunScenario[]>();
  for (const scenario of scenarios.value.values())
    for (const id of scenario.obligations) {
      const before = said.get(id);
      if (before === undefined) said.set(id, [scenario]);
      else before.push(scenario);
    }
  const verdicts = finished.value?.verdicts;
  return (plan.value?.plan ?? []).map((planned) => lightOf(planned, said.get(planned.id) ?? [], verdicts));
});

function lightOf(
  planned: PlannedLight,
  said: readonly RunScenario[],
  verdicts: Readonly<Record<string, Verdict>> | undefined,
): Light {
  const ended = said.filter(({ verdict }) => verdict !== undefined);
  const final = verdicts?.[planned.id];
  const isNow = standing.value !== 'ended' && ended.length < said.length;
  const worst = severity.find((each) => ended.some(({ verdict }) => verdict === each));
  const shown = final ?? (isNow ? 'now' : (worst ?? 'waiting'));
  return { ...planned, shown, isProvisional: final === undefined, done: ended.length, said };
}

/** How many lights show the same. */
export const counts = computed((): ReadonlyMap<Shown, number> => {
  const all = new Map<Shown, number>();
  for (const { shown } of lights.value) all.set(shown, (all.get(shown) ?? 0) + 1);
  return all;
});

/** By shape as well as by colour. */
export const signs: Readonly<Record<Shown, string>> = {
  passed: '✓',
  failed: '✗',
  warning: '!',
  observed: '○',
  declared: '◆',
  inconclusive: '?',
  'not-applicable': '–',
  'not-tested': '·',
  now: '▶',
  waiting: '',
};

/** What a light shows, in words. */
export function stateOf({ shown, isProvisional }: Light): string {
  if (shown === 'now' || shown === 'waiting') return t(`run.plan.state.${shown}`);
  const verdict = t(`verdict.${shown}`);
  return isProvisional ? t('run.plan.state.provisional', { verdict }) : verdict;
}
