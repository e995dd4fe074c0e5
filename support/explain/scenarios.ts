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

/** The scenarios with an obligation's id among their tags. */
export function scenariosOf(id: string): ShownBy[] {
  return globSync('features/**/*.feature', { cwd: root })
    .sort()
    .flatMap((file) => picklesIn(file.replaceAll('\\', '/')))
    .filter(({ tags }) => tags.some(({ name }) => name === `@${id}`))
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
