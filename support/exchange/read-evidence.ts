import type { ReadJson } from '../contract/json';
import { firstProblem } from '../contract/schemas';
import type { Evidence } from './evidence';

/** What a line of a recording holds, or why it is no evidence. */
export type ReadEvidence = { readonly evidence: Evidence } | { readonly flaw: string };

/** Takes nothing on trust: judges and reports rely on every member that the schema describes. */
export function evidenceOf(read: ReadJson): ReadEvidence {
  if ('flaw' in read) return read;
  const problem = firstProblem('evidence', read.value);
  if (problem !== undefined) return { flaw: `no exchange: ${problem.message}` };
  return { evidence: read.value as Evidence };
}

/** Evidence in a value; `undefined` where it is none. */
export function evidenceIn(value: unknown): Evidence | undefined {
  const read = evidenceOf({ value });
  return 'flaw' in read ? undefined : read.evidence;
}
