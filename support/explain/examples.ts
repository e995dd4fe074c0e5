import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import type { Evidence } from '../exchange/evidence';
import type { ReportText } from '../exchange/text';
import type { CycleTimeline } from '../judging/cycle-timeline';
import type { PlacedBreach } from '../judging/verdict';

/** A few exchanges of a run that keep or break an obligation, with the findings of its judge. */
export interface RecordedExample {
  readonly evidence: readonly Evidence[];
  /** The payer cycle of these exchanges; an empty array if they are not part of a cycle. */
  readonly cycles: readonly CycleTimeline[];
  readonly notes: readonly ReportText[];
  readonly breach?: PlacedBreach;
}

/** The examples of an obligation without rows in `features/mistakes`. */
export interface ObligationExamples {
  readonly right: RecordedExample;
  /** `undefined` for an obligation that the suite only observes, because nothing can break it. */
  readonly wrong?: RecordedExample & {
    /** The name of the mutant that made the exchanges. */
    readonly mutant: string;
    /** The mutant's mistake, in one sentence. */
    readonly story: string;
  };
  /** Mistakes of mutants that break the obligation, one sentence each. */
  readonly mistakes: readonly string[];
}

/** The content of `dist/exchanges.json`. */
export interface ExampleFile {
  /** A digest of everything on which the examples depend. */
  readonly inputs: string;
  readonly examples: Readonly<Record<string, ObligationExamples>>;
}

/** Makes {@link exampleFile}. Only a clone of the suite can run it; the package contains the file. */
export const recordExamplesCommand = 'npm run generate -- exchanges';

export const exampleFile = join(suiteRoot, 'dist/exchanges.json');

/** Reads the recorded examples. Returns `undefined` if the file does not exist yet. */
export function readExampleFile(): ExampleFile | undefined {
  if (!existsSync(exampleFile)) return undefined;
  return JSON.parse(readFileSync(exampleFile, 'utf8')) as ExampleFile;
}
