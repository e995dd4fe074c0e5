import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'yaml';
import { LineCounter, parseDocument } from 'yaml';
import { ConfigurationError } from './errors';
import type { YamlPath } from './splice-yaml';
import { spliceYaml } from './splice-yaml';

/** One change; `value` in the shape of JSON, `undefined` takes the member out. */
export interface YamlEdit {
  readonly path: YamlPath;
  readonly value: unknown;
}

/**
 * The text with the edits done one after another, every byte outside of them as it was: comments, quotes, blank lines and
 * line ends. Comments inside of what is taken out go with it. The outcome is read again and compared: throws a
 * ConfigurationError (without a file) where the text is not YAML, or its form does not allow the edit, as at an alias.
 */
export function editYaml(text: string, edits: readonly YamlEdit[]): string {
  return edits.reduce((before, edit) => editsAtLeaves(before, edit).reduce(editOne, before), text);
}

function editOne(text: string, { path, value }: YamlEdit): string {
  const document = parse(text);
  const before = document.toJS() as unknown;
  if (isDeepStrictEqual(at(before, path), value)) return text;
  const wanted = withEdit(before, path, value);
  const edited = spliceYaml(text, document, path, value);
  if (edited !== undefined && readsAs(edited, wanted)) return edited;
  throw new ConfigurationError(
    'cannot be changed without moving what stands around it',
    { at: path.join('.') },
    'change it in the file by hand, as where an alias or an unusual layout stands there',
  );
}

function readsAs(text: string, wanted: unknown): boolean {
  const document = parseDocument(text);
  return document.errors.length === 0 && isDeepStrictEqual(document.toJS(), wanted);
}

function parse(text: string): Document {
  const lines = new LineCounter();
  const document = parseDocument(text, { keepSourceTokens: true, lineCounter: lines });
  const [error] = document.errors;
  if (error === undefined) return document;
  const [reason = error.message] = error.message.split(/ at line \d+/);
  throw new ConfigurationError(
    `is not YAML: ${reason}`,
    { line: lines.linePos(error.pos[0]).line },
    'correct that line in the file by hand first',
  );
}

/** A map or list in place of another one: only what differs is edited, so that comments between the members stay. */
function editsAtLeaves(text: string, edit: YamlEdit): YamlEdit[] {
  return differences(at(parse(text).toJS(), edit.path), edit);
}

function differences(before: unknown, { path, value }: YamlEdit): YamlEdit[] {
  const isSameKind =
    isCollection(before) && isCollection(value) && Array.isArray(before) === Array.isArray(value);
  if (!isSameKind || size(before) === 0 || size(value) === 0) return [{ path, value }];
  const keyOf = (key: string): string | number => (Array.isArray(before) ? Number(key) : key);
  const inner = (key: string): YamlEdit => ({ path: [...path, keyOf(key)], value: at(value, [keyOf(key)]) });
  const changed = Object.keys(value).flatMap((key) => differences(at(before, [keyOf(key)]), inner(key)));
  // From the end, so that the indexes before it keep their meaning.
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(value, key));
  return [...changed, ...gone.reverse().map(inner)];
}

function withEdit(before: unknown, [key, ...rest]: YamlPath, value: unknown): unknown {
  if (key === undefined) return value;
  const isGone = rest.length === 0 && value === undefined;
  if (Array.isArray(before) || (typeof key === 'number' && !isCollection(before))) {
    const list = Array.isArray(before) ? [...(before as unknown[])] : [];
    if (isGone) list.splice(Number(key), 1);
    else list[Number(key)] = withEdit(list[Number(key)], rest, value);
    return list;
  }
  const map = isCollection(before) ? before : {};
  if (!isGone) return { ...map, [key]: withEdit(at(map, [key]), rest, value) };
  return Object.fromEntries(Object.entries(map).filter(([each]) => each !== String(key)));
}

function at(value: unknown, [key, ...rest]: YamlPath): unknown {
  if (key === undefined) return value;
  if (!isCollection(value) || !Object.hasOwn(value, key)) return undefined;
  return at((value as Readonly<Record<string, unknown>>)[key], rest);
}

const isCollection = (value: unknown): value is object => typeof value === 'object' && value !== null;

const size = (value: object): number => Object.keys(value).length;
