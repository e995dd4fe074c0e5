import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '../../targets/errors';
import { attempt } from '../../targets/pem';
import { draftBeside, removeWhole } from '../runs/draft';
import { ownMark } from '../runs/stale';

/** Throws a ConfigurationError where a folder exists and is not ours to replace. */
export function requireOwn(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, ownMark))) return;
  // A file of that name is not ours either.
  if (attempt(() => readdirSync(folder))?.length === 0) return;
  throw new ConfigurationError(
    'is there already, and this suite did not make it',
    { file: folder },
    'move it away, or name another folder of reports',
  );
}

/** The run that an own folder was made of; `undefined` where there is none. */
export function runOf(folder: string): string | undefined {
  return attempt(() => (JSON.parse(readFileSync(join(folder, ownMark), 'utf8')) as { run?: string }).run);
}

/**
 * Makes a folder whole or not at all: `fill` writes into a draft beside it, which then takes its place with the mark of
 * the run that it was made of.
 */
export async function replaceFolder(
  folder: string,
  run: string,
  fill: (draft: string) => Promise<void> | void,
): Promise<void> {
  requireOwn(folder);
  const draft = draftBeside(folder);
  try {
    mkdirSync(draft);
    await fill(draft);
    writeFileSync(join(draft, ownMark), `${JSON.stringify({ run })}\n`);
    takePlace(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** What another process puts there in between is replaced as well. */
function takePlace(draft: string, folder: string): void {
  for (;;) {
    removeWhole(folder);
    try {
      renameSync(draft, folder);
      return;
    } catch (error) {
      if (!existsSync(folder)) throw error;
    }
  }
}
