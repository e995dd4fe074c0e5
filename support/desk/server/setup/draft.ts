import type { ReadText } from './target-on-disk';

/** A target with the changes that are not saved yet. */
export interface Draft {
  readonly file: string;
  /** What stands on the disk, as it was read; absent: there was nothing. */
  readonly read?: ReadText;
  readonly text?: string;
  /** Which of its texts that is. */
  readonly textRevision: number;
  readonly moved: readonly string[];
  /** Files to write with it. */
  readonly beside: ReadonlyMap<string, string>;
}
