import { bundleMistakes } from './bundle-mistakes';
import { encodingMistakes } from './encoding-mistakes';
import type { MistakeFact } from '../../../contract/transfer';
import type { Half, Mistake } from './ingredients';
import { contentWithMistake, factOf, ingredientsOf } from './ingredients';
import { keyMistakes } from './key-mistakes';
import { mixMistakes } from './mix-mistakes';
import { sealMistakes } from './seal-mistakes';
import { secretMistakes } from './secret-mistakes';

/** Mistakes up to key and IV, in the order in which clause 6.2 goes. */
export const derivations: readonly Mistake[] = [...secretMistakes, ...mixMistakes, ...keyMistakes];

/** Mistakes behind a right key and a right IV. */
export const sealings: readonly Mistake[] = [...sealMistakes, ...encodingMistakes, ...bundleMistakes];

/**
 * Every mistake that the suite knows by name. Each is tried alone against the bytes that came, as CTR and without the tag, so
 * that what is wrong with the tag does not hide what is wrong before it. The one that brings the bundle out names its stage.
 * Where two explain a content, the first one is told.
 */
export const mistakes: readonly Mistake[] = [...derivations, ...sealings];

/** Their sentences. */
export const mistakenTexts: readonly string[] = [...new Set(mistakes.map(({ text }) => text))];

/** A mistake of the catalogue. Throws a RangeError for an id that it lacks: a slip of the suite. */
export function mistakeOf(id: string): Mistake {
  const mistake = mistakes.find((each) => each.id === id);
  if (mistake === undefined) throw new RangeError(`No mistake is called ${id}`);
  return mistake;
}

/**
 * Contents made from an HIP's half with one known mistake each, the commonest of each stage first: a client that reads one of
 * them and no right one makes that mistake too. A mistake that changes nothing here is left out.
 */
export function* mistakenTransfers({
  bundle,
  ...sent
}: Half & { readonly bundle: string }): Generator<{ mistake: MistakeFact; content: string }> {
  const given = ingredientsOf(sent, 'hip');
  const right = contentWithMistake(given, bundle);
  for (const mistake of mistakes) {
    const content = contentWithMistake(given, bundle, mistake);
    if (content !== undefined && content !== right) yield { mistake: factOf(mistake), content };
  }
}

/**
 * The content that an HIP with one mistake makes, by what that mistake does: `the salt is the last 20 bytes`.
 * `undefined` where it changes nothing here. Throws a RangeError for words that the catalogue lacks.
 */
export function mistakenContent(
  done: string,
  { bundle, ...sent }: Half & { readonly bundle: string },
): string | undefined {
  const mistake = mistakes.find(({ text }) => text.startsWith(`${done};`));
  if (mistake === undefined) throw new RangeError(`No known mistake reads: ${done}`);
  const given = ingredientsOf(sent, 'hip');
  const content = contentWithMistake(given, bundle, mistake);
  return content === contentWithMistake(given, bundle) ? undefined : content;
}
