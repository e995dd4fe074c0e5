import { createHash } from 'node:crypto';

/** A sentence, a row of a table or a heading of the document. */
interface Sentence {
  /** As in `4.1` or `6.3.2`; `opening` before the first of them. */
  readonly clause: string;
  /** As in `row 2`: the second row of its clause. */
  readonly place: string;
  readonly text: string;
  readonly digest: string;
}

/** The document, cut at its clauses and sentences. Line breaks within a paragraph, an item or a row mean nothing. */
interface CutDocument {
  readonly sentences: readonly Sentence[];
  /** The whole text of a clause and of those below it, with single blanks. */
  readonly clauseText: (clause: string) => string;
}

/** Whether a clause is another, or a part of it. */
export const within = (clause: string, whole: string): boolean =>
  clause === whole || clause.startsWith(`${whole}.`);

export const singleBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Enough digits to tell a few hundred sentences apart. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(singleBlanks(text)).digest('hex').slice(0, 12);

export function cut(document: string): CutDocument {
  const parts = partsOf(document);
  const counts = new Map<string, number>();
  const sentences = parts.flatMap(({ clause, kind, texts }) =>
    texts.map((text): Sentence => {
      const count = (counts.get(`${clause} ${kind}`) ?? 0) + 1;
      counts.set(`${clause} ${kind}`, count);
      const place = kind === 'heading' || kind === 'columns' ? kind : `${kind} ${count}`;
      return { clause, place, text, digest: digestOf(text) };
    }),
  );
  const clauseText = (of: string): string =>
    parts.flatMap(({ clause, whole }) => (within(clause, of) ? [whole] : [])).join(' ');
  return { sentences, clauseText };
}

/** A heading, table, item or paragraph. */
interface Part {
  readonly clause: string;
  readonly kind: 'heading' | 'columns' | 'row' | 'sentence';
  readonly whole: string;
  readonly texts: readonly string[];
}

function partsOf(document: string): Part[] {
  let section = 'opening';
  return document.split(/\r?\n\s*\n/).flatMap((block): Part[] => {
    const whole = singleBlanks(block);
    if (whole === '') return [];
    const heading = /^#+ (?:(\d+(?:\.\d+)*)\.? )?(.*)$/.exec(whole);
    if (heading !== null) {
      const [, number = 'opening', title = ''] = heading;
      section = number;
      return [{ clause: section, kind: 'heading', whole: whole.replace(/^#+ /, ''), texts: [title] }];
    }
    if (whole.startsWith('|')) return tableParts(section, whole);
    return itemsOf(block).map(({ number, text }) => ({
      clause: number === undefined ? section : `${section}.${number}`,
      kind: 'sentence',
      whole: text,
      texts: sentencesOf(text.replace(/^(?:- |\d+\. )/, '')),
    }));
  });
}

/** The line of dashes says how many cells each row has, wherever lines were broken. */
function tableParts(clause: string, whole: string): Part[] {
  const [dashes = ''] = /\|(?:\s*:?-+:?\s*\|)+/.exec(whole) ?? [];
  const columns = dashes.split('|').length - 2;
  if (columns < 1) return [{ clause, kind: 'row', whole, texts: [whole] }];
  const [head = '', body = ''] = whole.split(dashes);
  return [
    { clause, kind: 'columns', whole: `${head}${dashes}`, texts: rowsOf(head, columns) },
    { clause, kind: 'row', whole: body.trim(), texts: rowsOf(body, columns) },
  ];
}

function rowsOf(table: string, columns: number): string[] {
  const cells = table.split('|').map((cell) => cell.trim());
  const rows: string[] = [];
  // Two rows meet in "| |": there is an empty cell between them.
  for (let at = 1; at < cells.length - 1; at += columns + 1)
    rows.push(cells.slice(at, at + columns).join(' | '));
  return rows;
}

/** The items of a list, numbered or not; a paragraph is one. */
function itemsOf(block: string): { number?: string; text: string }[] {
  const items: { number?: string; text: string }[] = [];
  let next = 1;
  for (const line of block.split(/\r?\n/)) {
    const numbered = new RegExp(String.raw`^\s*${next}\.(?: |$)`).test(line);
    if (numbered) items.push({ number: String(next++), text: line });
    else if (/^\s*- /.test(line) || items.length === 0) items.push({ text: line });
    else (items[items.length - 1] as { text: string }).text += ` ${line}`;
  }
  return items.map((item) => ({ ...item, text: singleBlanks(item.text) }));
}

/** What a semicolon ends counts as a sentence, too; brackets stay whole. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=\.) (?=[A-Z{])(?![^(]*\))|(?<=;) (?![^(]*\))/);
}
