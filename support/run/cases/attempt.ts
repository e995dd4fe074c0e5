import type { AnyVectorFile, VectorKind, VectorKinds } from './vector-file';

/** What an implementation can be asked to do with a known answer, in the words of the steps. */
export const acts = [
  'mixes the nonces',
  'derives the AES key',
  'runs HKDF',
  'agrees on the secret',
  'encrypts',
  'decrypts',
  'reads the text',
  'verifies the JWT',
] as const;

export type Act = (typeof acts)[number];

/** What comes out, by the words of the steps: `salt`, `IV`. Nothing at all where a value is accepted, and that is it. */
export type Answer = Readonly<Record<string, string | null>>;

/** `undefined`: it refuses. */
export type Answered = Answer | undefined;

/** One implementation, ready to answer one case. */
export interface Attempt {
  /** As in `noble`, `node:crypto`, `adapter`. */
  readonly implementation: string;
  readonly act: Act;
  /** What a valid case says. */
  readonly wanted: Answer;
  readonly answer: () => Answered | Promise<Answered>;
}

/** How a case came out on one implementation. */
export interface CaseOutcome {
  readonly id: string;
  /** The mistake that the case catches. */
  readonly comment: string;
  readonly implementation: string;
  readonly state: 'passed' | 'failed' | 'not-applicable';
  /** Of a failed one: what would have been right, and what was seen. */
  readonly expected?: string;
  readonly got?: string;
}

/** Who answers the cases of each kind of file. */
export type Attempts = {
  readonly [Kind in VectorKind]: (
    each: VectorKinds[Kind]['case'],
    group: VectorKinds[Kind]['group'],
  ) => readonly Attempt[];
};

/** The implementations that the features of known answers are run on. */
export interface Examined {
  readonly attempts: Attempts;
  /** Why a case that none of them takes is not applicable; absent: each case has to be taken. */
  readonly notOffered?: string;
  /** One of the suite's own files, by its name. */
  file(name: string): AnyVectorFile;
  note(name: string, outcome: CaseOutcome): void;
}
