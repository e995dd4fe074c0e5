import { readFileSync } from 'node:fs';
import type { Document } from 'yaml';
import { LineCounter, isMap, isNode, isScalar, parseDocument, visit } from 'yaml';
import { ConfigurationError } from './errors';

/** A parsed YAML file, with functions that locate its members. */
export interface YamlFile {
  readonly file: string;
  readonly value: unknown;
  /**
   * Returns the line of the member at a path. If the file does not contain the member, returns the line of
   * its nearest ancestor that exists.
   */
  readonly lineOf: (path: readonly string[]) => number;
  wrong(path: readonly string[], message: string, hint: string): ConfigurationError;
}

/** An error from the YAML parser, with the range of characters that it is about. */
interface Wrong {
  readonly message: string;
  readonly pos: readonly [from: number, to: number];
}

interface YamlHints {
  readonly missing: string;
  readonly broken: string;
}

const targetHints: YamlHints = {
  missing: 'check the path, or make one with: npx conform init',
  broken: 'conform init writes one that is, with comments',
};

/** Reads a file with one YAML document. Throws a ConfigurationError if the file is missing or is not YAML. */
export function readYaml(file: string, hints = targetHints): YamlFile {
  return parseYaml(readText(file, hints), file, hints);
}

/**
 * Parses the text of a YAML file. `file` is the path to show in messages, and need not exist. Throws a
 * ConfigurationError if the text is not YAML.
 */
export function parseYaml(text: string, file: string, hints = targetHints): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) throw whyNoYaml(error, text, file, hints);
  const line = (path: readonly string[]): number => lineOf(document, lines, path);
  return {
    file,
    value: toValue(document, file, hints),
    lineOf: line,
    wrong: (path, message, hint) =>
      new ConfigurationError(message, { file, line: line(path), at: path.join('.'), path }, hint),
  };
}

/**
 * Returns the error for a text that is not YAML. For an unclosed bracket, points to the line of the opening
 * bracket. The parser itself reports the end of the list or map, which is less helpful.
 */
function whyNoYaml(
  { message, pos: [at] }: Wrong,
  text: string,
  file: string,
  hints: YamlHints,
): ConfigurationError {
  const lines = new LineCounter();
  // The parser reports an unclosed list or map at its end. Without a final line break, a closed list or map
  // inside it may end at the same position. Add a line break to keep the two ends apart.
  const document = parseDocument(`${text}\n`, { lineCounter: lines });
  const lineAt = (index: number): number => lines.linePos(index).line;
  const [, bracket] = /^Flow .*\bend with a ([\]}])/.exec(message) ?? [];
  const end = document.errors[0]?.pos[0] ?? at;
  let begin: number | undefined;
  visit(document, {
    Collection(_key, { flow, range }) {
      if (flow === true && range?.[1] === end) begin = range[0];
    },
  });
  if (bracket === undefined || begin === undefined) return notYaml(file, message, hints, lineAt(at));
  const what = `what begins here has no ${bracket} at its end, or its lines are not indented`;
  return notYaml(file, what, hints, lineAt(begin));
}

/**
 * Converts the document to plain values, which resolves its aliases. Throws a ConfigurationError for an
 * unknown alias, for too many aliases, and for an alias inside its own anchor.
 */
function toValue(document: Document, file: string, hints: YamlHints): unknown {
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    throw notYaml(file, error instanceof Error ? error.message : String(error), hints);
  }
  if (holdsItself(value)) throw notYaml(file, 'an alias stands inside of what it repeats', hints);
  return value;
}

/**
 * Returns true if a value contains itself. `above` are the ancestors of `value`; `sound` are the values that
 * have already been checked and do not contain themselves.
 */
function holdsItself(value: unknown, above = new Set<unknown>(), sound = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null || sound.has(value)) return false;
  if (above.has(value)) return true;
  above.add(value);
  if (Object.values(value).some((each) => holdsItself(each, above, sound))) return true;
  above.delete(value);
  sound.add(value);
  return false;
}

function notYaml(file: string, message: string, hints: YamlHints, line?: number): ConfigurationError {
  const [reason = message] = message.split(/ at line \d+/);
  return new ConfigurationError(
    `is not YAML: ${reason}`,
    { file, ...(line !== undefined && { line }) },
    hints.broken,
  );
}

function readText(file: string, hints: YamlHints): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const message = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code ?? 'unknown'})`;
    throw new ConfigurationError(message, { file }, hints.missing);
  }
}

function lineOf(document: Document, lines: LineCounter, path: readonly string[]): number {
  const keys = path.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  for (let length = keys.length; length > 0; length -= 1) {
    const parent = length === 1 ? document.contents : document.getIn(keys.slice(0, length - 1), true);
    const node = memberNode(parent, keys[length - 1]) ?? document.getIn(keys.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** Returns the node of the member's key, not of its value, which may begin on a later line. */
function memberNode(parent: unknown, key: unknown): unknown {
  if (!isMap(parent)) return undefined;
  return parent.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key))?.key;
}
