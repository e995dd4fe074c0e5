import { formatCount } from '../../contract/format-count';
import { readAddress } from '../../exchange/address';
import type { Evidence } from '../../exchange/evidence';
import { sourceOfEvidence } from '../../exchange/evidence';
import { toPlainText } from '../../exchange/text';
import type { Conclusion, Obligation } from '../../obligations';
import { judgeExample } from './judge-example';

/** A recording that is right, and the same with one value that is not. */
export interface ExamplePair {
  readonly right: readonly Evidence[];
  readonly wrong: readonly Evidence[];
}

/**
 * Judges both recordings of a row. Throws if the judge finds a breach in the right recording, no breach in the
 * wrong recording, or a breach with another cause. The message states what the judge found, and which code
 * makes the recordings.
 */
export function requireBroken(obligation: Obligation, { right, wrong }: ExamplePair, cause: string): void {
  const { id, causes = [] } = obligation;
  if (!causes.includes(cause))
    throw new Error(`${id} knows no such cause: ${cause}\nIts home has these:\n  ${causes.join('\n  ')}`);
  const kept = judgeExample(obligation, right);
  if (kept.breachCount > 0)
    throw new Error(
      `${id} does not pass on the recording that is right:\n${foundIn(kept)}\n${fixFor(obligation, right)}`,
    );
  if (kept.observations === 0)
    throw new Error(
      `${id} is not seen in the recording that is right.\n${unseenIn(obligation, kept, right)}`,
    );
  const broken = judgeExample(obligation, wrong);
  if (broken.breachCount === 0)
    throw new Error(
      `${id} passes, and is to break because of: ${cause}\n${unseenIn(obligation, broken, wrong)}`,
    );
  const found = broken.breaches.map((each) => toPlainText(each.cause)).find((each) => each !== cause);
  if (found !== undefined)
    throw new Error(`${id} is broken because of: ${found}\nand not of: ${cause}\n${foundIn(broken)}`);
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
