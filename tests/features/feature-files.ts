import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AstBuilder, GherkinClassicTokenMatcher, Parser, compile } from '@cucumber/gherkin';
import type { Feature, Pickle, Rule, Step, Tag } from '@cucumber/messages';
import { IdGenerator } from '@cucumber/messages';

const root = join(__dirname, '../..');

/** A feature file, parsed. */
interface FeatureFile {
  readonly file: string;
  readonly feature: Feature;
  readonly pickles: readonly Pickle[];
}

/** The feature files of the contract, as Cucumber itself reads them. */
export function readFeatures(): readonly FeatureFile[] {
  return filesIn('features')
    .filter((file) => ![vectors, mistakes].includes(dirname(file)))
    .map(parse);
}

/** Those of the mistakes that break the rules of the contract. */
export function readMistakes(): readonly FeatureFile[] {
  return filesIn(mistakes).map(parse);
}

/** Those of known answers, which are about the suite itself. */
export function readVectorFeatures(): readonly FeatureFile[] {
  return filesIn(vectors).map(parse);
}

const vectors = join('features', 'vectors');
const mistakes = join('features', 'mistakes');

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.feature'))
    .sort()
    .map((name) => join(folder, name));
}

function parse(file: string): FeatureFile {
  const newId = IdGenerator.incrementing();
  const parser = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher());
  const document = parser.parse(readFileSync(join(root, file), 'utf8'));
  if (document.feature === undefined) throw new Error(`${file} holds no feature`);
  return { file, feature: document.feature, pickles: compile(document, file, newId) };
}

export function rulesOf({ feature }: FeatureFile): Rule[] {
  return feature.children.flatMap(({ rule }) => rule ?? []);
}

/** The names of tags, without their @. */
export function namesOf(tags: readonly { readonly name: string }[]): string[] {
  return tags.map(({ name }) => name.slice(1));
}

/** Every tag of a file, wherever it stands. */
export function tagsOf(file: FeatureFile): readonly Tag[] {
  return [
    ...file.feature.tags,
    ...rulesOf(file).flatMap((rule) => [
      ...rule.tags,
      ...rule.children.flatMap(({ scenario }) =>
        scenario === undefined ? [] : [...scenario.tags, ...scenario.examples.flatMap(({ tags }) => tags)],
      ),
    ]),
  ];
}

/** Every step of a file, backgrounds included. */
export function stepsOf(file: FeatureFile): readonly Step[] {
  const inRules = rulesOf(file).flatMap(({ children }) => children);
  const all = [...file.feature.children, ...inRules];
  return all.flatMap(({ background, scenario }) => [
    ...(background?.steps ?? []),
    ...(scenario?.steps ?? []),
  ]);
}
