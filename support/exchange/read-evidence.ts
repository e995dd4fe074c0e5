import type { ReadJson } from '../contract/json';
import { firstProblem } from '../contract/schemas';
import type { AdapterAnswer, Evidence, LogLine } from './evidence';
import type { Exchange } from './exchange';

/** What a line of a recording holds, or why it is no evidence. */
export type ReadEvidence = { readonly evidence: Evidence } | { readonly flaw: string };

/** Takes nothing on trust: judges and reports rely on every member that the schema describes. */
export function evidenceOf(read: ReadJson): ReadEvidence {
  if ('flaw' in read) return read;
  const problem = firstProblem('evidence', read.value);
  if (problem !== undefined) return { flaw: `no exchange: ${problem.message}` };
  const evidence = read.value as Evidence;
  const isEarlier = evidence.kind === undefined && evidence.request.method === 'RESULT';
  return { evidence: isEarlier ? fromEarlier(evidence) : evidence };
}

/** Evidence in a value; `undefined` where it is none. */
export function evidenceIn(value: unknown): Evidence | undefined {
  const read = evidenceOf({ value });
  return 'flaw' in read ? undefined : read.evidence;
}

/** Earlier recordings hold everything as an exchange: what crossed no wire went to `adapter:/field.encrypt/item-7`. */
function fromEarlier(exchange: Exchange): AdapterAnswer | LogLine {
  const { sender, subject, answeredAt, request, facts: known, ...others } = exchange;
  const [method = '', item] = request.url.replace('adapter:/', '').split('/');
  const { scheme, loopback, ...facts } = known;
  if (method === 'log') return { ...others, kind: 'log line', facts };
  return {
    ...others,
    kind: 'adapter answer',
    method,
    ...(item !== undefined && { item }),
    ...(request.body && { body: request.body }),
    facts: facts,
  };
}
