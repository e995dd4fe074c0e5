import type { CST, Document, Pair, YAMLMap, YAMLSeq } from 'yaml';
import { isAlias, isMap, isNode, isPair, isScalar, isSeq } from 'yaml';
import { inBlock, inFlow, memberText } from './render-yaml';

/** A key of a map, or an index of a list; an index equal to its length appends. */
export type YamlPath = readonly (string | number)[];

type Collection = YAMLMap | YAMLSeq;

/** Where a member stands in the text: offsets, the end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The text of a document with one member set or taken out, by replacing the bytes of that member alone; `undefined` where
 * its form does not allow that. Whether the outcome says what was wanted is for the caller to see. `document` was parsed
 * from `text` with its source tokens.
 */
export function spliceYaml(
  text: string,
  document: Document,
  path: YamlPath,
  value: unknown,
): string | undefined {
  const holder = deepest(document, path);
  const splice = new Splice(text, value);
  if (holder === undefined) return value === undefined ? undefined : splice.whole(document, path);
  const { parent, rest } = holder;
  const [key = '', ...below] = rest;
  const found = memberOf(parent, key);
  if (value === undefined) return found && splice.remove(parent, found);
  if (found !== undefined && below.length === 0) return splice.replace(parent, found);
  const nested = nest(below, value);
  const add = new Splice(text, nested);
  return found === undefined ? add.append(parent, key) : add.replace(parent, found);
}

interface Member {
  readonly key: string | number;
  /** The node of its value; absent where nothing stands there. */
  readonly node: unknown;
  readonly span: Span;
}

class Splice {
  constructor(
    private readonly text: string,
    private readonly value: unknown,
  ) {}

  /** A document that holds nothing yet, or only a scalar or an empty list. */
  whole(document: Document, path: YamlPath): string | undefined {
    const all = inBlock(nest(path, this.value), this.newline);
    const span = spanOf(document.contents);
    if (span !== undefined && span.start < span.end) return this.put(span, all);
    const before = this.text === '' || this.text.endsWith('\n') ? this.text : this.text + this.newline;
    return `${before}${all}${this.newline}`;
  }

  replace(parent: Collection, { key, node, span }: Member): string | undefined {
    const value = spanOf(node);
    const isFlow = parent.flow === true;
    const keepsForm = isFlow || isScalarValue(this.value) || (isCollection(node) && node.flow === true);
    if (value !== undefined && value.start < value.end && keepsForm && !isEmptyInBlock(node, isFlow)) {
      const style = isScalar(node) ? node.type : undefined;
      const one = inFlow(this.value, { style, isInFlow: isFlow || isCollection(node) });
      return this.put({ start: value.start, end: this.withoutLineEnd(value) }, one);
    }
    if (isFlow || isAlias(node)) return undefined;
    return this.put({ ...span, end: this.withoutLineEnd(span) }, this.member(parent, key));
  }

  append(parent: Collection, key: string | number): string | undefined {
    if (isSeq(parent) && key !== parent.items.length) return undefined;
    const last = membersOf(parent).at(-1);
    if (parent.flow === true) return this.appendInFlow(parent, key, last);
    if (last === undefined) return undefined;
    const end = this.lineEndAfter(last.span);
    const line = `${this.newline}${' '.repeat(this.columnOf(parent))}${this.member(parent, key)}`;
    return `${this.text.slice(0, end)}${line}${this.text.slice(end)}`;
  }

  remove(parent: Collection, { span }: Member): string | undefined {
    const members = membersOf(parent);
    if (parent.flow === true) return this.removeInFlow(members, span);
    if (members.length === 1)
      return this.put({ ...span, end: this.withoutLineEnd(span) }, isSeq(parent) ? '[]' : '{}');
    // Where it begins on the line of something else, the next one moves up to there.
    const next = members.find(({ span: { start } }) => start > span.start);
    const isOwnLine = this.text.slice(this.lineStart(span.start), span.start).trim() === '';
    if (!isOwnLine) return next && this.put({ start: span.start, end: next.span.start }, '');
    return this.withoutLines({ start: this.lineStart(span.start), end: this.lineEndAfter(span) });
  }

  /** One blank line less, where one stood on either side. */
  private withoutLines({ start, end }: Span): string {
    const rest = this.text.slice(end).replace(/^\r?\n/, '');
    const before = this.text.slice(0, start);
    const isBetweenBlanks = /(^|\n)[^\S\n]*\r?\n$/.test(before) && /^([^\S\n]*\r?\n|$)/.test(rest);
    return isBetweenBlanks ? before.replace(/[^\S\n]*\r?\n$/, '') + rest : before + rest;
  }

  private appendInFlow(
    parent: Collection,
    key: string | number,
    last: Member | undefined,
  ): string | undefined {
    const span = spanOf(parent);
    if (span === undefined) return undefined;
    const one = memberText(isSeq(parent) ? undefined : key, inFlow(this.value, { isInFlow: true }));
    if (last !== undefined) return this.put({ start: last.span.end, end: last.span.end }, `, ${one}`);
    return this.put(span, isSeq(parent) ? `[${one}]` : `{ ${one} }`);
  }

  private removeInFlow(members: readonly Member[], span: Span): string {
    const index = members.findIndex((each) => each.span.start === span.start);
    const [before, after] = [members[index - 1], members[index + 1]];
    if (after !== undefined) return this.put({ start: span.start, end: after.span.start }, '');
    return this.put({ start: before?.span.end ?? span.start, end: span.end }, '');
  }

  /** In block form, its lines indented as deep as the members beside it. */
  private member(parent: Collection, key: string | number): string {
    const rendered = inBlock(isSeq(parent) ? [this.value] : { [key]: this.value }, this.newline);
    return rendered.replaceAll(/\n(?!\r?$)/g, `\n${' '.repeat(this.columnOf(parent))}`);
  }

  private columnOf(parent: Collection): number {
    const start = membersOf(parent)[0]?.span.start ?? 0;
    return start - this.lineStart(start);
  }

  private lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** Where the line ends on which a member does, its comment included; before the line break. */
  private lineEndAfter(span: Span): number {
    const end = this.withoutLineEnd(span);
    const [rest = ''] = /^[^\r\n]*/.exec(this.text.slice(end)) ?? [];
    return end + rest.length;
  }

  /** A block scalar takes its line break, and blank lines, with it. */
  private withoutLineEnd({ start, end }: Span): number {
    return start + this.text.slice(start, end).trimEnd().length;
  }

  private put({ start, end }: Span, by: string): string {
    return this.text.slice(0, start) + by + this.text.slice(end);
  }

  private get newline(): string {
    return this.text.includes('\r\n') ? '\r\n' : '\n';
  }
}

/** The innermost collection on the way, and what of the path is left from there. */
function deepest(document: Document, path: YamlPath): { parent: Collection; rest: YamlPath } | undefined {
  let parent: unknown = document.contents;
  let found: { parent: Collection; rest: YamlPath } | undefined;
  for (const [index, key] of path.entries()) {
    // An empty one in block context is written again as a whole.
    if (!isCollection(parent) || (index === 0 && parent.items.length === 0)) break;
    if (found !== undefined && !found.parent.flow && parent.items.length === 0) break;
    found = { parent, rest: path.slice(index) };
    parent = memberOf(parent, key)?.node;
  }
  return found;
}

const memberOf = (parent: Collection, key: string | number): Member | undefined =>
  membersOf(parent).find((each) => String(each.key) === String(key));

function membersOf(parent: Collection): Member[] {
  const tokens = (parent.srcToken as { items?: CST.CollectionItem[] } | undefined)?.items ?? [];
  const all = (parent.items as unknown[]).flatMap((item, index): Member[] => {
    if (isPair(item)) return pairMember(item);
    const value = spanOf(item);
    const dash = tokens.flatMap(({ start }) => start.filter(({ type }) => type === 'seq-item-ind'))[index];
    return value === undefined
      ? []
      : [{ key: index, node: item, span: { ...value, ...(dash && { start: dash.offset }) } }];
  });
  return all;
}

function pairMember({ key, value }: Pair): Member[] {
  const name = spanOf(key);
  if (!isScalar(key) || name === undefined) return [];
  const end = Math.max(name.end, spanOf(value)?.end ?? 0);
  return [{ key: String(key.value), node: value, span: { start: name.start, end } }];
}

function spanOf(node: unknown): Span | undefined {
  return isNode(node) && node.range ? { start: node.range[0], end: node.range[1] } : undefined;
}

const isCollection = (node: unknown): node is Collection => isMap(node) || isSeq(node);

const isEmptyInBlock = (node: unknown, isFlow: boolean): boolean =>
  !isFlow && isCollection(node) && node.items.length === 0;

const isScalarValue = (value: unknown): boolean => typeof value !== 'object' || value === null;

function nest(path: YamlPath, value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    value,
  );
}
