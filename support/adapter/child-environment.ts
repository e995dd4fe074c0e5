import { callerPath } from './caller-path';

/**
 * What a program needs to start, and no more: the suite's environment holds the secrets of the target, and an
 * adapter gets its own by `initialize`. Proxies are left out too, for their addresses often hold a password.
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

/** The environment of an adapter: names known to be harmless, PATH as the caller has it, and what the target adds. */
export function childEnvironment(
  added: Readonly<Record<string, string>> = {},
  own: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const kept = Object.entries(own)
    .filter((entry): entry is [string, string] => entry[1] !== undefined && isPassed(entry[0].toUpperCase()))
    .map(([name, value]) => [name, name.toUpperCase() === 'PATH' ? callerPath(value) : value]);
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...added };
}

function isPassed(name: string): boolean {
  return passed.has(name) || name.startsWith('LC_');
}
