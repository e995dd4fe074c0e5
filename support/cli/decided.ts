import type { ReviewerDecision, SignOffDecision } from '../report/sign-off/sign-off';
import { ConfigurationError } from '../targets/errors';

export interface DecisionOptions {
  readonly signOff?: SignOffDecision | undefined;
  readonly by?: string | undefined;
  readonly remarks?: string | undefined;
  readonly condition?: readonly string[] | undefined;
}

/**
 * Returns the decision with today's date; `undefined` without --sign-off. Throws a ConfigurationError if the
 * options are inconsistent.
 *
 * @param more further options that require --sign-off
 */
export function decisionFromOptions(
  { signOff: decision, by: name, remarks, condition }: DecisionOptions,
  more: Readonly<Record<string, unknown>> = {},
  hint = 'say who decides with --by NAME',
): ReviewerDecision | undefined {
  if (decision === undefined) {
    const lone = Object.entries({ by: name, remarks, condition, ...more }).find(
      ([, each]) => each !== undefined,
    );
    if (lone === undefined) return undefined;
    throw new ConfigurationError('goes with --sign-off', { at: `--${lone[0]}` }, 'add --sign-off DECISION');
  }
  if (name === undefined) throw new ConfigurationError('lacks --by', { at: '--sign-off' }, hint);
  requireConditions(decision, condition);
  return {
    ...{ name, decision, date: new Date().toISOString().slice(0, 10) },
    ...(remarks !== undefined && { remarks }),
    ...(condition && { conditions: condition }),
  };
}

/**
 * Throws a ConfigurationError if `accepted-with-conditions` lacks conditions, or if another decision has any.
 */
function requireConditions(decision: SignOffDecision, condition: DecisionOptions['condition']): void {
  const conditional = 'accepted-with-conditions' satisfies SignOffDecision;
  const option = `--sign-off ${conditional}`;
  if (decision === conditional && condition === undefined)
    throw new ConfigurationError(
      'lacks --condition',
      { at: option },
      'say what must hold with --condition TEXT',
    );
  if (decision !== conditional && condition !== undefined)
    throw new ConfigurationError(
      `goes with ${option}`,
      { at: '--condition' },
      'leave it out, or accept with conditions',
    );
}
