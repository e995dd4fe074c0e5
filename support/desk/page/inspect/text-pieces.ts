/** A part of a text: as it is, or characters that cannot be seen or that steer what is around them. */
export interface TextPiece {
  readonly text: string;
  /** Their numbers, as in `U+202E`. */
  readonly odd?: string;
}

/** Tabs and ends of lines stay where a text has lines. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u115f\u1160\u3164\uffa0]+/gu;

/** A run of them is named up to so many. */
const mostNamed = 8;

/** The pieces of a text of someone else's: nothing in it is left to act. */
export function textPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(unseen)) {
    if (index > at) pieces.push({ text: text.slice(at, index) });
    pieces.push({ text: found, odd: namesOf(found) });
    at = index + found.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

function namesOf(characters: string): string {
  const all = Array.from(characters);
  const named = all.slice(0, mostNamed).map(nameOf).join(' ');
  return all.length > mostNamed ? `${named} … ×${all.length}` : named;
}

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
