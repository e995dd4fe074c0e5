/** How many different characters a squeezed text has. */
export const squeezedAlphabet = 36;

const none = 255;
const codes = Uint8Array.from({ length: 128 }, (_unused, code) => {
  const digit = parseInt(String.fromCharCode(code), squeezedAlphabet);
  return Number.isNaN(digit) ? none : digit;
});

/**
 * A text as its letters and digits alone, whatever their case: so it reads the same in UTF-16, in capitals, with dashes
 * or spaces, wrapped into lines, or with its slashes escaped.
 */
export function squeeze(text: string): Uint8Array {
  const squeezed = new Uint8Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const digit = code < 128 ? (codes[code] ?? none) : none;
    if (digit !== none) squeezed[length++] = digit;
  }
  return squeezed.subarray(0, length);
}

/** Where each character of a squeezed text stands in the text. */
export function squeezedOrigins(text: string): Uint32Array {
  const origins = new Uint32Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 128 && codes[code] !== none) origins[length++] = index;
  }
  return origins.subarray(0, length);
}
