import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../cli/conform';
import { missing } from '../tools';

/** The folders of tools that are no dependency of the suite. */
export type ToolFolder = 'bench/contract-tools' | 'bench/peers';

/** Where a folder of tools is installed. Throws where it is not: no test installs anything. */
export function installed(folder: ToolFolder): string {
  const reason = missing(folder);
  if (reason !== false) throw new Error(reason);
  return join(root, folder);
}

/** What such a tool exports. */
export function tool(folder: ToolFolder, name: string): unknown {
  return createRequire(join(installed(folder), 'package.json'))(name);
}

/** The program of such a tool, to be run by Node. */
export const program = (folder: ToolFolder, file: string): string =>
  join(installed(folder), 'node_modules', file);
