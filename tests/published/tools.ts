import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../cli/conform';

/** The folders of tools that are no dependency of the suite. */
export type ToolFolder = 'bench/contract-tools' | 'bench/peers';

/** Where a folder of tools is installed. Throws where it is not: no test installs anything. */
export function installed(folder: ToolFolder): string {
  const place = join(root, folder);
  if (!existsSync(join(place, 'node_modules'))) throw new Error(notInstalled(folder));
  return place;
}

const notInstalled = (folder: ToolFolder): string =>
  `${folder} is not installed: npm ci --ignore-scripts --prefix ${folder}`;

/** Why the tools are not there; CI has them and fails without. For `skip`. */
export function whyNoTools(folder: ToolFolder): string | false {
  if (process.env.CI !== undefined || existsSync(join(root, folder, 'node_modules'))) return false;
  return notInstalled(folder);
}

/** What such a tool exports. */
export function tool(folder: ToolFolder, name: string): unknown {
  return createRequire(join(installed(folder), 'package.json'))(name);
}

/** The program of such a tool, to be run by Node. */
export const program = (folder: ToolFolder, file: string): string =>
  join(installed(folder), 'node_modules', file);
