import { createHmac, createSecretKey, randomBytes } from 'node:crypto';

const digits = '0123456789';
const hexadecimal = `${digits}abcdef`;
const letters = 'abcdefghijklmnopqrstuvwxyz';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The version and the variant of a UUID say nothing of it. */
const fixedInUuid: readonly number[] = [14, 19];
const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Stands in for ids, numbers and words: as long, of the same alphabet, the same for the same value, and never that value. */
export class StandIns {
  readonly #key = createSecretKey(randomBytes(32));

  /** @param isWrong whether what was made may not stand there either */
  of(value: string, isWrong: (made: string) => boolean = () => false): string {
    let made = value;
    for (let attempt = 0; attempt < 20 && (made === value || isWrong(made)); attempt += 1)
      made = reshape(value, this.#draws(value, attempt));
    return made;
  }

  /** As many bytes as the value has characters; without the key nothing leads back from them. */
  #draws(value: string, attempt: number): Buffer {
    const blocks = Array.from({ length: Math.ceil(value.length / 32) }, (_unused, block) =>
      createHmac('sha256', this.#key).update(`${attempt} ${block} ${value}`).digest(),
    );
    return Buffer.concat(blocks);
  }
}

function reshape(value: string, draws: Buffer): string {
  const isHex = /^[0-9a-f-]+$/i.test(value) && /[a-f]/i.test(value) && /\d/.test(value);
  const isUuid = uuid.test(value);
  const first = number.test(value) ? value.search(/\d/) : -1;
  return value.replace(/[\p{L}\p{N}]/gu, (character, at: number) => {
    if (isUuid && fixedInUuid.includes(at)) return character;
    // A number of JSON begins with no needless zero; its e stays.
    if (at === first) return character === '0' ? '0' : pick(digits.slice(1), draws[at]);
    if (first >= 0 && !/\d/.test(character)) return character;
    const made = pick(isHex ? hexadecimal : /\d/.test(character) ? digits : letters, draws[at]);
    return /\p{Lu}/u.test(character) ? made.toUpperCase() : made;
  });
}

const pick = (alphabet: string, draw = 0): string => alphabet.charAt(draw % alphabet.length);
