import type { ReadingValues } from '../../contract/readings';
import { leastVersion } from '../../contract/verified-tls';

/** Whether a version of TLS, as Node names it, is as new as the target wants it. Names sort by age; `TLS` is any. */
export function isRecent(version: string, readings: Pick<ReadingValues, 'tls-least'>): boolean {
  return version === 'TLS' || version >= leastVersion(readings);
}

export const oldVersion = 'the other end speaks no newer version, and the target wants one (tls-least)';
