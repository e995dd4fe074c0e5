import type { Examples, GherkinDocument, Pickle, Scenario } from '@cucumber/messages';
import { IdGenerator } from '@cucumber/messages';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import { contractObligations } from '../obligations';

/** A feature with its scenarios, each row of a table by itself. */
export interface FeatureRead {
  /** `features/session/session-answer.feature` */
  readonly file: string;
  readonly document: GherkinDocument;
  readonly pickles: readonly Pickle[];
}

const known = new Map<string, FeatureRead>();

/** A feature of the suite, as Cucumber reads it; each file is read once. */
export function readFeature(file: string): FeatureRead {
  const read = known.get(file) ?? parsed(file);
  known.set(file, read);
  return read;
}

function parsed(file: string): FeatureRead {
  // Loaded late: reports without a breach read no feature.
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports
  const gherkin = require('@cucumber/gherkin') as typeof import('@cucumber/gherkin');
  const { AstBuilder, GherkinClassicTokenMatcher, Parser, compile } = gherkin;
  const newId = IdGenerator.incrementing();
  const parser = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher());
  const document = parser.parse(readFileSync(join(suiteRoot, file), 'utf8'));
  return { file, document, pickles: compile(document, file, newId) };
}

/** Whether it is about the obligation with that id. */
export const isTaggedWith = ({ tags }: Pickle, id: string): boolean =>
  tags.some(({ name }) => name === `@${id}`);

/** An example that breaks an obligation: a row of the tables in `features/mistakes`. */
export interface MistakeRow {
  /** Its scenario, with the values of its row. */
  readonly name: string;
  /** `features/mistakes/session.feature:12` */
  readonly location: string;
  /** What the judge takes it for. */
  readonly cause: string;
}

/**
 * The mistakes that break an obligation of the contract, as the features word them; of another, none is known. Its area
 * is that of its home: results may be of another version.
 */
export function mistakesOfObligation(id: string): MistakeRow[] {
  return rowsOfObligation(id)
    .filter((row) => !keepsRule(row.pickle))
    .map(({ pickle, name, location }) => ({
      ...{ name, location },
      cause: /because of (.+)$/.exec(lastStepOf(pickle))?.[1] ?? '',
    }));
}

/** A row of `features/mistakes` that ends with `it keeps the rule`. It shows other behaviour that is right, too. */
export interface KeptRow extends Omit<MistakeRow, 'cause'> {
  /** The name of the row's table; the name of its scenario if that is not an outline. */
  readonly title: string;
}

/** Returns the rows that keep an obligation. Returns an empty list for an unknown id. */
export function keptRowsOfObligation(id: string): KeptRow[] {
  return rowsOfObligation(id)
    .filter((row) => keepsRule(row.pickle))
    .map(({ feature, pickle, name, location }) => ({ name, location, title: titleOf(feature, pickle) }));
}

/** Returns the first of these rows that shows a behaviour: its title is the behaviour, apart from capitals. */
export const rowShowing = (behaviour: string, rows: readonly KeptRow[]): KeptRow | undefined =>
  rows.find(({ title }) => title.toLowerCase() === behaviour.toLowerCase());

interface RowOfObligation extends Omit<MistakeRow, 'cause'> {
  readonly feature: FeatureRead;
  readonly pickle: Pickle;
}

/** Returns all rows of `features/mistakes` with the tag of an obligation. */
function rowsOfObligation(id: string): RowOfObligation[] {
  const home = contractObligations.find(id);
  if (home === undefined) return [];
  const feature = readFeature(`features/mistakes/${home.area}.feature`);
  return feature.pickles
    .filter((pickle) => isTaggedWith(pickle, id))
    .map((pickle) => ({
      ...{ feature, pickle },
      name: pickle.name,
      location: `${feature.file}:${pickle.location?.line ?? 0}`,
    }));
}

const lastStepOf = ({ steps }: Pickle): string => steps.at(-1)?.text ?? '';

const keepsRule = (pickle: Pickle): boolean => lastStepOf(pickle) === 'it keeps the rule';

/** Returns the name of the table that contains the row, or the name of the scenario if it is not an outline. */
function titleOf({ document }: FeatureRead, { name, astNodeIds: [, row] }: Pickle): string {
  const tables = scenariosIn(document).flatMap(({ examples }) => examples);
  const contains = ({ tableBody }: Examples): boolean => tableBody.some(({ id }) => id === row);
  return tables.find(contains)?.name ?? name;
}

/** Returns all scenarios of a feature, inside and outside of its rules. */
export function scenariosIn({ feature }: GherkinDocument): readonly Scenario[] {
  return (feature?.children ?? [])
    .flatMap((child) => [child, ...(child.rule?.children ?? [])])
    .flatMap(({ scenario }) => scenario ?? []);
}
