import { plainMemberName } from './json';

/** A member of an object in a JSON body, at any depth. */
export interface BodyMember {
  /** The member names and list indexes from the top of the body to this member, including its own name. */
  readonly path: readonly string[];
  readonly name: string;
  readonly value: unknown;
}

/**
 * Returns whether a member is empty. Some libraries write null or `''` for a missing value, so callers treat
 * an empty optional member as missing.
 */
export const isEmptyMember = ({ value }: Pick<BodyMember, 'value'>): boolean =>
  value === null || value === '';

/** The maximum depth of the search in {@link membersIn}. No genuine message is nested this deeply. */
const deepest = 64;

/** Returns the members of all objects in a body down to a depth of 64, outermost first. */
export function membersIn(body: unknown): BodyMember[] {
  const members: BodyMember[] = [];
  let level: (readonly [path: readonly string[], value: unknown])[] = [[[], body]];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const [path, value] of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, each] of Object.entries(value) as [string, unknown][]) {
        const plain = plainMemberName(name);
        const below = [...path, plain];
        if (!Array.isArray(value)) members.push({ path: below, name: plain, value: each });
        if (below.length < deepest) next.push([below, each]);
      }
    }
    level = next;
  }
  return members;
}
