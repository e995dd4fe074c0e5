import type { KeyObject } from 'node:crypto';
import { memberOf, parseJson } from '../../../contract/json';
import { refusalBodyType } from '../../../contract/payer-facts';
import type { ReadingValues } from '../../../contract/readings';
import type { PlainMessage, ProtectedHeaders, WrapMessage } from '../../../crypto/jose/jwe';
import { EnvelopeError, jsonObjectIn, openJwe, wrapMessage } from '../../../crypto/jose/jwe';

/** Wraps and unwraps messages between provider and payer; the reading `envelope` selects JSON or JWE. */
export interface EnvelopeCodec {
  readonly wrap: WrapMessage;
  /**
   * Returns the message without its envelope. Header names are lowercase, both in the result and in the HTTP
   * `headers` that this method expects. Rejects if the message cannot be parsed or decrypted.
   */
  unwrap(
    message: { readonly headers: ProtectedHeaders; readonly body: Buffer },
    envelope: ReadingValues['envelope'],
    key: KeyObject,
  ): Promise<PlainMessage>;
  /** Returns the correlation id of a refusal in the clear (`ProtocolResponse`); `undefined` for any other message. */
  readonly refusedCycle: (body: Buffer) => string | undefined;
}

export const conformingEnvelope: EnvelopeCodec = {
  wrap: wrapMessage,
  async unwrap({ headers, body }, envelope, key) {
    const bundle = jsonObjectIn(body);
    if (envelope === 'json') return { headers, bundle };
    const { payload } = bundle as { payload?: unknown };
    if (typeof payload !== 'string') throw new EnvelopeError('no payload');
    const opened = await openJwe(payload, key);
    return { ...opened, headers: { ...headers, ...opened.headers } };
  },
  refusedCycle(body) {
    const message = parseJson(body.toString('utf8'));
    if (memberOf(message, 'type') !== refusalBodyType) return undefined;
    const id = memberOf(message, 'x-hcx-correlation_id');
    return typeof id === 'string' ? id : undefined;
  },
};
