import { join } from 'node:path';
import { findProgram } from '../../adapter/child-environment';
import { ConfigurationError } from '../../targets/errors';

/** By these names Chromium, Chrome and Edge are on the PATH. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Where they are on systems that put them elsewhere. */
const places: Readonly<Partial<Record<NodeJS.Platform, (env: NodeJS.ProcessEnv) => string[]>>> = {
  darwin: () =>
    ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    ),
  win32: (env) =>
    [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].flatMap((folder = '') =>
      ['Chromium/Application/chrome', 'Google/Chrome/Application/chrome', 'Microsoft/Edge/Application/msedge']
        .filter(() => folder !== '')
        .map((name) => join(folder, `${name}.exe`)),
    ),
};

/**
 * The Chromium that CHROMIUM names, else one that is installed; `undefined` where there is none. Throws a
 * ConfigurationError where CHROMIUM names no program.
 */
export function findChromium(): string | undefined {
  const { CHROMIUM = '' } = process.env;
  if (CHROMIUM === '') {
    const installed = [...names, ...(places[process.platform]?.(process.env) ?? [])];
    return installed.map((each) => findProgram(each)).find((each) => each !== undefined);
  }
  const named = findProgram(CHROMIUM);
  if (named !== undefined) return named;
  throw new ConfigurationError(
    `names no program that can be run: ${JSON.stringify(CHROMIUM)}`,
    { at: 'CHROMIUM' },
    'name Chromium, Chrome or Edge, or unset it',
  );
}
