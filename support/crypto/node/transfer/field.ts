/** The prime of Curve25519, 2^255 - 19. */
export const fieldPrime = (1n << 255n) - 19n;

export function mod(value: bigint, modulus = fieldPrime): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/**
 * Returns the inverse of a value modulo {@link fieldPrime} (extended Euclidean algorithm). Throws a
 * RangeError for zero.
 */
export function inverseModP(value: bigint): bigint {
  let [a, b] = [mod(value), fieldPrime];
  let [x, y] = [1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  if (a !== 1n) throw new RangeError('Zero has no inverse');
  return mod(x);
}

/**
 * Returns a square root modulo {@link fieldPrime}. Returns `undefined` if the value is not a square. The
 * formula is valid because the prime is 5 modulo 8.
 */
export function squareRoot(value: bigint): bigint | undefined {
  const root = power(value, (fieldPrime + 3n) / 8n);
  for (const each of [root, mod(root * power(2n, (fieldPrime - 1n) / 4n))])
    if (mod(each * each) === mod(value)) return each;
  return undefined;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = mod(base);
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

export function toBigEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

export function fromBigEndian(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

export function fromLittleEndian(bytes: Uint8Array): bigint {
  return fromBigEndian(Buffer.from(bytes).reverse());
}

export function toLittleEndian(value: bigint): Buffer {
  return toBigEndian(value).reverse();
}
