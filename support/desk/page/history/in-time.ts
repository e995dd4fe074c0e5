import type { HistoryEntry } from '../../wire/history';

const ended = ({ run }: HistoryEntry): string => run?.finishedAt ?? '';

/** The newest first, whatever kind of run it is. */
export const inTime = (entries: readonly HistoryEntry[]): HistoryEntry[] =>
  [...entries].sort((one, other) => ended(other).localeCompare(ended(one)));
