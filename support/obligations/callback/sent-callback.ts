import type { Text } from '../../exchange/text';
import { text } from '../../exchange/text';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';

/** A callback that the suite sent as the payer. */
export function isCallback({ sender, service, facts }: Exchange): boolean {
  return sender === 'suite' && service === 'provider' && facts.callbackToken !== undefined;
}

export function show(exchange: Exchange): Text {
  const { asked, facts } = exchange;
  const variant = asked === undefined || asked.variant === '' ? '' : `, ${asked.variant}`;
  return text`callback ${nameExchange(exchange)}${variant}${facts.payer?.correlationId === undefined ? '' : `, cycle ${facts.payer.correlationId}`}`;
}

export const answerOf = ({ response, failure }: Exchange): string =>
  failure === undefined ? String(response?.status ?? 'no answer') : `${failure.kind}: ${failure.message}`;
