import type { Piece, Unescaped } from './escapes';
import { charactersOf, controls, undo, unescaped } from './escapes';

/** How often escapes are undone, as in JSON in a JSON string in a form. */
const deepest = 3;

const anyEscape =
  /\\(?:u[0-9a-fA-F]{4}|[^u])|(?:%[0-9a-fA-F]{2})+|&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|(?:amp|lt|gt|quot|apos));/gs;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Escaped bytes, or the break of a line that goes on. */
const quotedPrintable = /((?:=[0-9a-fA-F]{2})+)|=[ \t]*\r?\n/g;

/**
 * A text and what it reads once its escapes are undone, all kinds at once and again in what comes out: of JSON, of
 * addresses, of HTML and XML, and of quoted-printable.
 */
export function* viewsOf(
  text: string,
): Generator<Unescaped | { readonly text: string; readonly origins?: never }> {
  yield { text };
  yield* undoneFrom(text);
  if (!/=(?:[0-9a-fA-F]{2}|[ \t]*\r?\n)/.test(text)) return;
  for (const view of undo(text, quotedPrintable, ([, run]) => (run === undefined ? [] : charactersOf(run)))) {
    yield view;
    for (const next of undoneFrom(view.text)) yield behind(view, next);
  }
}

/** What a value reads once its own escapes are undone: a view may show no other form of it. */
export function readingsOf(value: string): string[] {
  return [...viewsOf(value)].map(({ text }) => text);
}

function* undoneFrom(text: string): Generator<Unescaped> {
  if (!/[\\%&]/.test(text)) return;
  let view: Unescaped | undefined;
  for (let depth = 0; depth < deepest; depth += 1) {
    const [next] = undo(view?.text ?? text, anyEscape, readEscape);
    if (next === undefined) return;
    view = view === undefined ? next : behind(view, next);
    yield view;
  }
}

function behind(view: Unescaped, next: Unescaped): Unescaped {
  return unescaped(next.text, () => next.origins.map((origin) => view.origins[origin] ?? 0));
}

/** The pattern has no groups: a text may have half a million escapes, and a match with groups takes three times as much. */
function readEscape([escape]: RegExpMatchArray): Iterable<Piece> {
  if (escape.startsWith('%')) return charactersOf(escape);
  if (escape.startsWith('&')) return [[characterOf(escape.slice(1, -1)), 0]];
  const [, character = ''] = escape;
  const isUnit = character === 'u';
  return [
    [
      isUnit ? String.fromCharCode(parseInt(escape.slice(2), 16)) : (controls[character] ?? escape.slice(1)),
      0,
    ],
  ];
}

function characterOf(entity: string): string {
  if (!entity.startsWith('#')) return entities[entity] ?? '';
  const isHex = /^#x/i.test(entity);
  const point = parseInt(entity.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
}
