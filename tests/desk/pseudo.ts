import type { Page } from 'playwright-core';
import type { Strings } from '../../support/desk/server/strings';

const accents: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', e: 'é', i: 'ï', n: 'ñ', o: 'ö', s: 'š', u: 'ü', y: 'ý', z: 'ž' },
  ...{ A: 'Å', C: 'Ç', E: 'É', I: 'Ï', N: 'Ñ', O: 'Ö', S: 'Š', U: 'Ü', Y: 'Ý', Z: 'Ž' },
};

/** A text of a language that no one speaks: accented, 40 % longer, in brackets; its parameters stay. */
export function pseudoText(text: string): string {
  const accented = text.replace(/\{\w+\}|[a-zA-Z]/g, (each) => accents[each] ?? each);
  return `[${accented}${' ·'.repeat(Math.ceil(text.length / 5))}]`;
}

/** All texts in that language. */
export const pseudoStrings = (table: Strings): Strings =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => {
      if (name === 'language') return [name, 'en-XA'];
      return [name, typeof entry === 'string' ? pseudoText(entry) : pseudoStrings(entry)];
    }),
  );

/** What a page says itself that is not of its table of texts. */
export const strangeTexts = (page: Page): Promise<string[]> => page.evaluate(findStrange);

function findStrange(): string[] {
  /** Brackets may stand in brackets, where one text is part of another. */
  const withoutPseudo = (text: string): string => {
    const left = text.replace(/\[[^[\]]*\]/g, '');
    return left === text ? text : withoutPseudo(left);
  };
  /** What the suite and the wire say, wherever a name repeats it; long texts first, as they may hold others. */
  const said = [...document.querySelectorAll('[translate="no"]')]
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text !== '')
    .sort((one, other) => other.length - one.length);
  const isStrange = (text: string | null): text is string => /\p{L}/u.test(withoutPseudo(text ?? ''));
  const isStrangeName = (text: string | null): boolean =>
    isStrange(said.reduce((left, each) => left.replaceAll(each, ''), withoutPseudo(text ?? '')));
  // What the suite and the wire say stays as it is, and browsers write times in the words of a language.
  const isOurs = (element: Element): boolean =>
    element.closest('[translate="no"], time, script, style, noscript') === null;
  const names = [
    'title',
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'placeholder',
    'alt',
  ];
  // The title of the window repeats the heading, with the data in it.
  const title = [...document.querySelectorAll('h1 [translate="no"]')].reduce(
    (left, { textContent }) => left.replace(textContent, ''),
    document.title,
  );
  const found = isStrange(title) ? [`title: ${document.title}`] : [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!isOurs(element)) continue;
    for (const name of names) {
      const value = element.getAttribute(name);
      if (value !== null && isStrangeName(value)) found.push(`${element.tagName} ${name}: ${value}`);
    }
    for (const pseudo of ['::before', '::after', '::marker'])
      if (isStrange(getComputedStyle(element, pseudo).content.replace(/^(none|normal|counters?\(.*)$/, '')))
        found.push(`${element.tagName}${pseudo}`);
    // Pieces of text that stand side by side may be one text of the table.
    const own = [...element.childNodes].map((node) => (node instanceof Text ? node.data : ' ')).join('');
    if (isStrange(own)) found.push(`${element.tagName}: ${own.trim()}`);
  }
  return found;
}
