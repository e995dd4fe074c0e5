import { hrefOf } from '../page';

/** The place of `features/session/session-answer.feature:12` in its page. */
export function featureHref(location: string): string {
  const [file = '', line] = location.replace(/\.feature/, '').split(':');
  return hrefOf(file, line === undefined ? undefined : lineId(Number(line)));
}

/** Scenarios and rules are known by the line on which they begin. */
export const lineId = (line: number): string => `line-${line}`;
