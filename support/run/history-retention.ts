import { join } from 'node:path';

/** The folder for reports unless another is named: it keeps a history. */
export const defaultReports = 'reports';

/** Where such a folder keeps it. */
export const historyIn = (root: string): string => join(root, 'history');

/** How much of the history of reports is kept: what goes beyond it goes, the oldest first. */
export interface HistoryRetention {
  readonly runs: number;
  readonly bytes: number;
}

const bytesIn = { MB: 1e6, GB: 1e9 } as const;

export const defaultRetention: HistoryRetention = { runs: 50, bytes: 500 * bytesIn.MB };

/** `20`, `200MB`, `2GB` or both with a comma between them; `undefined` for anything else. */
export function parseRetention(text: string): HistoryRetention | undefined {
  const found = /^(?=.)(?:(?<runs>\d{1,6})(?:,(?=\d)|$))?(?:(?<size>\d{1,6})(?<unit>MB|GB))?$/.exec(
    text,
  )?.groups;
  if (found === undefined) return undefined;
  const { runs, size, unit } = found;
  return {
    runs: runs === undefined ? defaultRetention.runs : Number(runs),
    bytes: size === undefined ? defaultRetention.bytes : Number(size) * bytesIn[unit as keyof typeof bytesIn],
  };
}
