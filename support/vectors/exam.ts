import type { VectorAttempts, CaseOutcome } from '../cases/vector-attempt';
import { loadOwnVectors } from '../cases/load-vectors';
import type { AnyVectorFile } from '../cases/vector-file';

/**
 * A group of cases in a vector file of any kind. The members of cases differ from kind to kind, so their type
 * is `unknown`.
 */
interface AnyGroup {
  readonly cases: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
}

/**
 * The state of one scenario that runs test vectors (known answers): the selected cases, and the answer of
 * each implementation to them.
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

  /**
   * Selects the case with this id. Throws if the file does not contain it and no other data is selected yet.
   */
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
   * Throws unless the selected case has the values that the feature file shows. This ensures that a scenario
   * tests the data that it shows.
   * @param shown each member's path and value; a value that ends with … is compared as a prefix
   */
  requireShown(shown: readonly (readonly [path: string, value: string])[]): void {
    for (const [path, value] of shown) {
      const known = this.#member(path);
      const isSame = value.endsWith('…') ? known?.startsWith(value.slice(0, -1)) : known === value;
      if (isSame !== true) throw new Error(`${path} is not ${value}, but ${known ?? 'absent'}`);
    }
  }

  /**
   * Returns the string at a dotted path in the selected case or its group. Returns `undefined` if the value
   * at this path is not a string.
   */
  #member(path: string): string | undefined {
    const [group] = this.#taken.groups as unknown as readonly [AnyGroup];
    let value: unknown = { ...group, ...group.cases[0] };
    for (const name of path.split('.'))
      value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
    return typeof value === 'string' ? value : undefined;
  }

  async answer(): Promise<void> {
    const file = this.#taken;
    // Import these modules only here, because a certification run does not use test vectors.
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

/**
 * Describes an outcome that is not `passed`. A skipped case is an error too, because the suite's own code
 * must answer every case.
 */
function told({ id, implementation, state, expected = '', got = '', comment }: CaseOutcome): string {
  const what = state === 'failed' ? `expected ${expected}, got ${got} (catches: ${comment})` : 'not taken';
  return `case ${id} on ${implementation}: ${what}`;
}
