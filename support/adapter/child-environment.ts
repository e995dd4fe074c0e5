import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { suiteRoot } from '../contract/suite-root';

/** The folder into which npm links the programs that the suite depends on. */
const ownPrograms = join(suiteRoot, 'node_modules/.bin');

/** Matches npm's own `node-gyp-bin`, the last of the folders that npm and npx prepend to PATH. */
const npmEnd = /[\\/]node-gyp-bin[\\/]?$/;

/**
 * Returns PATH without the folders that npm or npx added for the suite, so that an adapter runs the caller's
 * programs, not those that the suite depends on, such as its TypeScript compiler. Keeps folders that npm added for
 * another package, such as the package that runs the suite in an npm script.
 */
export function callerPath(path: string, own = ownPrograms): string {
  const suite = realPath(own);
  const isOwn = (entry: string): boolean => entry !== '' && realPath(entry) === suite;
  const kept: string[] = [];
  let run: string[] = [];
  for (const entry of path.split(delimiter)) {
    run.push(entry);
    if (!npmEnd.test(entry)) continue;
    if (!run.some(isOwn)) kept.push(...run);
    run = [];
  }
  return [...kept, ...run].filter((entry) => !isOwn(entry)).join(delimiter);
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

/**
 * The environment variables that are passed to a program because it may need them to start. All others are
 * withheld, because the suite's environment contains the target's secrets. Proxy variables are withheld too,
 * because their URLs often contain a password.
 */
const passed = new Set(
  [
    ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TEMP', 'TMP'],
    ...['SystemRoot', 'SystemDrive', 'WINDIR', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH'],
    ...['APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432'],
    ...['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR', 'LD_LIBRARY_PATH'],
    ...['JAVA_HOME', 'M2_HOME', 'MAVEN_HOME', 'GRADLE_HOME', 'GRADLE_USER_HOME', 'DOTNET_ROOT'],
    ...['GOROOT', 'GOPATH', 'GOCACHE', 'CARGO_HOME', 'RUSTUP_HOME', 'PYTHONPATH', 'PYTHONHOME'],
    ...['VIRTUAL_ENV', 'GEM_HOME', 'GEM_PATH', 'NODE_PATH'],
  ].map((name) => name.toUpperCase()),
);

/**
 * Returns an adapter's environment: harmless variables, the caller's PATH, and the variables in `added`. A PATH in
 * `added` replaces the caller's PATH and stays exactly as it is.
 */
export function childEnvironment(
  added: Readonly<Record<string, string>> = {},
  own: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const replaced = new Set(Object.keys(added).map(variableName));
  const kept = Object.entries(own)
    .filter((entry): entry is [string, string] => entry[1] !== undefined && isPassed(entry[0].toUpperCase()))
    .filter(([name]) => !replaced.has(variableName(name)))
    .map(([name, value]) => [name, isPath(name) ? callerPath(value) : value]);
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...added };
}

/** On Windows, names of variables are the same if they differ only in upper and lower case. */
const variableName = (name: string): string => (process.platform === 'win32' ? name.toUpperCase() : name);

/** On Windows, the name of the variable PATH is usually spelt `Path`. */
const isPath = (name: string): boolean => name.toUpperCase() === 'PATH';

const nodeFile = /^node(\.exe)?$/i;

/**
 * Returns true if a command's program is `node` without a path, which means the Node that runs the suite. PATH does
 * not matter then: the Node that PATH finds may be too old for a generated adapter.
 */
export function isOwnNode(program: string): boolean {
  return process.platform === 'win32' ? nodeFile.test(program) : program === 'node';
}

/** Returns the program that a command's first word means: the suite's own Node for `node`, otherwise the word. */
export function programToStart(program: string): string {
  return isOwnNode(program) ? process.execPath : program;
}

function isPassed(name: string): boolean {
  return passed.has(name) || name.startsWith('LC_');
}

/**
 * Returns the absolute path of an executable program; `undefined` if it is not found. Searches PATH, except
 * for `node`, which is the suite's own. A name with a slash is resolved relative to `cwd` instead. Does not
 * run the program.
 */
export function findProgram(program: string, cwd = process.cwd()): string | undefined {
  if (isOwnNode(program)) return process.execPath;
  // Compare names in upper case: on Windows, PATH is usually spelt `Path`.
  const variables = Object.entries(childEnvironment()).map(([name, value]) => [name.toUpperCase(), value]);
  const { PATH = '' } = Object.fromEntries(variables) as Record<string, string>;
  const folders = /[\\/]/.test(program) ? [cwd] : PATH.split(delimiter);
  return folders
    .flatMap((folder) => filesOf(program).map((file) => resolve(cwd, folder, file)))
    .find(isProgram);
}

/**
 * Returns the names of the files that may contain the program. Without a shell, Windows starts only .exe and
 * .com files.
 */
function filesOf(program: string): string[] {
  if (process.platform !== 'win32' || /\.(exe|com)$/i.test(program)) return [program];
  return [`${program}.exe`, `${program}.com`];
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
