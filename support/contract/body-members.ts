/** A member of a JSON body, at any depth. */
export interface BodyMember {
  /** Names, and places in lists, from the top of the body. */
  readonly path: readonly string[];
  readonly name: string;
  readonly value: unknown;
}

/** What libraries write for a member that has no value: where it is not demanded, it is absent. */
export const holdsNothing = ({ value }: Pick<BodyMember, 'value'>): boolean => value === null || value === '';

/** Deeper than any message that is meant as one. */
const deepest = 64;

/** The members of all objects in a body, those on top first. */
export function membersIn(body: unknown): BodyMember[] {
  const members: BodyMember[] = [];
  let level: (readonly [path: readonly string[], value: unknown])[] = [[[], body]];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const [path, value] of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, each] of Object.entries(value) as [string, unknown][]) {
        const below = [...path, name];
        if (!Array.isArray(value)) members.push({ path: below, name, value: each });
        if (below.length < deepest) next.push([below, each]);
      }
    }
    level = next;
  }
  return members;
}

/** The JSON pointer of a member (RFC 6901). */
export function pointerTo(path: readonly string[]): string {
  return path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
