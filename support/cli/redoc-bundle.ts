import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import { ConfigurationError } from '../targets/errors';

/** The version that the pages were tried with. */
const install = 'npm install redoc@2.5.4';

/** Redoc's code, and the licences of what is in it. */
export interface RedocBundle {
  readonly code: string;
  readonly licences: string;
}

/** Redoc is no dependency of the suite: the caller's project has it, or else the tools of a clone. */
export function redocBundle(): RedocBundle {
  const folders = [process.cwd(), suiteRoot, join(suiteRoot, 'bench/contract-tools')];
  for (const folder of folders) {
    const file = bundleIn(folder);
    if (file !== undefined)
      return { code: readFileSync(file, 'utf8'), licences: readFileSync(`${file}.LICENSE.txt`, 'utf8') };
  }
  throw new ConfigurationError('needs redoc, which is not installed', { at: '--reference' }, install);
}

function bundleIn(folder: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve('redoc/bundles/redoc.standalone.js');
  } catch {
    return undefined;
  }
}
