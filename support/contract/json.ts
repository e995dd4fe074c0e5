/** A JSON object with members that have not been validated. */
export type JsonMembers = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a member of a JSON object. Returns `undefined` if the value is not an object or lacks the member. */
export function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** The parsed value of a JSON text, or the reason why the text was rejected. */
export type JsonReadResult = { readonly value: unknown } | { readonly flaw: string };

/**
 * Limits on the nesting depth and the number of members, far above those of any message in the contract.
 * Without them, parsing a few megabytes of brackets could use gigabytes of memory.
 */
const most = { depth: 1000, members: 1_000_000 };

/** The `flaw` in the result of {@link parseBoundedJson} if the text is not JSON. */
export const notJson = 'no JSON';

/**
 * Parses a JSON text. Returns a flaw if the text is not JSON, or if its nesting depth or its number of
 * members exceeds a limit. The limits prevent a sender from exhausting the memory of the suite. Ignores a byte
 * order mark before the text, as RFC 8259 (section 8.1) allows.
 */
export function parseBoundedJson(text: string): JsonReadResult {
  const flaw = excessOf(text);
  if (flaw !== undefined) return { flaw };
  try {
    return { value: JSON.parse(text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text) as unknown };
  } catch {
    return { flaw: notJson };
  }
}

/** Parses a JSON text. Returns `undefined` if {@link parseBoundedJson} rejects the text. */
export function parseJson(text: string): unknown {
  const read = parseBoundedJson(text);
  return 'flaw' in read ? undefined : read.value;
}

/**
 * Returns the first member name that occurs twice in one object of a JSON text, or `undefined`. For such an
 * object, parsers disagree on which value counts. Names are compared after escape sequences are resolved.
 * Expects a text that {@link parseBoundedJson} accepts.
 */
export function findDuplicateMember(text: string): string | undefined {
  for (const { name } of repetitionsIn(text)) return name;
  return undefined;
}

/**
 * The greatest nesting depth of the members that {@link duplicateMembers} returns. All documented members are less
 * deep. Pointers to deeper members could use gigabytes of memory.
 */
const deepestPointer = 8;

/**
 * Returns the JSON pointers (RFC 6901) of the members that occur more than once in their object, down to a depth
 * of {@link deepestPointer}. A pointer has `-` in place of the index of a list. Expects a text that
 * {@link parseBoundedJson} accepts.
 */
export function duplicateMembers(text: string): string[] {
  const pointers = new Set<string>();
  for (const { path } of repetitionsIn(text))
    if (path.length <= deepestPointer) pointers.add(pointerTo(path.map(({ current }) => current)));
  return [...pointers];
}

/** Precedes the number in the name that {@link parseKeepingDuplicates} gives to an overwritten member. */
const overwrittenMark = '\uffff';

/**
 * Parses a JSON text like {@link parseJson}, but keeps the members that a later member of the same name would
 * overwrite. {@link plainMemberName} returns the original name of such a member. The last member of a name keeps
 * that name.
 */
export function parseKeepingDuplicates(text: string): unknown {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return value;
  let kept = '';
  let from = 0;
  let count = 0;
  const overwritten: number[] = [];
  for (const { earlier } of repetitionsIn(text)) overwritten.push(earlier);
  for (const end of overwritten.sort((one, other) => one - other)) {
    count += 1;
    kept += `${text.slice(from, end)}\\uffff${count}`;
    from = end;
  }
  return count === 0 ? value : parseJson(kept + text.slice(from));
}

/** Returns the original name of a member (see {@link parseKeepingDuplicates}). */
export function plainMemberName(name: string): string {
  const end = name.lastIndexOf(overwrittenMark);
  return end < 0 ? name : name.slice(0, end);
}

/** A member with a name that also occurs earlier in the same object. */
interface Repetition {
  readonly name: string;
  /** The objects and lists around the member, the outermost first. Valid until the next repetition is requested. */
  readonly path: readonly Pick<OpenValue, 'current'>[];
  /** The index of the quote that ends the name of the nearest earlier member with this name. */
  readonly earlier: number;
}

/** An object or list that has begun and not yet ended at some place of a JSON text. */
interface OpenValue {
  /** Maps the names of the members so far to the index of the quote that ends the last such name. */
  readonly names: Map<string, number>;
  /** The name of the member that is being read; `-` in a list. */
  current: string;
}

function* repetitionsIn(text: string): Generator<Repetition> {
  const open: OpenValue[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === openObject || code === openList) open.push({ names: new Map(), current: '-' });
    else if (code === closeObject || code === closeList) open.pop();
    if (code !== quote) continue;
    const end = endOfString(text, at);
    const string = text.slice(at, end + 1);
    at = end;
    const object = open.at(-1);
    if (object === undefined || !isColonBehind(text, end)) continue;
    const name = string.includes('\\') ? (JSON.parse(string) as string) : string.slice(1, -1);
    object.current = name;
    const earlier = object.names.get(name);
    object.names.set(name, end);
    if (earlier !== undefined) yield { name, path: open, earlier };
  }
}

/** Returns the JSON pointer (RFC 6901) of a path of member names and list indexes. */
export function pointerTo(path: readonly string[]): string {
  return path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function isColonBehind(text: string, at: number): boolean {
  let next = at + 1;
  while (/\s/.test(text.charAt(next))) next += 1;
  return text.charCodeAt(next) === colon;
}

const byteOrderMark = 0xfeff;
const colon = 0x3a;
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns false if a text is too short, or has too few brackets, to exceed a limit. Most texts therefore skip
 * the slower scan in {@link excessOf}.
 */
const mayExceed = (text: string): boolean =>
  text.length > most.members || (text.length > most.depth && (text.match(/[[{]/g)?.length ?? 0) > most.depth);

function excessOf(text: string): string | undefined {
  if (!mayExceed(text)) return undefined;
  let [depth, members] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openList || code === openObject) {
      depth += 1;
      members += 1;
      if (depth > most.depth) return `nested more than ${most.depth} deep`;
    } else if (code === closeList || code === closeObject) depth -= 1;
    else if (code === comma) members += 1;
    if (members > most.members) return `more than ${most.members} members`;
  }
  return undefined;
}

/**
 * Returns the index of the quote that ends the string starting at `start`. Returns the length of the text if
 * the string does not end. Uses `indexOf`, because a loop over the characters of a long string is much
 * slower.
 */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
