import type { Spelling } from './spellings';
import { squeeze, squeezedOrigins } from './squeezed';
import { viewsOf } from './views';

/** From this length on, letters and digits are no chance, whatever stands between them. */
const telling = 12;

/** The shortest that is found whatever its case: a value with something between its characters, and an encoding. */
const shortest = { plain: 6, encoded: 8 };

/** What may stand between the characters of a short value, and beside the zero bytes of UTF-16 and UTF-32. */
const separators = /^[-_.\s\0]{0,3}$/;

/** Where something stands in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds a value in any spelling, whatever its case and what stands between its characters, and behind escapes. */
export function findLoosely(text: string, value: string, spellings: readonly Spelling[]): Span[] {
  const found: Span[] = [];
  for (const unescaped of viewsOf(text)) {
    const view = unescaped.text;
    const squeezed = Buffer.from(squeeze(view));
    let places: Uint32Array | undefined;
    for (const spelling of spellings)
      for (const at of placesOf(squeezed, spelling.squeezed)) {
        places ??= squeezedOrigins(view);
        const span = spanOf(view, places.subarray(at, at + spelling.squeezed.length), spelling, value);
        if (span === undefined) continue;
        const { start, end } = span;
        const { origins } = unescaped;
        found.push({ start: origins?.[start] ?? start, end: origins?.[end] ?? end });
      }
  }
  return found;
}

function* placesOf(text: Buffer, pattern: Uint8Array): Generator<number> {
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + pattern.length)) yield at;
}

/** From the first of its characters to the last, if they belong together. */
function spanOf(
  text: string,
  places: Uint32Array,
  { form, squeezed }: Spelling,
  value: string,
): Span | undefined {
  const start = places[0] ?? 0;
  const end = (places.at(-1) ?? 0) + 1;
  if (squeezed.length < telling && !belongs(text, places, form)) return undefined;
  return form === 'plain' ? widened(text, { start, end }, value) : { start, end };
}

function belongs(text: string, places: Uint32Array, form: Spelling['form']): boolean {
  const start = places[0] ?? 0;
  const end = (places.at(-1) ?? 0) + 1;
  if (places.length < shortest[form]) return false;
  if (form === 'encoded') return end - start === places.length;
  const beside =
    text.slice(0, start).replace(/\0+$/, '').slice(-1) + text.slice(end).replace(/^\0+/, '').charAt(0);
  if (/[A-Za-z0-9]/.test(beside)) return false;
  return places.every((place, index) => {
    const next = places[index + 1];
    return next === undefined || separators.test(text.slice(place + 1, next));
  });
}

/** With what the value has before its first and behind its last letter or digit. */
function widened(text: string, { start, end }: Span, value: string): Span {
  const [head = ''] = /^[^A-Za-z0-9]*/.exec(value) ?? [];
  const [tail = ''] = /[^A-Za-z0-9]*$/.exec(value) ?? [];
  return {
    start: text.endsWith(head, start) ? start - head.length : start,
    end: text.startsWith(tail, end) ? end + tail.length : end,
  };
}
