import type { Exchange } from '../../exchange/exchange';
import { nameExchange, isAccepted } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import { text } from '../../exchange/text';
import { showAnswer } from '../judge/fates';

/** Why what was to follow a valid request of the suite's could not: the payer did not accept it. */
export function whyNothingFollows(exchange: Exchange): Text | undefined {
  const { sender, asked } = exchange;
  if (sender !== 'suite' || asked?.part !== 'valid' || isAccepted(exchange)) return undefined;
  const how = exchange.response === undefined ? 'got' : 'was answered';
  return text`${nameExchange(exchange)} ${how} ${showAnswer(exchange)}`;
}
