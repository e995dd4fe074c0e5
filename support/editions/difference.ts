import { isDeepStrictEqual } from 'node:util';
import type { Described, Edition, EditionPart } from './edition';
import { editionParts } from './edition';

/** One member that two editions state differently; absent where one of them does not state it. */
export interface Restated {
  readonly member: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What became of one part of the contract; each entry by its name. */
export interface PartDifference {
  readonly added: Described;
  readonly changed: Readonly<Record<string, readonly Restated[]>>;
  readonly removed: Described;
}

export interface EditionDifference extends Readonly<Record<EditionPart, PartDifference>> {
  readonly from: string;
  readonly to: string;
}

/** What the second edition asks for that the first does not, or asks for otherwise. */
export function differenceOf(from: Edition, to: Edition): EditionDifference {
  const parts = editionParts.map((part) => [part, partDifference(from[part], to[part])]);
  return {
    from: from.name,
    to: to.name,
    ...(Object.fromEntries(parts) as Record<EditionPart, PartDifference>),
  };
}

function partDifference(before: Described, after: Described): PartDifference {
  const changed = Object.keys(before).flatMap((name) => {
    const restated = Object.hasOwn(after, name) ? restatedIn(before[name], after[name]) : [];
    return restated.length === 0 ? [] : [[name, restated] as const];
  });
  return {
    added: onlyIn(after, before),
    changed: Object.fromEntries(changed),
    removed: onlyIn(before, after),
  };
}

const onlyIn = (those: Described, others: Described): Described =>
  Object.fromEntries(Object.entries(those).filter(([name]) => !Object.hasOwn(others, name)));

function restatedIn(before: Described[string] | undefined, after: Described[string] | undefined): Restated[] {
  if (before === undefined || after === undefined) return [];
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return members
    .filter((member) => !isDeepStrictEqual(before[member], after[member]))
    .map((member) => ({
      member,
      ...(Object.hasOwn(before, member) && { before: before[member] }),
      ...(Object.hasOwn(after, member) && { after: after[member] }),
    }));
}

/** Whether something that was there before was changed or removed. */
export const isRestated = ({ changed, removed }: PartDifference): boolean =>
  Object.keys(changed).length + Object.keys(removed).length > 0;
