import { existsSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import type { Apart, Language } from './adapter-language';
import { readAdapterFile, readAdapterLanguage } from './adapter-language';
import { findUpwards, holdsAny, isFile, textIfReadable } from './folder-contents';
import { importPathIn, variablesOutsideWorkspace } from './go-module';

/** A new adapter, for a folder that may contain other files. All paths are relative to the target file's folder. */
export interface PlacedAdapter {
  /** Path of the file that the user completes. */
  readonly stub: string;
  /** Maps the path of each file to its text. Files that an earlier call placed are among them. */
  readonly files: ReadonlyMap<string, string>;
  readonly command: readonly string[];
  /** Folder in which the command starts; `undefined` for the target file's folder. */
  readonly cwd?: string;
  /** Variables that the command needs. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Plan {
  readonly name: string;
  readonly language: Language;
  /** The target file's folder. */
  readonly target: string;
  readonly texts: ReadonlyMap<string, string>;
}

interface InFolder {
  readonly folder: string;
  /** Maps paths in the folder to texts. */
  readonly files: ReadonlyMap<string, string>;
  readonly command: readonly string[];
}

/**
 * Chooses the folder and the names of a new adapter's files, so that they neither replace nor disturb the
 * other files in the target file's folder. An adapter that an earlier call wrote is found again, even if the user completed it.
 */
export function placeAdapter(name: string, target: string): PlacedAdapter {
  const language = readAdapterLanguage(name);
  const plan = { name, language, target, texts: textsOf(name, language.files) };
  const { apart } = language;
  if (apart === undefined || holdsOurs(plan, '.')) return placeBeside(plan);
  const disturbs =
    holdsAny(target, apart.beside ?? []) ||
    (apart.above ?? []).some((file) => findUpwards(target, file) !== undefined) ||
    !isFree(plan, '.');
  return disturbs ? placeApart(plan, apart) : placeBeside(plan);
}

const textsOf = (name: string, files: Language['files']): ReadonlyMap<string, string> =>
  new Map(Object.entries(files).map(([as, from]) => [as, readAdapterFile(name, from)]));

/** Places the files beside the target file. If another file has that name, the file gets another one. */
function placeBeside({ language: { command }, target, texts }: Plan): PlacedAdapter {
  const [stub = ''] = texts.keys();
  const names = new Map(
    [...texts].map(([file, text]) => [file, freeName(target, file, text, file === stub)] as const),
  );
  const renamed = [...names].filter(([file, as]) => file !== as);
  const withNames = (text: string): string =>
    renamed.reduce((before, [file, as]) => before.replace(namePattern(file), stemOf(as)), text);
  return {
    stub: names.get(stub) ?? stub,
    files: new Map([...texts].map(([file, text]) => [names.get(file) ?? file, withNames(text)])),
    command: command.map((word) => names.get(word) ?? word),
  };
}

/** Returns the first of `adapter.py`, `conform_adapter.py`, `conform_adapter_2.py`, … that is free or ours. */
function freeName(folder: string, file: string, text: string, isStub: boolean): string {
  const dash = extname(file) === '.py' ? '_' : '-';
  const stem = `conform${dash}${stemOf(file)}`;
  for (let count = 0; ; count += 1) {
    const name = count === 0 ? file : `${stem}${count === 1 ? '' : `${dash}${count}`}${extname(file)}`;
    const path = join(folder, name);
    if (isOurs(path, text, isStub)) return name;
    // A Python package of that name would be imported instead of the file.
    if (!existsSync(path) && (dash === '-' || !existsSync(join(folder, stemOf(name))))) return name;
  }
}

const stemOf = (file: string): string => file.slice(0, file.length - extname(file).length);

/** Matches a file's name wherever a text mentions or loads the file; in Python, also its module's name. */
function namePattern(file: string): RegExp {
  const stem = stemOf(file);
  return new RegExp(`(?<![\\w-])${stem}(?=\\${extname(file)}\\b)|(?<=\\bfrom )${stem}\\b`, 'g');
}

/** Places the files in a folder of their own, below the target file's. */
function placeApart(plan: Plan, { folder: wanted, beside = [], files = {} }: Apart): PlacedAdapter {
  const { name, language, target, texts } = plan;
  const isUsable = (folder: string): boolean =>
    !isFile(join(target, folder)) &&
    (holdsOurs(plan, folder) || (isFree(plan, folder) && !holdsAny(join(target, folder), beside)));
  let folder = wanted;
  for (let count = 2; !isUsable(folder); count += 1) folder = `${wanted}-${count}`;
  if (name === 'go') return placeGoPackage(plan, folder);
  const command = language.command.map((word) => (texts.has(word) ? posix.join(folder, word) : word));
  return inFolder(plan, { folder, command, files: new Map([...texts, ...textsOf(name, files)]) });
}

/**
 * Places the files in a package of the Go module around the target file. If the adapter cannot belong to that
 * module, the folder becomes a module of its own, in which the command must start.
 */
function placeGoPackage(plan: Plan, folder: string): PlacedAdapter {
  const { language, target, texts } = plan;
  const home = join(target, folder);
  const path = existsSync(join(home, 'go.mod')) ? undefined : importPathIn(home);
  if (path === undefined) {
    const env = variablesOutsideWorkspace(target);
    const alone = inFolder(plan, { folder, files: texts, command: language.command });
    return { ...alone, cwd: `./${folder}`, ...(env !== undefined && { env }) };
  }
  const files = new Map(
    [...texts]
      .filter(([file]) => file !== 'go.mod')
      .map(([file, text]) => [file, text.replace('"adapter/', `"${path}/`)]),
  );
  return inFolder(plan, { folder, files, command: ['go', 'run', `./${folder}`] });
}

/** Prefixes the paths with the folder, and writes the command into the stub's comments. */
function inFolder({ language, texts }: Plan, { folder, files, command }: InFolder): PlacedAdapter {
  const [stub = ''] = texts.keys();
  const argumentsOf = (words: readonly string[]): string => ` ${words.slice(1).join(' ')}`;
  const withCommand = (text: string): string =>
    text.replaceAll(argumentsOf(language.command), argumentsOf(command));
  return {
    stub: posix.join(folder, stub),
    files: new Map(
      [...files].map(([file, text]) => [posix.join(folder, file), file === stub ? withCommand(text) : text]),
    ),
    command,
  };
}

/** Returns whether a folder contains an adapter that an earlier call placed, and no other files with its names. */
function holdsOurs({ target, texts }: Plan, folder: string): boolean {
  const [stub = ''] = texts.keys();
  return [...texts].every(([file, text]) => {
    const path = join(target, folder, file);
    return isOurs(path, text, file === stub) || (file !== stub && !existsSync(path));
  });
}

/** Returns whether none of the adapter's files exists in a folder, unless it is ours. */
function isFree({ target, texts }: Plan, folder: string): boolean {
  const [stub = ''] = texts.keys();
  return [...texts].every(([file, text]) => {
    const path = join(target, folder, file);
    return !existsSync(path) || isOurs(path, text, file === stub);
  });
}

/** Matches the lines with which an adapter loads the suite's library for adapters, in any language but Java. */
const libraryImports: readonly RegExp[] = [
  /^\s*(?:from|import)\s+\w*gateway_adapter\b/m,
  /^\s*(?:import\b|const\b|let\b|var\b|\}).*['"][^'"]*gateway-adapter[^'"]*['"]/m,
  /^\s*(?:import\s+)?(?:\w+\s+)?"[^"]*\bgatewayadapter"/m,
  /^\s*(?:require|include)(?:_once)?\b.*GatewayAdapter[^'"]*\.php\b/m,
];

/** Matches a call of the library's function `serve`, but neither a comment nor the definition of such a function. */
const serveCall = /^(?!\s*(?:\/\/|#|\*|\/\*|def\b|(?:async\s+)?function\b)).*\bserve\s*\(/im;

/** Adapters in Java do not import the library, because the library does not belong to a package. */
const serveCallInJava = /^(?!\s*(?:\/\/|\*|\/\*)).*\bGatewayAdapter\s*\.\s*serve\s*\(/m;

/** Returns whether a program is an adapter that uses the suite's library for adapters. */
function usesLibrary(text: string): boolean {
  if (serveCallInJava.test(text)) return true;
  return serveCall.test(text) && libraryImports.some((pattern) => pattern.test(text));
}

/**
 * Returns whether a file was copied from the suite, perhaps by an earlier version, and perhaps changed since:
 * a stub uses the library for adapters, and any other file begins with the same description.
 */
function isOurs(path: string, text: string, isStub: boolean): boolean {
  const there = textIfReadable(path)?.replaceAll('\r\n', '\n');
  if (there === undefined) return false;
  if (there === text) return true;
  if (isStub) return usesLibrary(there);
  const [description = ''] = text.split('\n', 10).sort((one, other) => other.length - one.length);
  return there.split('\n').includes(description);
}
