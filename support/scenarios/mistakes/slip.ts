import { formatCount } from '../../contract/format-count';
import type { Subject } from '../../contract/words';
import { readAddress } from '../../exchange/address';
import type { Evidence } from '../../exchange/evidence';
import { sourceOfEvidence } from '../../exchange/evidence';
import { toPlainText } from '../../exchange/text';
import type { Conclusion, Obligation } from '../../obligations';
import { judgeExample } from './judge-example';

/**
 * A recording that is right, and the same with one change. The change is a mistake, except in rows that end with `it
 * keeps the rule`.
 */
export interface ExamplePair {
  readonly right: readonly Evidence[];
  /** The recording with the change. */
  readonly wrong: readonly Evidence[];
}

/** Makes a recording, and the same with one change by the subject, from the words for the change. */
export type MakeExample = (words: string, subject: Subject) => ExamplePair | Promise<ExamplePair>;

/**
 * Judges both recordings of a row. Throws if the judge finds a breach in the right recording, no breach in the
 * wrong recording, or a breach with another cause. The message states what the judge found, and which code
 * makes the recordings.
 */
export function requireBroken(obligation: Obligation, { right, wrong }: ExamplePair, cause: string): void {
  const { id, causes = [] } = obligation;
  if (!causes.includes(cause))
    throw new Error(`${id} knows no such cause: ${cause}\nIts home has these:\n  ${causes.join('\n  ')}`);
  requirePassed(obligation, right, 'the recording that is right');
  const broken = judgeExample(obligation, wrong);
  if (broken.breachCount === 0)
    throw new Error(
      `${id} passes, and is to break because of: ${cause}\n${unseenIn(obligation, broken, wrong)}`,
    );
  const found = broken.breaches.map((each) => toPlainText(each.cause)).find((each) => each !== cause);
  if (found !== undefined)
    throw new Error(`${id} is broken because of: ${found}\nand not of: ${cause}\n${foundIn(broken)}`);
}

/**
 * Judges both recordings of a row that keeps the rule. Throws if the judge finds a breach in one of them, or
 * observes nothing in one of them.
 */
export function requireKept(obligation: Obligation, { right, wrong: changed }: ExamplePair): void {
  requirePassed(obligation, right, 'the recording that is right');
  requirePassed(obligation, changed, 'the recording with the change');
}

function requirePassed(obligation: Obligation, evidence: readonly Evidence[], which: string): void {
  const found = judgeExample(obligation, evidence);
  if (found.breachCount > 0)
    throw new Error(
      `${obligation.id} does not pass on ${which}:\n${foundIn(found)}\n${fixFor(obligation, evidence)}`,
    );
  if (found.observations === 0)
    throw new Error(`${obligation.id} is not seen in ${which}.\n${unseenIn(obligation, found, evidence)}`);
}

/** Returns the first breach, in the words of its judge. */
function foundIn({ breaches: [breach] }: Conclusion): string {
  if (breach === undefined) return '';
  const { sent, expected, seen, cause } = breach;
  return Object.entries({ sent, expected, seen, cause })
    .map(([name, text]) => `  ${name}: ${toPlainText(text)}`)
    .join('\n');
}

/** Describes a recording in which a judge found no breach: what the judge saw, and what was there to see. */
function unseenIn(obligation: Obligation, found: Conclusion, evidence: readonly Evidence[]): string {
  const { observations, unjudged } = found;
  return [
    `Its judge made ${formatCount(observations, 'observation')} of these:`,
    ...evidence.map((each) => `  ${lineOf(each)}`),
    ...unjudged.map(({ text }) => `  not judged: ${toPlainText(text)}`),
    fixFor(obligation, evidence),
  ].join('\n');
}

function lineOf(evidence: Evidence): string {
  if (evidence.kind !== undefined) return sourceOfEvidence(evidence);
  const { sender, request, response } = evidence;
  return `${sender}: ${request.method} ${readAddress(request.url).pathname} → ${response?.status ?? 'no answer'}`;
}

/** Names the code that makes such a recording. A new obligation may require a change in that code. */
function fixFor({ id, subject }: Obligation, evidence: readonly Evidence[]): string {
  const maker = clientOf(evidence);
  const made =
    subject === 'service'
      ? `the mock in support/mock, whose answers these are; ${maker} makes the requests`
      : `${maker}, and support/client/integrator for runs`;
  return `If ${id} demands something new, change the code that makes the recording: ${made}.`;
}

function clientOf(evidence: readonly Evidence[]): string {
  const exchanges = evidence.filter((each) => each.kind === undefined);
  if (exchanges.length === 0) return 'support/cases';
  return exchanges.some(({ facts }) => facts.payer !== undefined)
    ? 'support/client/integrator/payer'
    : 'support/client/requests.ts';
}
