import type { Meaning } from './names';

/** Shows texts without what may be secret. Each of them gives the same text where there is nothing to hide. */
export interface Reader {
  /** What the name of a value says about it. */
  meaning(name: string): Meaning;
  /** What is shown in place of all of a value. */
  standIn(value: string): string;
  /** A text whose name is not known. */
  text(text: string): string;
  /** A text that stands under a name. */
  value(name: string, text: string): string;
  /** A text that stands under a name within the value of a secret. */
  inSecret(name: string, text: string): string;
  /** A number that stands under a name. */
  number(name: string, text: string): string;
  /** A name itself. */
  name(text: string): string;
}
