import { isAccepted } from '../../exchange/exchange';
import { reportText } from '../../exchange/text';
import type { AstrayMessage } from '../cycles/astray';
import { astrayCauses, describeAstray, isCertain } from '../cycles/astray';
import type { CycleMessage } from '../cycles/cycle-log';
import type { BreachDetails } from '../judge/judge';

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

/**
 * Returns a message that was certainly meant for a cycle and that the receiver refused. Such a message shows a mistake,
 * even if the recording ended before the client could repeat it.
 */
export function refusedAstray(astray: AstrayMessage | undefined): AstrayMessage | undefined {
  const isRefused = astray?.exchange.response !== undefined && !isAccepted(astray.exchange);
  return isRefused && isCertain(astray) ? astray : undefined;
}
