import { readFileSync } from 'node:fs';
import type { Document } from 'yaml';
import { LineCounter, isNode, parseDocument } from 'yaml';
import { ConfigurationError } from './errors';

/** A YAML file with the way back from a member to its line. */
export interface YamlFile {
  readonly file: string;
  readonly value: unknown;
  /** The line of the member at a path, or of its nearest ancestor that stands in the file. */
  lineOf(path: readonly string[]): number;
}

/** Reads one YAML document. Throws a ConfigurationError that names file and line. */
export function readYaml(file: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(readText(file), { lineCounter: lines, prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = lines.linePos(error.pos[0]).line;
    const [reason = error.message] = error.message.split(/ at line \d+/);
    throw new ConfigurationError(
      `is not YAML: ${reason}`,
      { file, line },
      'conform init writes one that is, with comments',
    );
  }
  return { file, value: document.toJS() as unknown, lineOf: (path) => lineOf(document, lines, path) };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const message = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code ?? 'unknown'})`;
    throw new ConfigurationError(message, { file }, 'check the path, or make one with: npx conform init');
  }
}

function lineOf(document: Document, lines: LineCounter, path: readonly string[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const keys = path.slice(0, length).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const node = document.getIn(keys, true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
