import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import { ConfigurationError } from '../targets/errors';
import type { Setup } from './ci-file';

/** The members of `adapters/<language>/language.json` that the suite uses. */
export interface Language {
  /** The name to display, such as `Python`. */
  readonly name: string;
  /** The command that starts the adapter, run in the folder with the adapter's files. */
  readonly command: readonly string[];
  /**
   * Maps each file of a new adapter to the file in `adapters/<language>` to copy it from. The first file is
   * the stub that the user completes.
   */
  readonly files: Readonly<Record<string, string>>;
  /** `undefined` if the adapter's files never disturb the project that they are written into. */
  readonly apart?: Apart;
  readonly setup: Setup;
}

/** The conditions for an adapter in a folder of its own, beside the target file, and that folder. */
export interface Apart {
  /** Name of the adapter's own folder. */
  readonly folder: string;
  /** Names of files that the adapter would disturb in their own folder. `*` stands for any characters. */
  readonly beside?: readonly string[];
  /** Names of files that the adapter would disturb in their own folder and in every folder below it. */
  readonly above?: readonly string[];
  /** Further files for the adapter's own folder, as in {@link Language.files}. */
  readonly files?: Readonly<Record<string, string>>;
}

const adaptersFolder = join(suiteRoot, 'adapters');

/** Returns the names that --language accepts. */
export function languageNames(): string[] {
  return readdirSync(adaptersFolder, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Reads a language's description. Throws a ConfigurationError if the suite lacks an adapter in it. */
export function readAdapterLanguage(name: string): Language {
  const names = languageNames();
  if (!names.includes(name))
    throw new ConfigurationError(
      `${name}: there is no adapter to begin with in this language`,
      { at: '--language' },
      `there are ${names.join(', ')}; for another, ${helpForOtherLanguages()}`,
    );
  return JSON.parse(readFileSync(join(adaptersFolder, name, 'language.json'), 'utf8')) as Language;
}

/** Returns the text of a file in `adapters/<language>`. */
export const readAdapterFile = (language: string, file: string): string =>
  readFileSync(join(adaptersFolder, language, file), 'utf8');

/** Returns a sentence that names the files of the installed suite that help to write an adapter without a library. */
function helpForOtherLanguages(): string {
  const stub = suitePath('docs/guides/adapter-stub.md');
  return [
    `${suitePath('docs/guides/adapter.md')} describes the protocol`,
    ...(existsSync(stub) ? [`${stub} has a stub of 40 lines in Ruby`] : []),
    `${suitePath('schemas/adapter')} has the schema of each message`,
  ].join(', ');
}

/** Returns the path of one of the suite's own files; relative if the file is below the current folder. */
function suitePath(file: string): string {
  const path = join(suiteRoot, file);
  const below = relative('.', path);
  return below.startsWith('..') || isAbsolute(below) ? path : below;
}
