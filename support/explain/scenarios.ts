import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AstBuilder, GherkinClassicTokenMatcher, Parser, compile } from '@cucumber/gherkin';
import type { Pickle } from '@cucumber/messages';
import { IdGenerator } from '@cucumber/messages';

const root = join(__dirname, '../..');

/** A scenario that shows an obligation, as its feature words it. */
export interface ShownBy {
  readonly name: string;
  /** `features/session/session-answer.feature:12` */
  readonly location: string;
  readonly steps: readonly string[];
}

/** All scenarios of the features, each row of a table by itself. */
export function allPickles(): readonly Pickle[] {
  return globSync('features/**/*.feature', { cwd: root })
    .sort()
    .flatMap((file) => picklesIn(file.replaceAll('\\', '/')));
}

/** The scenarios with an obligation's id among their tags; not those that show its judge a wrong example. */
export function scenariosOf(id: string): ShownBy[] {
  return allPickles()
    .filter(({ tags }) => tags.some(({ name }) => name === `@${id}`))
    .filter(({ tags }) => !tags.some(({ name }) => name === '@judge'))
    .map(({ name, uri, location, steps }) => ({
      name,
      location: `${uri}:${location?.line ?? 0}`,
      steps: steps.map(({ text }) => text),
    }));
}

function picklesIn(file: string): readonly Pickle[] {
  const newId = IdGenerator.incrementing();
  const parser = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher());
  return compile(parser.parse(readFileSync(join(root, file), 'utf8')), file, newId);
}
