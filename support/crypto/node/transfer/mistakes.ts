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

/** All known mistakes, in the order of clause 6.2. The list does not include combinations of mistakes. */
export const mistakes: readonly Mistake[] = [...derivations, ...sealings];

export const allMistakeTexts: readonly string[] = [...new Set(mistakes.map(({ text }) => text))];

/**
 * Returns the known mistake with this id. Throws a RangeError for any other id, which would be a bug in the
 * suite.
 */
export function mistakeOf(id: string): Mistake {
  const mistake = mistakes.find((each) => each.id === id);
  if (mistake === undefined) throw new RangeError(`No mistake is called ${id}`);
  return mistake;
}

/**
 * Yields the encrypted content that an HIP with this half of a transfer would send, once for each known
 * mistake. If a client can decrypt one of these contents but not the correct content, it makes the same
 * mistake.
 * The most common mistakes of a stage come first. Skips a mistake if it does not change this content, or is
 * impossible on this curve.
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
 * Returns the content that an HIP would send if it made the mistake that `done` describes, such as `the salt
 * is the last 20 bytes`. Returns `undefined` if the mistake does not change this content. Throws a RangeError
 * if no known mistake has this description.
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
