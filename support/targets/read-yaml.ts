import { readFileSync } from 'node:fs';
import type { Document } from 'yaml';
import { LineCounter, isMap, isNode, isScalar, parseDocument, visit } from 'yaml';
import { ConfigurationError } from './errors';

/** A YAML file with the way back from a member to its line. */
export interface YamlFile {
  readonly file: string;
  readonly value: unknown;
  /** The line of the member at a path, or of its nearest ancestor that stands in the file. */
  readonly lineOf: (path: readonly string[]) => number;
  /** What is wrong with the member at a path, and what to do about it. */
  wrong(path: readonly string[], message: string, hint: string): ConfigurationError;
}

/** What a parser says of a text, and the indices between which it stands. */
interface Wrong {
  readonly message: string;
  readonly pos: readonly [from: number, to: number];
}

/** What to do about a file that is not there, or is no YAML. */
interface YamlHints {
  readonly missing: string;
  readonly broken: string;
}

const targetHints: YamlHints = {
  missing: 'check the path, or make one with: npx conform init',
  broken: 'conform init writes one that is, with comments',
};

/** Reads one YAML document. Throws a ConfigurationError that names file and line. */
export function readYaml(file: string, hints = targetHints): YamlFile {
  return parseYaml(readText(file, hints), file, hints);
}

/** The same for a text that stands in the file, or is to stand there. */
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
 * Says what makes a text no YAML. Lists and maps in brackets are noticed where their end is missed; the line that helps is
 * the one where they begin.
 */
function whyNoYaml(
  { message, pos: [at] }: Wrong,
  text: string,
  file: string,
  hints: YamlHints,
): ConfigurationError {
  const lines = new LineCounter();
  // With a line break behind it, what has no end goes beyond all that ends.
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

/** Aliases are resolved only here: one without its anchor, or too many of them, is found now. */
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

/** Whether something below a value is one of its own parents; `above` are those. */
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

/** The key of a member: its value may begin on a later line. */
function memberNode(parent: unknown, key: unknown): unknown {
  if (!isMap(parent)) return undefined;
  return parent.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key))?.key;
}
