import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import type { Feature } from '@cucumber/messages';
import { IdGenerator } from '@cucumber/messages';
import { suiteRoot } from '../../../support/contract/suite-root';

/** A feature with its file, as in `features/session/session-answer.feature`. */
export interface FeatureFile {
  readonly file: string;
  readonly feature: Feature;
}

export function readFeatures(): FeatureFile[] {
  return globSync('features/**/*.feature', { cwd: suiteRoot })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => ({ file, feature: parsed(file) }));
}

function parsed(file: string): Feature {
  const parser = new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher());
  const { feature } = parser.parse(readFileSync(join(suiteRoot, file), 'utf8'));
  if (feature === undefined) throw new Error(`${file} holds no feature`);
  return feature;
}
