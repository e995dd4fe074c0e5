import { createHmac } from 'node:crypto';
import { isHeaderName } from '../../contract/documented-words';
import { alwaysEncrypted, defaultReadings } from '../../contract/readings';
import { partsOfAddress } from '../address';
import type { BodyText } from '../draft';
import { RecentTexts } from '../recent-texts';
import { Redactor } from '../redaction';
import type { FieldNames } from '../secret-finder';
import { hideAddress } from './address';
import { DiscreetReader } from './discreet-reader';
import { NameReader } from './names';
import type { Reader } from './reader';
import { StandIns } from './stand-in';

/**
 * Redacts unannounced traffic: what is not known as a secret may still be one, so that it is shown only where
 * its name or its form says that it is harmless. Else a stand-in of the same form is shown.
 */
export class DiscreetRedactor extends Redactor {
  readonly #reader: Reader;
  readonly #headers = new RecentTexts<string>();
  readonly #addresses = new RecentTexts<string>();
  #knew = 0;

  constructor(readings: FieldNames = defaultReadings, mostKnown = Infinity, key?: Buffer) {
    super(readings, mostKnown, key);
    const names = new NameReader(alwaysEncrypted(readings));
    this.#reader = new DiscreetReader(
      names,
      new StandIns(key && createHmac('sha256', key).update('stand-ins').digest()),
    );
  }

  override text(text: string): string {
    return this.#reader.text(this.hideKnown(text));
  }

  override value(name: string, text: string): string {
    return this.#reader.value(name, this.hideKnown(text));
  }

  override address(url: string): string {
    this.#forgetOld();
    return this.#addresses.of(url, () => this.#hideAddress(url));
  }

  #hideAddress(url: string): string {
    const { scheme, userinfo, host, rest } = partsOfAddress(url);
    const user = userinfo === undefined ? '' : `${this.#reader.standIn(userinfo)}@`;
    return `${scheme}${user}${host}${hideAddress(this.hideKnown(rest), this.#reader)}`;
  }

  override headerName(name: string): string {
    return isHeaderName(name) ? name : this.#reader.name(this.hideKnown(name));
  }

  override header(name: string, value: string): string {
    this.#forgetOld();
    return this.#headers.of(value, () => this.#reader.value(name, super.header(name, value)), name);
  }

  /** Most headers and addresses of a client are those of its last request, until another secret is known. */
  #forgetOld(): void {
    if (this.#knew === this.knowledge) return;
    this.#headers.forget();
    this.#addresses.forget();
    this.#knew = this.knowledge;
  }

  /** A secret may hide in bytes in a hundred ways. */
  override sealed(body: BodyText): string | undefined {
    return body.binary || body.compressed ? this.pseudonym(body.text) : undefined;
  }
}
