import type { KeyObject } from 'node:crypto';
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';

/** Returns an RSA public key of this size. Its modulus is an arbitrary number, so a private key does not exist. */
function rsaKey(bits: number, exponent = 65537): KeyObject {
  const digits = Array.from({ length: bits / 256 }, (_, index) =>
    createHash('sha256').update(`${bits} ${index}`).digest(),
  );
  const modulus = Buffer.concat(digits);
  // Set the first bit, so that the modulus has the full length, and the last bit, because every modulus is odd.
  modulus[0] = (modulus[0] ?? 0) | 0x80;
  modulus[modulus.length - 1] = (modulus.at(-1) ?? 0) | 1;
  return createPublicKey({
    key: { kty: 'RSA', n: modulus.toString('base64url'), e: base64urlOf(exponent) },
    format: 'jwk',
  });
}

const base64urlOf = (number: number): string =>
  Buffer.from(number.toString(16).padStart(6, '0'), 'hex').toString('base64url');

const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

const base64Of = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');

const labelled = (key: KeyObject, label: string): string => pemOf(key).replaceAll('PUBLIC KEY', label);

/** Returns a PUBLIC KEY block with lines of this length, such as 76. OpenSSL writes lines of 64 characters. */
const pemWithLines = (length: number): string =>
  [
    '-----BEGIN PUBLIC KEY-----',
    ...linesOf(base64Of(rsaKey(2048)), length),
    '-----END PUBLIC KEY-----',
    '',
  ].join('\n');

const linesOf = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );

/**
 * Maps the words of the features to other bodies of a certificate answer. A right body is one PUBLIC KEY block with an
 * RSA key of 2048 bits. The last bodies of this map are right as well.
 */
export const otherKeys: Readonly<Record<string, () => string | Buffer>> = {
  'PEM after a byte order mark': () => `\ufeff${pemOf(rsaKey(2048))}`,
  'PEM in UTF-16': () => Buffer.from(pemOf(rsaKey(2048)), 'utf16le'),
  'PEM without line ends': () => pemOf(rsaKey(2048)).replaceAll('\n', ''),
  'an RSA key of 1024 bits': () => pemOf(rsaKey(1024)),
  'an RSA key of 4096 bits': () => pemOf(rsaKey(4096)),
  'an EC key on P-256': () => pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey),
  'an RSA PUBLIC KEY block': () => rsaKey(2048).export({ type: 'pkcs1', format: 'pem' }).toString(),
  'a CERTIFICATE block': () => labelled(rsaKey(2048), 'CERTIFICATE'),
  'Base64 without BEGIN and END lines': () => base64Of(rsaKey(2048)),
  'JSON with the key in publicKey': () => JSON.stringify({ publicKey: base64Of(rsaKey(2048)) }),
  'a JSON Web Key Set': () => JSON.stringify({ keys: [rsaKey(2048).export({ format: 'jwk' })] }),
  'two PUBLIC KEY blocks': () => pemOf(rsaKey(2048)) + pemOf(rsaKey(2048)),
  'PEM with lines of 76 characters': () => pemWithLines(76),
  'PEM with one line of Base64': () => pemWithLines(1000),
  'an RSA key with the exponent 3': () => pemOf(rsaKey(2048, 3)),
};
