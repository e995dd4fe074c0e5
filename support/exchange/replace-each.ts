/** How many pieces are held until they become one text. */
const mostHeld = 4096;

/** A text that is put together from pieces: a list of half a million small ones would take a hundred times its size. */
export class Pieces {
  #done = '';
  #held: string[] = [];

  add(piece: string): void {
    if (piece === '') return;
    this.#held.push(piece);
    if (this.#held.length === mostHeld) this.#join();
  }

  toString(): string {
    this.#join();
    return this.#done;
  }

  #join(): void {
    this.#done += this.#held.join('');
    this.#held = [];
  }
}

/** What is shown in place of a match. */
export type Replacement = (match: RegExpExecArray) => string;

/**
 * As `replaceAll` with a function, which first makes a list of all matches: in a megabyte of small ones that takes a
 * second and hundreds of megabytes.
 */
export function replaceEach(text: string, pattern: RegExp, show: Replacement): string {
  let pieces: Pieces | undefined;
  let end = 0;
  eachMatch(text, pattern, (match) => {
    const [all] = match;
    const shown = show(match);
    if (shown === all) return;
    pieces ??= new Pieces();
    pieces.add(text.slice(end, match.index));
    pieces.add(shown);
    end = match.index + all.length;
  });
  if (pieces === undefined) return text;
  pieces.add(text.slice(end));
  return pieces.toString();
}

/** As `matchAll`, which copies its pattern each time: for most texts that takes longer than to look through them. */
export function eachMatch(text: string, pattern: RegExp, act: (match: RegExpExecArray) => void): void {
  for (let at = 0; at < text.length;) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // A search for the same pattern inside of `act` begins at the beginning.
    pattern.lastIndex = 0;
    if (match === null) return;
    act(match);
    at = match.index + Math.max(match[0].length, 1);
  }
}
