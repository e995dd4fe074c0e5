/** One thing to be filled in. */
export interface Asking {
  readonly name: string;
  readonly label: string;
  /** `pem`: a public key in PEM. */
  readonly kind: 'url' | 'pem' | 'choice' | 'count';
  /** Of a choice. */
  readonly choices?: readonly string[];
  /** What was answered before. */
  readonly before?: string;
}

/** What only the person can know. */
export interface Question {
  /** Counts from 1 in a run, together with the acts. */
  readonly id: number;
  /** One plain sentence, or two. */
  readonly sentence: string;
  readonly asking: readonly Asking[];
}

/** By the name of what was asked. */
export type Answers = Readonly<Record<string, string>>;
