import type { SecretKind } from '../contract/secrets';

/**
 * What is learned from a text, one after the other. `text`: what comes now is of another text; `header`: it stands in the
 * place of a secret; `token`: it is sought as long as there is something to search; `found`: it has a secret's name or form.
 */
export type Lesson =
  readonly ['text'] | readonly ['header' | 'token' | 'found', kind: SecretKind, value: string];

/** Takes what a text gives to learn. */
export type Learn = (lesson: Lesson) => void;
