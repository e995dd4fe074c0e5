/** A JSON object whose members have not been validated. */
export type JsonMembers = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
 * members exceeds a limit. The limits prevent a sender from exhausting the memory of the suite.
 */
export function parseBoundedJson(text: string): JsonReadResult {
  const flaw = excessOf(text);
  if (flaw !== undefined) return { flaw };
  try {
    return { value: JSON.parse(text) as unknown };
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
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === openObject || code === openList) open.push(undefined);
    else if (code === closeObject || code === closeList) open.pop();
    if (code !== quote) continue;
    const end = endOfString(text, at);
    const string = text.slice(at, end + 1);
    at = end;
    if (!isColonBehind(text, end)) continue;
    const names = (open[open.length - 1] ??= new Set());
    const name = string.includes('\\') ? (JSON.parse(string) as string) : string.slice(1, -1);
    if (names.size === names.add(name).size) return name;
  }
  return undefined;
}

function isColonBehind(text: string, at: number): boolean {
  let next = at + 1;
  while (/\s/.test(text.charAt(next))) next += 1;
  return text.charCodeAt(next) === colon;
}

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
