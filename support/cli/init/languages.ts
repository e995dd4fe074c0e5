import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../../contract/suite-root';
import { ConfigurationError } from '../../targets/errors';

/** What `conform init` needs to know of a language; `adapters/<language>/language.json`. */
export interface Language {
  /** As in `Python`. */
  readonly name: string;
  /** What starts the adapter, in the folder of its files. */
  readonly command: readonly string[];
  /** Files of an adapter to begin with, and what of this folder each is a copy of; the one to fill in comes first. */
  readonly files: Readonly<Record<string, string>>;
  /** What a CI job does to get the language. */
  readonly setup: {
    /** Steps of a GitHub workflow. */
    readonly github: readonly Readonly<Record<string, unknown>>[];
    /** Shell commands in Debian, as root. */
    readonly gitlab: readonly string[];
  };
}

const folder = join(suiteRoot, 'adapters');

/** The names under which languages are asked for. */
export function languageNames(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** A language by its name. Throws a ConfigurationError for one that the suite has no adapter for. */
export function languageOf(name: string): Language {
  const names = languageNames();
  if (!names.includes(name))
    throw new ConfigurationError(
      `${name}: there is no adapter to begin with in this language`,
      { at: '--language' },
      `there are ${names.join(', ')}; for another, read docs/guides/adapter.md`,
    );
  return JSON.parse(readFileSync(join(folder, name, 'language.json'), 'utf8')) as Language;
}

/** The files of an adapter to begin with, by the names that they get. */
export function filesOf(name: string): Map<string, string> {
  const { files } = languageOf(name);
  return new Map(
    Object.entries(files).map(([as, from]) => [as, readFileSync(join(folder, name, from), 'utf8')]),
  );
}
