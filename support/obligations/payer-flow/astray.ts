import { reportText } from '../../exchange/text';
import type { AstrayMessage } from '../cycles/astray';
import { astrayCauses, describeAstray, isCertain } from '../cycles/astray';
import type { CycleMessage } from '../cycles/cycle-log';
import type { BreachDetails, RuleContext } from '../judge/judge';
import { mayFollowUnseenRequests } from '../judge/window';

/** Describes a missing message by the message that was meant instead of it. */
export function describeMeant(what: string, astray: AstrayMessage): Pick<BreachDetails, 'seen' | 'cause'> {
  return {
    seen: reportText`no ${what} of this cycle: ${describeAstray(astray)}`,
    cause: astrayCauses[astray.by],
  };
}

/**
 * Describes a refused message with the correlation id in another case than that of its cycle. Returns `undefined` if the
 * receiver knew the cycle, because another mistake is then the cause.
 */
export function describeOtherLetters(
  message: CycleMessage,
  astray: AstrayMessage | undefined,
): Pick<BreachDetails, 'seen' | 'cause'> | undefined {
  const isIt = astray?.by === 'letters' && astray.exchange.seq === message.seq && message.status === 404;
  return isIt ? { seen: describeAstray(astray), cause: astrayCauses.letters } : undefined;
}

/** The statuses of refusals that concern the token, the time or the number of messages, and neither a path nor an id. */
const otherReasons: readonly number[] = [401, 403, 408, 425, 429];

/**
 * Returns a message that was certainly meant for a cycle and that the receiver refused. Such a message shows a mistake,
 * even if the recording ended before the client could repeat it. A workflow id does not count in a recording that may
 * lack other cycles, because one of those may have the same.
 */
export function refusedAstray(
  astray: AstrayMessage | undefined,
  context: RuleContext,
): AstrayMessage | undefined {
  if (astray === undefined || !isCertain(astray)) return undefined;
  const { exchange, by } = astray;
  if (by === 'workflow' && mayFollowUnseenRequests(exchange, context)) return undefined;
  const { status } = exchange.response ?? { status: 0 };
  return status >= 400 && status < 500 && !otherReasons.includes(status) ? astray : undefined;
}
