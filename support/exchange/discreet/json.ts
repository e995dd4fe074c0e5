import { parseJson } from '../../contract/json';
import { replaceEach } from '../replace-each';
import type { Reader } from './reader';

/** An object or a list that is still open, with the names that tell what its strings are. */
interface Open {
  readonly isList: boolean;
  /** Of a list, the name under which it stands; of an object, that of the member at hand. */
  name: string;
  /** It stands under the name of a secret, and so does all that is in it. */
  readonly secret: boolean;
  /** Of an object: what it is said to be. */
  kind: 'coding' | 'key' | undefined;
  expectsName: boolean;
}

const token = /"([^"\\]*(?:\\.[^"\\]*)*)("?)|[{}[\],:]|-?\d[\d.eE+-]*|[^"{}[\],:\d-]+|[\s\S]/gs;

/** Members of a coding, and of a public key, that are no secrets whatever they look like. */
const harmlessMembers: Readonly<Record<'coding' | 'key', ReadonlySet<string>>> = {
  coding: new Set(['code', 'display', 'version']),
  key: new Set(['n', 'e', 'x', 'y', 'kid', 'x5c', 'x5t', 'crv', 'alg', 'use']),
};

/** A JSON text without what may be secret, else to the letter; whatever is not JSON after all is read as text. */
export function hideInJson(text: string, reader: Reader): string {
  const walk = new Walk(reader);
  return replaceEach(text, token, ([all, string, end = '']) =>
    string === undefined ? walk.other(all) : `"${walk.string(string)}${end}`,
  );
}

/** What is nested deeper than any JSON that is read is replaced, whatever it is. */
const deepest = 1000;

class Walk {
  readonly #open: Open[] = [];
  /** How many more are open than are looked into. */
  #tooDeep = 0;
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  string(written: string): string {
    if (this.#tooDeep > 0) return this.#reader.standIn(written);
    const plain = written.includes('\\') ? ((parseJson(`"${written}"`) ?? written) as string) : written;
    const shown = this.#shown(plain);
    return shown === plain ? written : JSON.stringify(shown).slice(1, -1);
  }

  other(text: string): string {
    const top = this.#open.at(-1);
    if (text === '{' || text === '[') this.#enter(text === '[', top);
    else if (text === '}' || text === ']') this.#leave();
    else if (this.#tooDeep > 0) return /[\p{L}\p{N}]/u.test(text) ? this.#reader.standIn(text) : text;
    else if (text === ',' && top !== undefined) top.expectsName = !top.isList;
    else if (text === ':' && top !== undefined) top.expectsName = false;
    else if (/^-?\d/.test(text)) return this.#number(text, top);
    else if (/[^\s]/.test(text) && !/^\s*(?:true|false|null)\s*$/.test(text)) return this.#reader.text(text);
    return text;
  }

  #enter(isList: boolean, top: Open | undefined): void {
    if (this.#open.length === deepest) {
      this.#tooDeep += 1;
      return;
    }
    const name = top?.name ?? '';
    const secret = top !== undefined && (top.secret || this.#reader.meaning(name) === 'secret');
    this.#open.push({ isList, name: isList ? name : '', secret, kind: undefined, expectsName: !isList });
  }

  #leave(): void {
    if (this.#tooDeep > 0) this.#tooDeep -= 1;
    else this.#open.pop();
  }

  #number(text: string, top: Open | undefined): string {
    if (top === undefined) return this.#reader.text(text);
    return top.secret ? this.#reader.standIn(text) : this.#reader.number(top.name, text);
  }

  #shown(plain: string): string {
    const top = this.#open.at(-1);
    if (top === undefined) return this.#reader.text(plain);
    if (top.expectsName) {
      top.name = plain;
      top.expectsName = false;
      return this.#reader.name(plain);
    }
    top.kind ??= kindOf(top.name, plain);
    const { name, kind, secret } = top;
    if (kind !== undefined && harmlessMembers[kind].has(name)) return plain;
    // Inside a secret, an id or an instant beside it is still one.
    const inner = secret ? this.#reader.inSecret(name, plain) : undefined;
    return inner ?? this.#reader.value(name, plain);
  }
}

function kindOf(name: string, value: string): Open['kind'] {
  if (name === 'system' && /^(?:https?:|urn:)/.test(value)) return 'coding';
  return name === 'kty' && /^(?:RSA|EC|OKP)$/.test(value) ? 'key' : undefined;
}
