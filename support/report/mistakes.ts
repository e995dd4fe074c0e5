import type { GherkinDocument, Pickle } from '@cucumber/messages';
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
  /** Its scenario, with the values of its row. A line end in a value is written as `\n`. */
  readonly name: string;
  /** `features/mistakes/session.feature:12` */
  readonly location: string;
  /** What the judge takes it for. */
  readonly cause: string;
}

/**
 * The mistakes that break an obligation of the contract, as the features word them; of another, none is known. Its area is
 * that of its home: results may be of another version.
 */
export function mistakesOfObligation(id: string): MistakeRow[] {
  const home = contractObligations.find(id);
  if (home === undefined) return [];
  const file = `features/mistakes/${home.area}.feature`;
  return readFeature(file)
    .pickles.filter((pickle) => isTaggedWith(pickle, id))
    .map(({ name, location, steps }) => ({
      name: name.replaceAll('\n', '\\n'),
      location: `${file}:${location?.line ?? 0}`,
      cause: /because of (.+)$/.exec(steps.at(-1)?.text ?? '')?.[1] ?? '',
    }));
}
