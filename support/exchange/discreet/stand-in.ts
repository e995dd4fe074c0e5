import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { replaceEach } from '../replace-each';

const digits = '0123456789';
const hexadecimal = `${digits}abcdef`;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Stand-ins that are remembered, and how long they are at most: the same values come again and again. */
const mostKept = 10_000;
const longestKept = 1000;

/** Gives numbers that cannot be foreseen without the key. */
type Draw = (below: number) => number;

/**
 * Stands in for values that may be secret: as long, of the same alphabet, and the same for the same value. Without the
 * key, which dies with its owner, nothing leads back to the value, however short it is.
 */
export class StandIns {
  readonly #key = createSecretKey(randomBytes(32));
  readonly #kept = new Map<string, string>();

  of(value: string): string {
    if (value.length > longestKept) return this.#make(value);
    const known = this.#kept.get(value);
    if (known !== undefined) return known;
    const made = this.#make(value);
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(value, made);
    return made;
  }

  #make(value: string): string {
    let made = value;
    for (let attempt = 0; made === value && attempt < 100; attempt += 1)
      made = reshape(value, this.#draw(value, attempt));
    return made;
  }

  #draw(value: string, attempt: number): Draw {
    const seed = createHmac('sha256', this.#key).update(`${attempt} ${value}`).digest();
    let [one, two, three, four] = [0, 4, 8, 12].map((at) => seed.readInt32LE(at)) as [
      number,
      number,
      number,
      number,
    ];
    // sfc32, by Chris Doty-Humphrey: a long value needs many numbers.
    return (below) => {
      const sum = (one + two + four) | 0;
      four = (four + 1) | 0;
      one = two ^ (two >>> 9);
      two = (three + (three << 3)) | 0;
      three = (((three << 21) | (three >>> 11)) + sum) | 0;
      return (sum >>> 0) % below;
    };
  }
}

function reshape(value: string, draw: Draw): string {
  // Without letters and digits there is no alphabet to keep.
  if (!/[\p{L}\p{N}]/u.test(value)) return '*'.repeat(value.length);
  const pick = (alphabet: string): string => alphabet.charAt(draw(alphabet.length));
  const isHex = /^[0-9a-f-]+$/i.test(value) && /[a-f]/i.test(value) && /\d/.test(value);
  const isNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value);
  const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
  const redraw = (character: string, at: number): string => {
    // The version and the variant of a UUID say nothing of it.
    if (isUuid && (at === 14 || at === 19)) return character;
    if (isNumber)
      return isLeading(value, at)
        ? String(Number(character) && 1 + draw(9))
        : /\d/.test(character)
          ? pick(digits)
          : character;
    const made = isHex ? pick(hexadecimal) : /\d/.test(character) ? pick(digits) : pick(letters);
    return /\p{Lu}/u.test(character) ? made.toUpperCase() : made;
  };
  // Some at a time: a list of all the characters of a long value would take fifty times as much memory.
  return replaceEach(value, /[\p{L}\p{N}]{1,4096}/gu, ({ 0: run, index }) =>
    run.replace(/[\p{L}\p{N}]/gu, (character: string, at: number) => redraw(character, index + at)),
  );
}

/** A number of JSON begins with no needless zero. */
const isLeading = (number: string, at: number): boolean => at === (number.startsWith('-') ? 1 : 0);
