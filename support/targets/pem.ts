import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isObject } from '../contract/json';
import { pemBlocks, wrappedPem } from '../contract/pem';
import type { ProblemReporter } from './problem-reporter';
import type { YamlFile } from './read-yaml';
import type { EncryptionKeys } from './target';

/**
 * Reads the CA file that `tls.ca` names. Throws a ConfigurationError unless the file contains a certificate.
 */
export function readAuthority(ca: string | undefined, yaml: YamlFile): { ca?: string } {
  if (ca === undefined) return {};
  const pem = readFileOfTarget(ca, ['tls', 'ca'], yaml);
  if (undefinedIfThrows(() => new X509Certificate(pem)) !== undefined) return { ca: pem };
  throw yaml.wrong(
    ['tls', 'ca'],
    `names ${ca}, which holds no certificate`,
    'give a PEM file: -----BEGIN CERTIFICATE-----',
  );
}

/** Reads the keys of the jwe envelope. Reports unreadable keys to `problems` and leaves them out of the result. */
export function readEncryption(
  { payerKey, providerKey }: { payerKey?: string; providerKey?: string } = {},
  yaml: YamlFile,
  problems: ProblemReporter,
): EncryptionKeys {
  const payer = (file: string): EncryptionKeys => ({ payerKey: readPayerKey(file, yaml) });
  const provider = (text: string): EncryptionKeys => ({ providerKey: readProviderKey(text, yaml) });
  return {
    ...(payerKey !== undefined && problems.within(() => payer(payerKey), {})),
    ...(providerKey !== undefined && problems.within(() => provider(providerKey), {})),
  };
}

function readPayerKey(file: string, yaml: YamlFile): string {
  const path = ['encryption', 'payerKey'];
  const pem = readFileOfTarget(file, path, yaml);
  const key = undefinedIfThrows(() => createPublicKey(pem));
  if (key?.asymmetricKeyType === 'rsa' && !pem.includes('PRIVATE KEY'))
    return key.export({ type: 'spki', format: 'pem' }).toString();
  throw yaml.wrong(
    path,
    `names ${file}, which holds no public RSA key`,
    'give a PEM file: -----BEGIN PUBLIC KEY----- or a certificate',
  );
}

function readProviderKey(text: string, yaml: YamlFile): { publicKey: KeyObject; privateKey: KeyObject } {
  // Restore line ends: CI systems often store a PEM text on one line, with each line end written as \n.
  const privateKey = undefinedIfThrows(() => createPrivateKey(text.replaceAll('\\n', '\n')));
  if (privateKey?.asymmetricKeyType === 'rsa') return { privateKey, publicKey: createPublicKey(privateKey) };
  throw yaml.wrong(
    ['encryption', 'providerKey'],
    'holds no private RSA key',
    'export the PEM text itself, unencrypted: -----BEGIN PRIVATE KEY-----',
  );
}

/**
 * Reads the public key that encrypts callbacks to a manual client. Throws a ConfigurationError if the file
 * does not contain exactly one public RSA key.
 */
export function readCallbackKey(file: string, yaml: YamlFile): string {
  const path = ['integrator', 'encryptionKey'];
  const pem = readFileOfTarget(file, path, yaml);
  const flaw = publicKeyFlaw(pem);
  if (flaw === undefined) return pem;
  throw yaml.wrong(
    path,
    `names ${file}, which holds ${flaw}`,
    `${publicKeyHint}: -----BEGIN PUBLIC KEY-----`,
  );
}

export const publicKeyHint = 'give your public RSA key, SPKI in PEM';

/**
 * Returns `undefined` if the text is exactly one PUBLIC KEY block with an RSA key. Otherwise describes the
 * actual content in words that complete "which holds …", such as `a private key`.
 */
export function publicKeyFlaw(pem: string): string | undefined {
  // Reject a private key, which users must never give to the suite.
  if (pem.includes('PRIVATE KEY')) return 'a private key';
  const wrapping = wrappedPem(pem);
  if (wrapping !== undefined) return `a key that cannot be read: ${wrapping.flaw}`;
  const [block, ...others] = pemBlocks(pem);
  const key =
    block?.label === 'PUBLIC KEY' ? undefinedIfThrows(() => createPublicKey(block.text)) : undefined;
  return key?.asymmetricKeyType === 'rsa' && others.length === 0
    ? undefined
    : 'no RSA key in one PUBLIC KEY block';
}

/** Maximum size of a file to read, in bytes. Keys, certificates and payer content are much smaller. */
const mostBytes = 1024 * 1024;

/** Maximum number of characters in a file name that a message shows. A longer value may be a key. */
const longestName = 255;

/**
 * Returns the text of a file that the target file names. `file` is relative to the target file, and `path` is
 * the path of the member that contains it. Throws a ConfigurationError if the file cannot be read or is too
 * large.
 */
export function readFileOfTarget(file: string, path: readonly string[], yaml: YamlFile): string {
  const place = resolve(dirname(yaml.file), file);
  const found = undefinedIfThrows(() => statSync(place));
  const text =
    found?.isFile() === true && found.size <= mostBytes
      ? undefinedIfThrows(() => readFileSync(place, 'utf8'))
      : undefined;
  if (text !== undefined) return text;
  // The value may itself be a key, which must not appear in the message.
  if (file.includes('-----BEGIN') || file.length > longestName)
    throw yaml.wrong(
      path,
      'holds a text that is no name of a file',
      'put the text into a file beside the target file',
    );
  throw yaml.wrong(
    path,
    `names ${file}, which cannot be read${pathSuffix(place, path, yaml)}`,
    'the path is relative to the target file',
  );
}

/**
 * Returns a colon and the absolute path `place`, to append to a message. Returns an empty string if the
 * member at `path` contains `${…}`, because `place` could then reveal a secret.
 */
export function pathSuffix(place: string, path: readonly string[], { value }: YamlFile): string {
  return JSON.stringify(valueAt(value, path) ?? '').includes('${') ? '' : `: ${place}`;
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), value);

export function undefinedIfThrows<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
