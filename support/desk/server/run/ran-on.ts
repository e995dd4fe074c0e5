import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RunPreview } from '../../wire/run';
import type { DeskContext } from '../context';

/** What was open as a run began. */
export interface RanOn {
  readonly selfTest: boolean;
  readonly file: string;
  /** Identifies its text; absent: there was none. */
  readonly text: string | undefined;
}

export const ranOnNow = ({ targetFile: file }: DeskContext, selfTest: boolean): RanOn => ({
  ...{ selfTest, file, text: identityOf(file) },
});

/** Whether what is open now is still what was run. */
export function sinceThen(ran: RanOn, { targetFile }: DeskContext): RunPreview['since'] {
  const isSameFile = ran.file === targetFile;
  if (isSameFile && identityOf(targetFile) === ran.text) return undefined;
  return isSameFile && !ran.selfTest ? 'changed' : 'another';
}

function identityOf(file: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
}
