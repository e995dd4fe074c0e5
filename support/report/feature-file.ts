import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AstBuilder, GherkinClassicTokenMatcher, Parser, compile } from '@cucumber/gherkin';
import type { GherkinDocument, Pickle } from '@cucumber/messages';
import { IdGenerator } from '@cucumber/messages';
import { suiteRoot } from '../contract/suite-root';

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
  const newId = IdGenerator.incrementing();
  const parser = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher());
  const document = parser.parse(readFileSync(join(suiteRoot, file), 'utf8'));
  return { file, document, pickles: compile(document, file, newId) };
}

/** Whether it is about the obligation with that id. */
export const isAbout = ({ tags }: Pickle, id: string): boolean => tags.some(({ name }) => name === `@${id}`);
