import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import type { ReadingOverrides } from '../contract/readings';
import { resolveReadings } from '../contract/readings';
import type { Evidence } from '../exchange/evidence';
import { judgeRecordingBy } from '../judging/loop';
import type { Conclusion, Obligation, RuleContext } from '../obligations';
import { ruleContextOfTarget } from '../judging/scope';
import { embeddedTarget } from '../run/targets';

/** The part of a recording that shows how one obligation was kept, or broken. */
export interface RecordedExample {
  /** The mutant that it was recorded of; absent: the suite's own services and client. */
  readonly mutant?: string;
  /** The mutant's mistake, in one sentence. */
  readonly story?: string;
  /** What judging it takes besides: readings of the target, and transaction ids that the client was given. */
  readonly readings?: ReadingOverrides;
  readonly txnIds?: readonly string[];
  readonly evidence: readonly Evidence[];
}

/** How an obligation is kept and broken. */
export interface ObligationExamples {
  readonly right?: RecordedExample;
  readonly wrong?: RecordedExample;
  /** Mistakes that break it, one sentence each. */
  readonly mistakes?: readonly string[];
}

/** The examples of one area by obligation: the shape of `examples/exchanges/AREA.json`. */
export type ExampleFile = Readonly<Record<string, ObligationExamples>>;

/** The file that holds the examples of an area. */
export const exampleFile = (area: string): string => join(suiteRoot, 'examples/exchanges', `${area}.json`);

/** The examples of one area. */
export function readExamples(area: string): ExampleFile {
  const file = exampleFile(area);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ExampleFile) : {};
}

/** What an obligation's own judge makes of a recorded example; `undefined` where it has none. */
export function concludeExample(obligation: Obligation, recorded: RecordedExample): Conclusion | undefined {
  return judgeRecordingBy(obligation, recorded.evidence, contextOfExample(recorded));
}

/** What rules may know beside the evidence. */
export function contextOfExample({
  readings,
  txnIds,
}: Pick<RecordedExample, 'readings' | 'txnIds'>): RuleContext {
  return {
    ...ruleContextOfTarget(embeddedTarget),
    ...(readings && { readings: resolveReadings(readings) }),
    ...(txnIds && { txnIds }),
  };
}
