import type { Act, Attempt, Attempts, Examined } from '../run/cases/attempt';
import type { VectorFile, VectorKind } from '../run/cases/vector-file';
import { decodedJwt } from './decoded-jwt';
import type { Input } from './words';
import { inputs, writtenIn } from './words';

/** The cases of every kind are read alike here: by the names of their members. */
type AnyAttempts = Attempts['vectors/text'];
type AnyFile = VectorFile<'vectors/text'>;
type AnyGroup = AnyFile['groups'][number];
type AnyCase = AnyGroup['cases'][number];

/** One case of a vector file, in which a step may replace what goes in. */
export class Question {
  readonly name: string;
  readonly kind: VectorKind;
  readonly #group: AnyGroup;
  readonly #case: AnyCase;

  private constructor(name: string, kind: VectorKind, group: AnyGroup, each: AnyCase) {
    this.name = name;
    this.kind = kind;
    this.#group = group;
    this.#case = each;
  }

  /** Throws where the suite has no such case. */
  static of(examined: Examined, name: string, id: string): Question {
    const { schema, groups } = examined.file(name) as AnyFile;
    for (const group of groups)
      for (const each of group.cases) if (each.id === id) return new Question(name, schema, group, each);
    throw new Error(`${name} has no case ${id}`);
  }

  /** As in `case counting of nonces.json`. */
  get title(): string {
    return `case ${this.#case.id} of ${this.name}`;
  }

  get about(): { readonly id: string; readonly comment: string } {
    const { id, comment } = this.#case;
    return { id, comment };
  }

  /** The same question with another input. Throws where the case has no such input. */
  with(input: Input, cell: string): Question {
    const { member } = inputs[input];
    if (!(member in this.#case)) throw new Error(`${this.title} has no ${input}`);
    const changed = { ...this.#case, [member]: writtenIn(this.kind, cell, inputs[input]) };
    return new Question(this.name, this.kind, this.#group, changed);
  }

  /** Throws where the JWT of the case does not say so: it is too long to be shown whole. */
  requireInJwt(what: string): void {
    const said = 'jwt' in this.#case ? decodedJwt(String(this.#case.jwt)) : '';
    if (!said.includes(what)) throw new Error(`the JWT of ${this.title} does not say ${what}: ${said}`);
  }

  /** Who can answer it by that act. */
  attempts({ attempts }: Examined, act: Act): Attempt[] {
    const attemptsOf = attempts[this.kind] as AnyAttempts;
    return attemptsOf(this.#case, this.#group).filter((attempt) => attempt.act === act);
  }
}
