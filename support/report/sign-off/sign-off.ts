import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { parseBoundedJson } from '../../contract/json';
import { firstProblem } from '../../contract/schemas';
import type { Results } from '../../judging/results';
import { ConfigurationError } from '../../targets/errors';
import { readReportText } from '../runs/read-report-text';

export const signOffDecisions = ['accepted', 'accepted-with-conditions', 'rejected'] as const;

/** Behind the name of a pack: the file beside it with the sign-off that a reviewer signed with their own key. */
export const reviewEnding = '.sign-off.sigstore.json';

export type SignOffDecision = (typeof signOffDecisions)[number];

/** What the reviewer says. */
export interface ReviewerDecision {
  readonly name: string;
  readonly decision: SignOffDecision;
  readonly remarks?: string;
  /** Present exactly where something is accepted with conditions. */
  readonly conditions?: readonly string[];
  /** The day of the decision, as in 2026-11-22. */
  readonly date: string;
}

/** The content of `sign-off.json` (`schemas/sign-off.schema.json`). */
export interface SignOff extends ReviewerDecision {
  readonly version: 1;
  /** The run that was reviewed. */
  readonly run: string;
  /** `sha256:…` of results.json as it stood when it was reviewed. */
  readonly results: string;
}

/** A sign-off as it was found beside results: one that counts, or why it does not. */
export type FoundSignOff = { readonly signOff: SignOff } | { readonly flaw: string };

const dayMs = 86_400_000;

/** The first day that a decision on results can have, as in 2026-11-22: days begin earlier in the west than in UTC. */
export function earliestDay({ run }: Pick<Results, 'run'>): string {
  return new Date(Date.parse(run.finishedAt) - dayMs).toISOString().slice(0, 10);
}

/** Whether an acceptance would overrule the results, because a subject does not have the verdict `conforms`. */
export function takesOverruling({ run }: Pick<Results, 'run'>): boolean {
  return Object.values(run.overall).some(({ verdict }) => verdict !== 'conforms');
}

/** Why a decision on results cannot stand; `undefined`: it can. */
export function flawOf(
  { decision, remarks, date }: ReviewerDecision,
  results: Pick<Results, 'run'>,
): string | undefined {
  if (decision === 'accepted' && remarks === undefined && takesOverruling(results))
    return 'accepts a run in which not every subject conforms, without remarks that say why';
  if (date < earliestDay(results)) return `is dated ${date}, before the run ended`;
  return undefined;
}

/** `sha256:…` of the text of results, by which a sign-off names them. */
export const digestOfResults = (text: string): string => `sha256:${hash('sha256', text)}`;

/** What a sign-off has to belong to. */
interface Reviewed {
  readonly results: Results;
  /** `sha256:…` of results.json, byte for byte. */
  readonly digest: string;
}

/** The sign-off in a file; `undefined`: there is none. Never throws for a wrong one: it says what is wrong. */
export function readSignOff(file: string, results: Results, text: string): FoundSignOff | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return parseSignOff(readReportText(file), { results, digest: digestOfResults(text) });
  } catch (error) {
    if (error instanceof ConfigurationError) return { flaw: error.message };
    throw error;
  }
}

/** What the text of a sign-off says of results. */
export function parseSignOff(text: string, { results, digest }: Reviewed): FoundSignOff {
  const read = parseBoundedJson(text);
  if (!('value' in read)) return { flaw: 'is not JSON' };
  const problem = firstProblem('sign-off', read.value);
  if (problem !== undefined)
    return { flaw: `does not keep to schemas/sign-off.schema.json: ${problem.message}` };
  const signOff = read.value as SignOff;
  if (signOff.run !== results.run.id || signOff.results !== digest)
    return { flaw: 'belongs to another report' };
  const flaw = flawOf(signOff, results);
  return flaw === undefined ? { signOff } : { flaw };
}
