import { createHash } from 'node:crypto';

/** A sentence, a row of a table or a heading of the document. */
interface Sentence {
  /**
   * The clause that contains the sentence, for example `4.1` or `6.3.2`; `opening` for text before the first
   * numbered heading
   */
  readonly clause: string;
  /**
   * Position within the clause: `heading`, `columns` (the head of a table), or for example `row 2` or
   * `sentence 3`
   */
  readonly place: string;
  readonly text: string;
  readonly digest: string;
}

/**
 * The document, split into sentences. Line breaks within a paragraph, a list item or a table row are ignored.
 */
interface CutDocument {
  readonly sentences: readonly Sentence[];
  /**
   * Returns the text of a clause including its subclauses, with each run of whitespace replaced by a single
   * space.
   */
  readonly clauseText: (clause: string) => string;
}

/** Returns whether `clause` equals `whole` or is a subclause of `whole`. */
export const within = (clause: string, whole: string): boolean =>
  clause === whole || clause.startsWith(`${whole}.`);

export const singleBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the first 12 hex digits of SHA-256: enough to distinguish a few hundred sentences. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(singleBlanks(text)).digest('hex').slice(0, 12);

export function splitDocument(document: string): CutDocument {
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

/** A heading, the head or body of a table, a list item, or a paragraph. */
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

/**
 * Splits a Markdown table into rows. `whole` is on a single line, so the number of cells per row comes from
 * the line of dashes.
 */
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
  // Adjacent rows are separated by "| |", which yields an extra empty cell. Skip it with `columns + 1`.
  for (let at = 1; at < cells.length - 1; at += columns + 1)
    rows.push(cells.slice(at, at + columns).join(' | '));
  return rows;
}

/** Returns the items of a list, numbered or not. A paragraph counts as one item. */
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

/** Splits text into sentences: at full stops and semicolons, except within parentheses. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=\.) (?=[A-Z{])(?![^(]*\))|(?<=;) (?![^(]*\))/);
}
