import { plainName } from '../contract/names';
import type { SecretKind } from '../contract/secrets';
import { isWords } from './allowed-names';
import { isWordForNothing, isWrittenTime, rawKindOf, secretKindOf } from './allowed-values';
import type { Secrets } from './secrets';

/** What is shorter is common: to hide it wherever it stands would change what is judged. */
const shortestSought = 6;
/** A hostile message shows hundreds, to fill what is known with them. */
const mostLearned = 50;

/** Remembers what exchanges show in the places of secrets. */
export class Learner {
  readonly #secrets: Secrets;
  readonly #encrypted: ReadonlySet<string>;
  #left = mostLearned;

  /** @param encrypted members that carry ciphertexts if all is well, by their plain names */
  constructor(secrets: Secrets, encrypted: ReadonlySet<string>) {
    this.#secrets = secrets;
    this.#encrypted = encrypted;
  }

  /** From here on another exchange shows them. */
  begin(): void {
    this.#left = mostLearned;
  }

  /** Not what many messages have in common. */
  learn(kind: SecretKind, value: string): void {
    const isCommon =
      value.trim().length < shortestSought ||
      isWords(value) ||
      isWordForNothing(value) ||
      isWrittenTime(value);
    if (isCommon || this.#left === 0) return;
    this.#left -= 1;
    this.#secrets.learn(kind, value, false);
  }

  learnUnder(name: string, text: string): void {
    const kind = secretKindOf(name) ?? (this.#encrypted.has(plainName(name)) ? rawKindOf(name) : undefined);
    if (kind !== undefined) this.learn(kind, text);
  }
}
