import type { KeyObject } from 'node:crypto';
import type { ReadingValues } from '../../../contract/readings';
import type { PlainMessage, ProtectedHeaders, Wrap } from '../../../crypto/jose/jwe';
import { EnvelopeError, jsonObjectIn, openJwe, wrap } from '../../../crypto/jose/jwe';

/** How messages between provider and payer are put into their envelope, and taken out (reading `envelope`). */
export interface EnvelopeCodec {
  readonly wrap: Wrap;
  /** The message with names of headers in lower case; rejects where nothing can be made of it. */
  unwrap(
    message: { readonly headers: ProtectedHeaders; readonly body: Buffer },
    envelope: ReadingValues['envelope'],
    key: KeyObject,
  ): Promise<PlainMessage>;
}

export const contractEnvelope: EnvelopeCodec = {
  wrap,
  async unwrap({ headers, body }, envelope, key) {
    const bundle = jsonObjectIn(body);
    if (envelope === 'json') return { headers, bundle };
    const { payload } = bundle as { payload?: unknown };
    if (typeof payload !== 'string') throw new EnvelopeError('no payload');
    const opened = await openJwe(payload, key);
    return { ...opened, headers: { ...headers, ...opened.headers } };
  },
};
