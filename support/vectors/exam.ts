import type { VectorAttempts, CaseOutcome } from '../cases/vector-attempt';
import { loadOwnVectors } from '../cases/load-vectors';
import type { AnyVectorFile } from '../cases/vector-file';

/** A group of any kind of vector file. Its members are read by name. */
interface AnyGroup {
  readonly cases: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
}

/**
 * The state of one scenario with known answers: the selected cases, and the answer of each implementation.
 */
export class KnownAnswerTest {
  readonly #attempts: VectorAttempts | undefined;
  #file: AnyVectorFile | undefined;
  #outcomes: readonly CaseOutcome[] | undefined;

  /** @param attempts defaults to the suite's own implementations */
  constructor(attempts?: VectorAttempts) {
    this.#attempts = attempts;
  }

  takeFile(name: string): void {
    this.#file = loadOwnVectors(name);
  }

  /** Selects one case. Throws if the file does not contain its id. */
  takeCase(name: string, id: string): void {
    const file = loadOwnVectors(name);
    for (const group of file.groups as unknown as readonly AnyGroup[]) {
      const cases = group.cases.filter((each) => each.id === id);
      if (cases.length > 0)
        this.#file = { ...file, numberOfCases: 1, groups: [{ ...group, cases }] } as unknown as AnyVectorFile;
    }
    if (this.#file === undefined) throw new Error(`${name} has no case ${id}`);
  }

  /**
   * Throws unless the selected case has these values, so that a feature cannot show other data than it runs.
   * @param shown path of a member and its value; a value that ends with … is compared as a prefix
   */
  requireShown(shown: readonly (readonly [path: string, value: string])[]): void {
    for (const [path, value] of shown) {
      const known = this.#member(path);
      const isSame = value.endsWith('…') ? known?.startsWith(value.slice(0, -1)) : known === value;
      if (isSame !== true) throw new Error(`${path} is not ${value}, but ${known ?? 'absent'}`);
    }
  }

  /** Returns a string from the selected case or from its group. Returns `undefined` for any other value. */
  #member(path: string): string | undefined {
    const [group] = this.#taken.groups as unknown as readonly [AnyGroup];
    let value: unknown = { ...group, ...group.cases[0] };
    for (const name of path.split('.'))
      value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
    return typeof value === 'string' ? value : undefined;
  }

  async answer(): Promise<void> {
    const file = this.#taken;
    // Imported only here, because a certification run needs no known answers.
    const [{ ownAttempts }, { outcomesOfVectors }] = await Promise.all([
      import('./own-attempts.ts'),
      import('./run-vectors.ts'),
    ]);
    this.#outcomes = await outcomesOfVectors(file, this.#attempts ?? ownAttempts);
  }

  /** Throws unless `count` cases are selected and every implementation answered all of them correctly. */
  requireAll(count: number): void {
    const { numberOfCases } = this.#taken;
    if (numberOfCases !== count) throw new Error(`there are ${numberOfCases} cases, and not ${count}`);
    if (this.#outcomes === undefined) throw new Error('No answers yet: a When step must run first');
    const wrong = this.#outcomes.filter(({ state }) => state !== 'passed');
    if (wrong.length > 0) throw new Error(wrong.map(told).join('\n'));
  }

  get #taken(): AnyVectorFile {
    if (this.#file === undefined) throw new Error('No known answer yet: a Given step must run first');
    return this.#file;
  }
}

/** Describes a wrong outcome. For the suite's own code, a skipped case is wrong too. */
function told({ id, implementation, state, expected = '', got = '', comment }: CaseOutcome): string {
  const what = state === 'failed' ? `expected ${expected}, got ${got} (catches: ${comment})` : 'not taken';
  return `case ${id} on ${implementation}: ${what}`;
}
