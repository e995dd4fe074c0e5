import type { Exchange } from '../../exchange/exchange';
import { text } from '../../exchange/text';
import { whyNothingFollows } from '../cycles/refused';
import type { Judgement, RuleContext } from '../judge/judge';
import { inFacets } from '../judge/judge';
import { callbacksAfter } from './operations';

/** A callback of a payer under certification. */
export const isFromPayer = ({ sender }: Exchange): boolean => sender === 'service';

/** The callbacks that could not come, since the payer did not accept what they answer. */
export function judgePrevented(exchange: Exchange, { readings }: RuleContext): Judgement | undefined {
  const why = whyNothingFollows(exchange);
  const callbacks = callbacksAfter(exchange, readings);
  if (why === undefined || callbacks.length === 0) return undefined;
  return inFacets({ unjudged: text`no callback could come: ${why}` }, ...callbacks);
}
