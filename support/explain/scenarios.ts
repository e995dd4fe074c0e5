import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AstBuilder, GherkinClassicTokenMatcher, Parser, compile } from '@cucumber/gherkin';
import type { GherkinDocument, Pickle, Scenario, Step } from '@cucumber/messages';
import { IdGenerator } from '@cucumber/messages';
import { suiteRoot } from '../contract/suite-root';

/** A scenario that shows an obligation, as its feature words it. */
export interface ShownBy {
  readonly name: string;
  /** `features/session/session-answer.feature:12` */
  readonly location: string;
  readonly steps: readonly string[];
  /** How many rows an outline has, whose names and steps have placeholders. */
  readonly rows?: number;
}

/** A feature with its scenarios, each row of a table by itself. */
interface FeatureRead {
  readonly file: string;
  readonly document: GherkinDocument;
  readonly pickles: readonly Pickle[];
}

/** The scenarios with an obligation's id among their tags; not those that show its judge a wrong example. */
export function scenariosOf(id: string): ShownBy[] {
  return globSync('features/**/*.feature', { cwd: suiteRoot })
    .sort()
    .flatMap((file) => shownIn(readFeature(file.replaceAll('\\', '/')), id));
}

function shownIn({ file, document, pickles }: FeatureRead, id: string): ShownBy[] {
  const own = pickles.filter(({ tags }) => {
    const names = tags.map(({ name }) => name);
    return names.includes(`@${id}`) && !names.includes('@judge');
  });
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

function readFeature(file: string): FeatureRead {
  const newId = IdGenerator.incrementing();
  const parser = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher());
  const document = parser.parse(readFileSync(join(suiteRoot, file), 'utf8'));
  return { file, document, pickles: compile(document, file, newId) };
}
