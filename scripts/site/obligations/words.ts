import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { suiteRoot } from '../../../support/contract/suite-root';

/** What a page says beyond the home of its obligation. */
export interface Words {
  /** How a subject that breaks it keeps it from then on. */
  readonly fix: string;
  /** What is met in clients and services that are at work. */
  readonly met?: readonly string[];
}

/** By the id of the obligation. */
export type WordsOfAll = Readonly<Record<string, Words>>;

export function readWords(): WordsOfAll {
  return parse(readFileSync(join(suiteRoot, 'docs/site/obligations.yml'), 'utf8')) as WordsOfAll;
}
