import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { ConfigurationError } from '../../targets/errors';
import { attempt } from '../../targets/pem';

/** The environment variable that holds the private key that signs packs. */
export const signingKeyName = 'CONFORM_SIGNING_KEY';

/** No key file comes near it. */
const largestKeyFile = 64 * 1024;

const privateHint =
  'export the PEM text of one, as by: openssl genpkey -algorithm ed25519 (-----BEGIN PRIVATE KEY-----)';
const publicHint =
  'give the PEM file of one, as by: openssl pkey -in KEY -pubout (-----BEGIN PUBLIC KEY-----)';

/**
 * The key that signs packs, from the environment; `undefined` where none is set. Throws a ConfigurationError, which
 * never shows the value, for anything but a private Ed25519 key.
 */
export function readSigningKey(environment: NodeJS.ProcessEnv = process.env): KeyObject | undefined {
  const given = environment[signingKeyName];
  if (given === undefined) return undefined;
  // In one line, as many a CI system keeps it, its line ends are written \n.
  const text = given.replaceAll('\\n', '\n').trim();
  const isWhole = /^-----BEGIN PRIVATE KEY-----\s[\s\S]*-----END PRIVATE KEY-----$/.test(text);
  const key = isWhole ? attempt(() => createPrivateKey(text)) : undefined;
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new ConfigurationError(
    `holds no private Ed25519 key${sightOf(text, key)}`,
    { at: signingKeyName },
    text === '' ? 'unset it for a pack without a signature' : privateHint,
  );
}

function sightOf(text: string, key: KeyObject | undefined): string {
  if (text === '') return ': it is empty';
  if (key?.asymmetricKeyType !== undefined) return `: it is one of kind ${key.asymmetricKeyType}`;
  if (text.includes('ENCRYPTED')) return ': it is encrypted';
  return text.includes('PUBLIC KEY') ? ': it is a public one' : '';
}

/** The key that a pack is to be signed by, from a file. Throws a ConfigurationError for any other content. */
export function readPublicKey(file: string): KeyObject {
  const text = readKeyText(file);
  const place = { file, at: '--key' };
  if (text.includes('PRIVATE KEY'))
    throw new ConfigurationError(
      'holds a private key, which only the one who signs may have',
      place,
      publicHint,
    );
  const isWhole = /^-----BEGIN PUBLIC KEY-----\s[^-]*-----END PUBLIC KEY-----$/.test(text);
  const key = isWhole ? attempt(() => createPublicKey(text)) : undefined;
  if (key?.asymmetricKeyType === 'ed25519') return key;
  const kind = key?.asymmetricKeyType === undefined ? '' : `: it is one of kind ${key.asymmetricKeyType}`;
  throw new ConfigurationError(`holds no public Ed25519 key${kind}`, place, publicHint);
}

function readKeyText(file: string): string {
  let why: string;
  try {
    const stat = statSync(file);
    // A device or a pipe may never end.
    if (stat.isFile() && stat.size <= largestKeyFile) return readFileSync(file, 'utf8').trim();
    why = stat.isFile() ? 'is too large for a key' : 'is no file';
  } catch (error) {
    why = `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
  }
  throw new ConfigurationError(why, { file, at: '--key' }, publicHint);
}

/** `sha256:` and the digest of the public key, as SPKI DER; of a private key, that of its public one. */
export function fingerprintOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return `sha256:${createHash('sha256').update(spki).digest('hex')}`;
}

/** The content of `manifest.sig`: Base64 in one line. */
export function signManifest(manifest: Buffer, key: KeyObject): string {
  return `${sign(null, manifest, key).toString('base64')}\n`;
}

/** Whether `text`, to the last character, is the signature of these bytes by that key. */
export function isSignedBy(manifest: Buffer, text: string, key: KeyObject): boolean {
  const signature = Buffer.from(text, 'base64');
  return text === `${signature.toString('base64')}\n` && verify(null, manifest, key, signature);
}
