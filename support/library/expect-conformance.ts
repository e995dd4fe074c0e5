import { AssertionError } from 'node:assert';
import { isAboutAnswers } from '../run/outside-answers';
import { resolveObligationIds } from '../run/resolve-obligation-ids';
import type { Results } from '../judging/results';
import { ConfigurationError } from '../targets/errors';
import type { Expectation, Mock, ObligationVerdict, Outcome, Verdict } from './api';
import type { OptionKinds } from './check-options';
import { checkOptions, textsKind } from './check-options';

/** Verdicts on obligations that the client exercised and did not break. */
const kept: readonly Verdict[] = ['passed', 'observed'];

/** Verdicts on obligations that the client exercised, whether or not it broke them. */
const judged: readonly Verdict[] = [...kept, 'failed', 'warning'];

const kinds: OptionKinds<Expectation> = { only: textsKind };

/**
 * Throws an AssertionError unless the client conforms. The message explains the client's mistakes and how to
 * fix them. With `only`, each of these obligations must be `passed` or `observed`. Without `only`, no
 * obligation may be `failed`, and at least one must have been judged. Throws a ConfigurationError for an
 * unknown id, or if an argument is not a mock or not an expectation.
 */
export function expectConformance(mock: Pick<Mock, 'verdicts'>, expectation: Expectation = {}): void {
  requireMock(mock);
  checkOptions(expectation, kinds, 'expectConformance');
  const { only } = expectation;
  const ids = only && resolveObligationIds(only, 'only');
  const outcome = mock.verdicts();
  const { obligations } = outcome;
  const told =
    ids === undefined
      ? obligations.filter(({ verdict }) => verdict === 'failed').map(messageOf)
      : ids.flatMap((id) => messageFor(id, obligations));
  if (ids === undefined) told.push(...whyNothing(outcome));
  if (ids?.length === 0) told.push('only names no obligation: there is nothing to expect.');
  if (told.length > 0)
    throw new AssertionError({ message: told.join('\n\n'), stackStartFn: expectConformance });
}

function requireMock(mock: Partial<Pick<Mock, 'verdicts'>> | null | undefined): void {
  if (typeof mock?.verdicts !== 'function')
    throw new ConfigurationError('takes a mock', { at: 'expectConformance' }, 'await startMock() gives one');
}

/** Explains why no obligation could be judged. Returns an empty list if at least one was judged. */
function whyNothing({ obligations, exchanges, results }: Outcome): string[] {
  const { roles, diagnosis } = results.run as Results['run'];
  const leftAside = diagnosis
    .filter((check) => !isAboutAnswers(check))
    .map(({ detail }) => `Left aside: ${detail}.`);
  if (exchanges === 0)
    return [['Nothing reached the mock: there is nothing to judge.', ...leftAside].join('\n')];
  if (obligations.some(({ verdict }) => judged.includes(verdict))) return [];
  return [
    [
      `Nothing of what reached the mock was judged: none of it shows an obligation of the roles ${roles.join(', ')}.`,
      'Send what the contract describes to the addresses of mock.services.',
      'startMock({ roles }) names the roles that the client plays; left out, they are all that it shows.',
      ...leftAside,
    ].join('\n'),
    ...obligations.filter(({ verdict }) => verdict === 'inconclusive').map(messageOf),
  ];
}

function messageFor(id: string, obligations: readonly ObligationVerdict[]): string[] {
  const found = obligations.find((each) => each.id === id);
  if (found === undefined) return [`${id} is about the services: a mock judges what a client sends.`];
  return kept.includes(found.verdict) ? [] : [messageOf(found)];
}

/** Returns the failure messages of an obligation, or its verdict and the reason if it has not failed. */
function messageOf({ id, title, verdict, why, failures }: ObligationVerdict): string {
  return failures.length > 0 ? failures.join('\n\n') : [`${id} ${title}: ${verdict}`, why].join('\n');
}
