import { grouped } from './grouped';
import type { JsonBranch, JsonLeaf, JsonMember, JsonNode } from './json-nodes';
import { pathOf } from './tree-rows';

/** One place at which two JSON values differ. */
export interface JsonDifference {
  /** A JSON pointer (RFC 6901); empty: the whole. */
  readonly path: string;
  readonly kind: 'changed' | 'first' | 'order' | 'second';
  /** As it is written, shortened. Absent: not there, or only the order differs. */
  readonly first?: string;
  readonly second?: string;
}

export interface JsonDifferences {
  readonly found: readonly JsonDifference[];
  /** More than are listed. */
  readonly more: number;
  /** Values that are the same on both sides. */
  readonly same: number;
}

const mostListed = 500;
const longestShown = 2000;

/** All places at which two values differ, from the top. Members are found by name, and of arrays by what is around them. */
export function jsonDifferences(first: JsonNode, second: JsonNode): JsonDifferences {
  const found: JsonDifference[] = [];
  let [count, same] = [0, 0];
  const add = (difference: JsonDifference): void => {
    count += 1;
    if (found.length < mostListed) found.push(difference);
  };
  const visit = (path: string, one: JsonNode, other: JsonNode): void => {
    if (one.kind !== other.kind || !('members' in one) || !('members' in other)) {
      if (isSameLeaf(one, other)) same += 1;
      else add({ path, kind: 'changed', first: written(one), second: written(other) });
      return;
    }
    const pairs = one.kind === 'object' ? byName(one, other) : byPlace(one, other);
    for (const { name, left, right } of pairs) {
      const below = pathOf(path, name);
      if (left !== undefined && right !== undefined) visit(below, left.value, right.value);
      else if (left !== undefined) add({ path: below, kind: 'first', first: written(left.value) });
      else if (right !== undefined) add({ path: below, kind: 'second', second: written(right.value) });
    }
    if (one.kind === 'object' && isReordered(one, other)) add({ path, kind: 'order' });
    if (one.members.length === 0 && other.members.length === 0) same += 1;
  };
  visit('', first, second);
  return { found, more: count - found.length, same };
}

interface Pair {
  readonly name: string;
  readonly left?: JsonMember | undefined;
  readonly right?: JsonMember | undefined;
}

const isSameLeaf = (one: JsonNode, other: JsonNode): boolean =>
  one.kind === other.kind && (one as JsonLeaf).text === (other as JsonLeaf).text;

/** Of several members of one name the first goes with the first. */
function byName(one: JsonBranch, other: JsonBranch): Pair[] {
  const rights = grouped(other.members, ({ name }) => name);
  const pairs = one.members.map((left): Pair => ({
    name: left.name,
    left,
    right: rights.get(left.name)?.shift(),
  }));
  const rest = [...rights.values()].flat();
  return [...pairs, ...rest.map((right) => ({ name: right.name, right }))];
}

/** What begins and ends alike is the same: an element that was put in does not make all others differ. */
function byPlace(one: JsonBranch, other: JsonBranch): Pair[] {
  const [lefts, rights] = [one.members.map(keyed), other.members.map(keyed)];
  const most = Math.min(lefts.length, rights.length);
  let begin = 0;
  while (begin < most && lefts[begin]?.key === rights[begin]?.key) begin += 1;
  let end = 0;
  while (end < most - begin && lefts.at(-1 - end)?.key === rights.at(-1 - end)?.key) end += 1;
  const couple = (left: number, right: number): Pair => ({
    name: String(left < lefts.length ? left : right),
    left: lefts[left]?.member,
    right: rights[right]?.member,
  });
  const [middleOfLeft, middleOfRight] = [lefts.length - end, rights.length - end];
  const middle = Array.from(
    { length: Math.max(middleOfLeft, middleOfRight) - begin },
    (_unused, index): Pair => {
      const at = begin + index;
      return {
        name: String(at),
        left: at < middleOfLeft ? lefts[at]?.member : undefined,
        right: at < middleOfRight ? rights[at]?.member : undefined,
      };
    },
  );
  return [
    ...Array.from({ length: begin }, (_unused, index) => couple(index, index)),
    ...middle,
    ...Array.from({ length: end }, (_unused, index) => couple(middleOfLeft + index, middleOfRight + index)),
  ];
}

const keyed = (member: JsonMember) => ({ member, key: exact(member.value) });

/** Those that both have stand in another order. */
function isReordered(one: JsonBranch, other: JsonBranch): boolean {
  const common = ({ members }: JsonBranch, { members: theirs }: JsonBranch): string[] => {
    const names = new Set(theirs.map(({ name }) => name));
    return [...new Set(members.map(({ name }) => name))].filter((name) => names.has(name));
  };
  const [mine, theirs] = [common(one, other), common(other, one)];
  return mine.some((name, index) => name !== theirs[index]);
}

function exact(node: JsonNode): string {
  if (!('members' in node)) return node.kind === 'text' ? JSON.stringify(node.text) : node.text;
  const isObject = node.kind === 'object';
  const members = node.members.map(({ name, value }) =>
    isObject ? `${JSON.stringify(name)}: ${exact(value)}` : exact(value),
  );
  return isObject ? `{${members.join(', ')}}` : `[${members.join(', ')}]`;
}

function written(node: JsonNode): string {
  const text = exact(node);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
