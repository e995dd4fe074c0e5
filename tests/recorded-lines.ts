import { readFileSync } from 'node:fs';
import type { Evidence } from '../support/exchange/evidence';

/** The lines of a recording, without its header. */
export const linesIn = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);

export const evidenceIn = (file: string): Evidence[] =>
  linesIn(file).map((line) => JSON.parse(line) as Evidence);
