import type { Attempts, CaseOutcome } from '../cases/attempt';
import { loadOwnVectors } from '../cases/load-vectors';
import type { AnyVectorFile } from '../cases/vector-file';

/** The cases of every kind are read alike here: by the names of their members. */
interface AnyGroup {
  readonly cases: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
}

/** One scenario of known answers: the cases that it takes, and what every implementation answers. */
export class Exam {
  readonly #attempts: Attempts | undefined;
  #file: AnyVectorFile | undefined;
  #outcomes: readonly CaseOutcome[] | undefined;

  /** @param attempts those of the suite's own implementations where absent */
  constructor(attempts?: Attempts) {
    this.#attempts = attempts;
  }

  takeFile(name: string): void {
    this.#file = loadOwnVectors(name);
  }

  /** Takes a single case. Throws where the file has none with that id. */
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
   * Throws unless the case that was taken says the same: what a feature shows is what is run.
   * @param shown path of a member and its value; one that ends with … shows its beginning
   */
  requireShown(shown: readonly (readonly [path: string, value: string])[]): void {
    for (const [path, value] of shown) {
      const known = this.#member(path);
      const isSame = value.endsWith('…') ? known?.startsWith(value.slice(0, -1)) : known === value;
      if (isSame !== true) throw new Error(`${path} is not ${value}, but ${known ?? 'absent'}`);
    }
  }

  /** A member of the one case, or of its group; `undefined` where there is no such text. */
  #member(path: string): string | undefined {
    const [group] = this.#taken.groups as unknown as readonly [AnyGroup];
    let value: unknown = { ...group, ...group.cases[0] };
    for (const name of path.split('.'))
      value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
    return typeof value === 'string' ? value : undefined;
  }

  async answer(): Promise<void> {
    const file = this.#taken;
    // Loaded late: a run that certifies a product asks for no known answer.
    const [{ ownAttempts }, { outcomesOf }] = await Promise.all([
      import('./own-attempts.ts'),
      import('./run-vectors.ts'),
    ]);
    this.#outcomes = await outcomesOf(file, this.#attempts ?? ownAttempts);
  }

  /** Throws unless there are so many cases, and every implementation gave the known answer to each. */
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

/** What the suite's own code does not take is wrong, too. */
function told({ id, implementation, state, expected = '', got = '', comment }: CaseOutcome): string {
  const what = state === 'failed' ? `expected ${expected}, got ${got} (catches: ${comment})` : 'not taken';
  return `case ${id} on ${implementation}: ${what}`;
}
