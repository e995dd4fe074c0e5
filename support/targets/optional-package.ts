import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import { ConfigurationError } from './errors';

/**
 * Throws a ConfigurationError with the `npm install` command if any of these optional packages is not
 * installed. `what` names the feature or option that needs them.
 */
export function requireOptionalPackages(what: string, packages: readonly string[]): void {
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const { peerDependencies: versions } = JSON.parse(
    readFileSync(join(suiteRoot, 'package.json'), 'utf8'),
  ) as { readonly peerDependencies: Readonly<Record<string, string>> };
  const named = missing.map((name) => `${name}@${versions[name] ?? 'latest'}`);
  throw new ConfigurationError(
    `needs ${missing.join(', ')}, which ${missing.length === 1 ? 'is' : 'are'} not installed`,
    { at: what },
    `npm install --save-dev ${named.join(' ')}`,
  );
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(`${name}/package.json`);
    return true;
  } catch (error) {
    // With this error code, the package is installed, but does not export its package.json.
    return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}
