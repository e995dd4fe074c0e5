import { createHash } from 'node:crypto';
import { constants } from '../../contract/constants';
import { decisionsIn, finalParts } from '../../contract/decisions';
import type { Members } from '../../contract/json';
import { resourcesIn, valuesAt } from '../../contract/member-path';
import type { PayerFact } from '../../contract/payer-facts';
import type { ReadingValues } from '../../contract/readings';

/** What a bundle says that matters to a judge; the bundle itself stays behind. */
export function describeBundle(bundle: object, readings: ReadingValues): Omit<PayerFact, 'envelope'> {
  const resources = resourcesIn(bundle);
  const decisions = decisionsIn(bundle, readings.decision);
  const [decision] = decisions;
  return {
    digest: createHash('sha256').update(JSON.stringify(bundle)).digest('hex'),
    resources: resources.map(({ resourceType }) => String(resourceType)),
    contents: contentsOf(bundle, resources, readings),
    providerId: names(bundle, constants.providerId),
    policyNumber: names(bundle, constants.policyNumber),
    documents: valuesAt(bundle, readings.documents).filter((data) => typeof data === 'string' && data !== '')
      .length,
    ...codesOf(resources),
    ...(finalParts(bundle, readings.decision).length > 0 && { final: true }),
    ...(decision && { decision }),
    ...(decisions.length > 1 && { decisions }),
  };
}

/** Members that every resource may have and that say nothing of its matter. */
const frame: readonly string[] = ['resourceType', 'id', 'meta', 'implicitRules', 'language', 'status'];

/** What tells how a request fared, or only holds others. */
const holdsNothing: readonly unknown[] = ['Bundle', 'OperationOutcome'];

function contentsOf(bundle: object, resources: readonly Members[], readings: ReadingValues): string[] {
  if (resources.length === 0) {
    const { where, name } = readings['correlation-id'];
    const own = Object.entries(bundle).filter(([member]) => where !== 'body' || member !== name);
    return own.some(([, value]) => isFilled(value)) ? ['record'] : [];
  }
  return resources
    .filter(({ resourceType }) => !holdsNothing.includes(resourceType))
    .filter((resource) =>
      Object.entries(resource).some(([name, value]) => !frame.includes(name) && isFilled(value)),
    )
    .map(({ resourceType }) => String(resourceType));
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null;
}

const uses: readonly unknown[] = ['claim', 'preauthorization', 'predetermination'];
const outcomes: readonly unknown[] = ['queued', 'complete', 'error', 'partial'];

/** Codes of FHIR R4: what a claim is for, by its answer where there is one; and how requests came out. */
function codesOf(resources: readonly Members[]): Pick<PayerFact, 'uses' | 'outcomes'> {
  const [answers, claims] = ['ClaimResponse', 'Claim'].map((type) =>
    resources.filter(({ resourceType }) => resourceType === type),
  ) as [Members[], Members[]];
  const claimUses = codesAmong(
    uses,
    (answers.length > 0 ? answers : claims).map(({ use }) => use),
  );
  const found = codesAmong(
    outcomes,
    resources.map(({ outcome }) => outcome),
  );
  return {
    ...(claimUses.length > 0 && { uses: claimUses }),
    ...(found.length > 0 && { outcomes: found }),
  };
}

const codesAmong = (known: readonly unknown[], found: readonly unknown[]): string[] =>
  [...new Set(found)].filter((code): code is string => known.includes(code));

/** Whether a number of clause 2.7 is the value of some member: R4 has identifiers, subscriber ids, classes and references. */
function names(bundle: unknown, number: string): boolean {
  const left: unknown[] = [bundle];
  for (let next = left.pop(); left.length > 0 || next !== undefined; next = left.pop()) {
    if (typeof next === 'string' && (next === number || next.endsWith(`/${number}`))) return true;
    if (typeof next === 'object' && next !== null)
      left.push(...(Object.values(next) as unknown[]).filter((each) => each !== undefined));
  }
  return false;
}
