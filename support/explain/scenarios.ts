import { globSync } from 'node:fs';
import type { GherkinDocument, Scenario, Step } from '@cucumber/messages';
import { suiteRoot } from '../contract/suite-root';
import type { FeatureRead } from '../report/feature-file';
import { isAbout, readFeature } from '../report/feature-file';

/** A scenario that shows an obligation, as its feature words it. */
export interface ShownBy {
  readonly name: string;
  /** `features/session/session-answer.feature:12` */
  readonly location: string;
  readonly steps: readonly string[];
  /** How many rows an outline has, whose names and steps have placeholders. */
  readonly rows?: number;
}

/** The scenarios with an obligation's id among their tags; not those that show its judge a mistake. */
export function scenariosOf(id: string): ShownBy[] {
  return globSync('features/!(mistakes)/*.feature', { cwd: suiteRoot })
    .sort()
    .flatMap((file) => shownIn(readFeature(file.replaceAll('\\', '/')), id));
}

function shownIn({ file, document, pickles }: FeatureRead, id: string): ShownBy[] {
  const own = pickles.filter((pickle) => isAbout(pickle, id));
  const steps = stepsOf(document);
  return scenariosIn(document).flatMap((scenario) => {
    const rows = own.filter(({ astNodeIds }) => astNodeIds[0] === scenario.id);
    const [first] = rows;
    if (first === undefined) return [];
    const texts = first.steps.map(({ astNodeIds: [step = ''], text }) => steps.get(step)?.text ?? text);
    const shown = { name: scenario.name, location: `${file}:${scenario.location.line}`, steps: texts };
    return [scenario.examples.length === 0 ? shown : { ...shown, rows: rows.length }];
  });
}

function scenariosIn({ feature }: GherkinDocument): readonly Scenario[] {
  return (feature?.children ?? [])
    .flatMap((child) => [child, ...(child.rule?.children ?? [])])
    .flatMap(({ scenario }) => scenario ?? []);
}

/** By their ids, backgrounds included. */
function stepsOf({ feature }: GherkinDocument): ReadonlyMap<string, Step> {
  const children = (feature?.children ?? []).flatMap((child) => [child, ...(child.rule?.children ?? [])]);
  const steps = children.flatMap(({ background, scenario }) => [
    ...(background?.steps ?? []),
    ...(scenario?.steps ?? []),
  ]);
  return new Map(steps.map((step) => [step.id, step]));
}
