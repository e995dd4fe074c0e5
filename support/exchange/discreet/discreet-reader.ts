import { isCommonText } from '../../contract/documented-words';
import { betweenPlaceholders } from '../secret-forms';
import { hideAddress, hideForm } from './address';
import { hideInText } from './free-text';
import { hideInJson } from './json';
import { hideInMultipart, isMultipart } from './multipart';
import type { Meaning, NameReader } from './names';
import type { Reader } from './reader';
import { isHarmless } from '../plain-words';
import type { StandIns } from './stand-in';

/** Forms that are harmless under the right name, and only there. */
const harmlessForms: Readonly<Partial<Record<Meaning, RegExp>>> = {
  id: /^(?:[{(]?(?:urn:uuid:)?[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}[)}]?|[A-Za-z]{0,10}[_-]?\d{1,10}(?:@[A-Za-z.]{2,20})?)$/i,
  time: /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|GMT|UTC|IST|AM|PM|T|Z)[a-z]{0,6}\.?|[\d\s:.,+\-/[\]()])+$/i,
  quantity: /^\d{1,12}$/,
  encrypted: /^[\w+/-]{170,}={0,2}$/,
  'public key':
    /^(?:-----BEGIN (?:RSA )?(?:PUBLIC KEY|CERTIFICATE)-----\s*M[A-Za-z0-9+/=\s]+-----END [A-Z ]+-----\s*|M[IFC][A-Za-z0-9+/]{40,}={0,2})$/,
};

const jsonStart = /^\s*(?:\[\s*(?:["{[\]\d-]|true|false|null)|\{\s*["}])/;
const formStart = /^[\w.%+$-]{1,64}=[^\s<>"']*\s*$/;

const bareScheme = /^(?:Bearer|Basic)\s*$/i;

/** How many short texts are remembered, and how long they are at most: the same come again and again. */
const mostKept = 5000;
const longestKept = 64;

/** How deep a text is looked into, as JSON within a form within JSON: hostile ones have no end. */
const deepest = 6;

/** A long text is taken apart less often: each time makes it longer. */
const long = { from: 64 * 1024, deepest: 3 };

/** Replaces what may be a secret by its stand-in, unless its name or its form says that it is harmless. */
export class DiscreetReader implements Reader {
  readonly #names: NameReader;
  readonly #standIns: StandIns;
  readonly #kept = new Map<string, string>();
  #depth = 0;

  constructor(names: NameReader, standIns: StandIns) {
    this.#names = names;
    this.#standIns = standIns;
  }

  meaning(name: string): Meaning {
    return this.#names.read(name);
  }

  standIn(value: string): string {
    if (!value.includes('[')) return value === '' ? '' : this.#standIns.of(value);
    return betweenPlaceholders(value)
      .map((piece, index) => (index % 2 === 1 || piece === '' ? piece : this.#standIns.of(piece)))
      .join('');
  }

  text(text: string): string {
    if (this.#depth >= (text.length < long.from ? deepest : long.deepest)) return this.standIn(text);
    if (text.length > longestKept) return this.#read(text);
    const known = this.#kept.get(text);
    if (known !== undefined) return known;
    const shown = this.#read(text);
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(text, shown);
    return shown;
  }

  value(name: string, text: string): string {
    if (isShown(name, text)) return text;
    const meaning = this.meaning(name);
    if (meaning === 'secret') return this.standIn(text);
    if (harmlessForms[meaning]?.test(text) === true) return text;
    return meaning === 'encrypted' ? this.standIn(text) : this.text(text);
  }

  inSecret(name: string, text: string): string {
    if (isShown(name, text)) return text;
    const meaning = this.meaning(name);
    const isHarmlessBeside =
      (meaning === 'id' || meaning === 'time') && harmlessForms[meaning]?.test(text) === true;
    return isHarmlessBeside ? text : this.standIn(text);
  }

  number(name: string, text: string): string {
    const meaning = this.meaning(name);
    if (meaning === 'secret' || meaning === 'encrypted') return text === '0' ? text : this.standIn(text);
    const isQuantity = meaning === 'quantity' || meaning === 'time';
    return isQuantity || text.replace(/\D/g, '').length <= 3 || isDocumented(text)
      ? text
      : this.standIn(text);
  }

  name(text: string): string {
    return this.meaning(text) === 'id' ? text : this.text(text);
  }

  #read(text: string): string {
    this.#depth += 1;
    try {
      return this.#hide(text);
    } finally {
      this.#depth -= 1;
    }
  }

  #hide(text: string): string {
    if (isHarmless(text)) return text;
    if (jsonStart.test(text)) return hideInJson(text, this);
    if (/^[/?]/.test(text) && !/\s/.test(text)) return hideAddress(text, this);
    if (formStart.test(text)) return hideForm(text.trimEnd(), this) + text.slice(text.trimEnd().length);
    return isMultipart(text) ? hideInMultipart(text, this) : hideInText(text, this);
  }
}

/** Nothing to hide: blank, placeholders with or without the scheme of credentials, or what is blanked by its name. */
function isShown(name: string, text: string): boolean {
  if (!text.includes('[')) return text.trim() === '' || bareScheme.test(text);
  const left = betweenPlaceholders(text)
    .filter((_piece, index) => index % 2 === 0)
    .join('')
    .replace(`[${name}]`, '');
  return left.trim() === '' || bareScheme.test(left);
}

/** A word of the document, and no instant: a number can look like one. */
const isDocumented = (text: string): boolean =>
  isCommonText(text) && !/^1\d{9}(?:\d{3})?$|^[12]\d{7}$/.test(text);
