import { createRequire } from 'node:module';
import { join } from 'node:path';
import { requireInstalled } from '../../bench/frame/installed';

/** The folders of tools that are no dependency of the suite. */
export type ToolFolder = 'bench/contract-tools' | 'bench/peers';

/** Why the tools are not there, as without a network; CI has them and fails without. For `skip`. */
export function whyNoTools(...folders: readonly ToolFolder[]): string | false {
  try {
    folders.forEach(requireInstalled);
    return false;
  } catch (error) {
    if (process.env.CI !== undefined) throw error;
    return `no ${folders.join(', ')}: npm ci there failed`;
  }
}

/** What such a tool exports; it is installed where it is missing. */
export function tool(folder: ToolFolder, name: string): unknown {
  return createRequire(join(requireInstalled(folder), 'package.json'))(name);
}

/** The program of such a tool, to be run by Node. */
export const program = (folder: ToolFolder, file: string): string =>
  join(requireInstalled(folder), 'node_modules', file);
