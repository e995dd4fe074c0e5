import { createRequire } from 'node:module';
import { join } from 'node:path';
import { requireInstalled } from '../../bench/frame/installed';
import { root } from '../cli/conform';

/** The folders of tools that are no dependency of the suite. */
export type ToolFolder = 'bench/contract-tools' | 'bench/peers';

/** What such a tool exports; it is installed where it is missing. */
export function tool(folder: ToolFolder, name: string): unknown {
  return createRequire(join(requireInstalled(folder), 'package.json'))(name);
}

/** The program of such a tool, to be run by Node. */
export const program = (folder: ToolFolder, file: string): string =>
  join(requireInstalled(folder), 'node_modules', file);

export { root };
