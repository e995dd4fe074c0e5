import type { Charset } from '../../contract/charsets';
import type { Sent } from '../../exchange/evidence';
import type { FieldFact } from '../../exchange/facts';
import { clientOf } from '../judge/requests';

/** Follows of which character sets the values of a client could be opened: one that its library garbles never can. */
export class CharsetHistory {
  readonly #opened = new Set<string>();

  /** Takes in what was opened of one piece of evidence. */
  observe(sent: Sent): void {
    for (const { plaintext } of sent.facts.fields ?? [])
      if (plaintext?.charset !== undefined) this.#opened.add(keyOf(sent, plaintext.charset));
  }

  /** Whether the client has encrypted a value of ASCII for that service as it should. */
  opensAscii(sent: Sent): boolean {
    return this.#opened.has(keyOf(sent, 'ASCII'));
  }

  /**
   * The character set that alone can be why no key opens a field: values of ASCII open, and none of that set has ever
   * done so. It is known of what the adapter was asked to encrypt.
   */
  garbled(sent: Sent, { padding }: Pick<FieldFact, 'padding'>): Charset | undefined {
    const charset = givenCharset(sent);
    if (padding !== 'unknown' || charset === undefined || charset === 'ASCII') return undefined;
    return this.opensAscii(sent) && !this.#opened.has(keyOf(sent, charset)) ? charset : undefined;
  }
}

/** The character set of the value that an adapter was given. */
export function givenCharset(sent: Sent): Charset | undefined {
  return sent.kind === undefined ? undefined : sent.facts.adapter?.charset;
}

const keyOf = (sent: Sent, charset: Charset): string => `${clientOf(sent)} ${sent.service ?? ''} ${charset}`;
