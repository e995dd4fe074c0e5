import { withCorrelationId } from '../../../contract/payer-content';
import type { ReadingValues } from '../../../contract/readings';
import type { PlainMessage, Wrapped } from '../../../crypto/jose/jwe';
import type { MessageAddress, ProviderSeams, PayerMessageKind } from './seams';

/** Readings and key for messages to the payer. `key` is the payer's public key, SPKI in PEM. */
interface Agreed {
  readonly readings: ReadingValues;
  readonly envelope: ReadingValues['envelope'];
  readonly key: string;
}

/** A message to the payer, both as plaintext and wrapped in its envelope. */
interface ComposedMessage extends Wrapped {
  readonly path: string;
  readonly plain: PlainMessage;
}

/**
 * Composes a message to the payer (clauses 4.6, 4.7). The reading `correlation-id` decides whether the
 * correlation id is an HTTP header, a protected header or a member of the bundle.
 */
export async function composeMessage(
  seams: Pick<ProviderSeams, 'protectedHeaders' | 'bundles' | 'envelope' | 'path'>,
  step: PayerMessageKind,
  address: MessageAddress,
  { readings, envelope, key }: Agreed,
): Promise<ComposedMessage> {
  const { correlationId, sender: provider, recipient: payer, timestamp: created } = address;
  const { documents } = readings;
  const about = { correlationId, provider, payer, created, documents };
  const bare = { headers: seams.protectedHeaders(step, address), bundle: seams.bundles[step](about) };
  const { http, headers, bundle } = withCorrelationId(bare, correlationId, readings);
  const { body, headers: wrapped } = await seams.envelope.wrap({ headers, bundle }, envelope, key);
  const path = seams.path(step, readings);
  return { path, headers: { ...wrapped, ...http }, body, plain: { headers, bundle } };
}
