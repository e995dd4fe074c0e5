import { AssertionError } from 'node:assert';
import { checkIds } from '../run/settings';
import type { Expectation, Mock, ObligationVerdict, Verdict } from './api';

/** Verdicts of an obligation that a test has exercised, and that was kept. */
const kept: readonly Verdict[] = ['passed', 'observed'];

/**
 * Throws an AssertionError whose message tells what a client did wrong, and how it would be right. With `only`, each of
 * those obligations must have been seen and kept; without it, something must have reached the mock, and no obligation
 * may be broken. Throws a ConfigurationError for an id that no obligation has.
 */
export function expectConformance(mock: Pick<Mock, 'verdicts'>, { only }: Expectation = {}): void {
  const ids = only && checkIds(only, 'only');
  const { obligations, exchanges } = mock.verdicts();
  const told =
    ids === undefined
      ? obligations.filter(({ verdict }) => verdict === 'failed').map(messageOf)
      : ids.flatMap((id) => messageFor(id, obligations));
  if (ids === undefined && exchanges === 0) told.push('Nothing reached the mock: there is nothing to judge.');
  if (ids?.length === 0) told.push('only names no obligation: there is nothing to expect.');
  if (told.length > 0)
    throw new AssertionError({ message: told.join('\n\n'), stackStartFn: expectConformance });
}

function messageFor(id: string, obligations: readonly ObligationVerdict[]): string[] {
  const found = obligations.find((each) => each.id === id);
  if (found === undefined) return [`${id} is about the services: a mock judges what a client sends.`];
  return kept.includes(found.verdict) ? [] : [messageOf(found)];
}

/** Its failures, which say all; else why it is open. */
function messageOf({ id, title, verdict, why, failures }: ObligationVerdict): string {
  return failures.length > 0 ? failures.join('\n\n') : [`${id} ${title}: ${verdict}`, why].join('\n');
}
