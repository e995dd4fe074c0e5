import { bundleMistakes } from './bundle-mistakes';
import { encodingMistakes } from './encoding-mistakes';
import type { KnownMistake } from '../../../contract/transfer';
import type { TransferHalf, Mistake } from './ingredients';
import { contentWithMistake, factOfMistake, ingredientsOf } from './ingredients';
import { keyMistakes } from './key-mistakes';
import { mixMistakes } from './mix-mistakes';
import { sealMistakes } from './seal-mistakes';
import { secretMistakes } from './secret-mistakes';

/** Mistakes in the key or the IV, in the order of clause 6.2. */
export const derivations: readonly Mistake[] = [...secretMistakes, ...mixMistakes, ...keyMistakes];

/** Mistakes made with the right key and IV. */
export const sealings: readonly Mistake[] = [...sealMistakes, ...encodingMistakes, ...bundleMistakes];

/**
 * All known mistakes, in the order in which a diagnosis tries them. Each is tried by itself. The ciphertext
 * is compared without its tag, so a wrong tag does not hide another mistake. If two mistakes explain a
 * content, the first one is reported.
 */
export const mistakes: readonly Mistake[] = [...derivations, ...sealings];

export const allMistakeTexts: readonly string[] = [...new Set(mistakes.map(({ text }) => text))];

/**
 * Returns the known mistake with this id. Throws a RangeError for any other id, which would be a bug of the
 * suite.
 */
export function mistakeOf(id: string): Mistake {
  const mistake = mistakes.find((each) => each.id === id);
  if (mistake === undefined) throw new RangeError(`No mistake is called ${id}`);
  return mistake;
}

/**
 * Yields contents that an HIP with this half would send, each made with one known mistake. A client that
 * decrypts one of them, but not the right content, makes that mistake too. The most common mistakes of a
 * stage come first. Skips a mistake that does not change this content.
 */
export function* mistakenTransfers({
  bundle,
  ...sent
}: TransferHalf & { readonly bundle: string }): Generator<{ mistake: KnownMistake; content: string }> {
  const given = ingredientsOf(sent, 'hip');
  const right = contentWithMistake(given, bundle);
  for (const mistake of mistakes) {
    const content = contentWithMistake(given, bundle, mistake);
    if (content !== undefined && content !== right) yield { mistake: factOfMistake(mistake), content };
  }
}

/**
 * Returns the content that an HIP makes with one known mistake. `done` describes the mistake: `the salt is
 * the last 20 bytes`. Returns `undefined` if the mistake does not change this content. Throws a RangeError if
 * no known mistake has this description.
 */
export function mistakenContent(
  done: string,
  { bundle, ...sent }: TransferHalf & { readonly bundle: string },
): string | undefined {
  const mistake = mistakes.find(({ text }) => text.startsWith(`${done};`));
  if (mistake === undefined) throw new RangeError(`No known mistake reads: ${done}`);
  const given = ingredientsOf(sent, 'hip');
  const content = contentWithMistake(given, bundle, mistake);
  return content === contentWithMistake(given, bundle) ? undefined : content;
}
