import type { Results } from '../report/results';
import { exitCodeOf } from '../verdict/overall';
import type { Overall } from '../verdict/verdict';

/** The exit code that results stand for, be they partial or not. */
export function exitCodeFor({ run: { overall } }: Results): number {
  return exitCodeOf(Object.values(overall).map((each) => each.replace('partial: ', '') as Overall));
}
