import { join } from 'node:path';
import { suiteRoot } from '../../contract/suite-root';

/** As in `2026-12-31 14:05 UTC`. */
export function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

/** `2026-11-21 08:55:54 UTC` */
export function secondOf(instant: string): string {
  return instant.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}

/** A text in which files of the suite are named by their path in it, wherever on a machine it stands. */
export function withinSuite(text: string): string {
  return text.replaceAll(`${suiteRoot}/`, '').replaceAll(`${suiteRoot}\\`, '');
}
