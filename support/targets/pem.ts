import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isObject } from '../contract/json';
import { pemBlocks, wrappedPem } from '../contract/pem';
import type { Problems } from './problems';
import type { YamlFile } from './read-yaml';
import type { EncryptionKeys } from './target';

/** The authority that a target file names. */
export function readAuthority(ca: string | undefined, yaml: YamlFile): { ca?: string } {
  if (ca === undefined) return {};
  const pem = readBeside(ca, ['tls', 'ca'], yaml);
  if (attempt(() => new X509Certificate(pem)) !== undefined) return { ca: pem };
  throw yaml.wrong(
    ['tls', 'ca'],
    `names ${ca}, which holds no certificate`,
    'give a PEM file: -----BEGIN CERTIFICATE-----',
  );
}

/** The keys of the envelope `jwe` that a target file names. */
export function readEncryption(
  { payerKey, providerKey }: { payerKey?: string; providerKey?: string } = {},
  yaml: YamlFile,
  problems: Problems,
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
  const pem = readBeside(file, path, yaml);
  const key = attempt(() => createPublicKey(pem));
  if (key?.asymmetricKeyType === 'rsa' && !pem.includes('PRIVATE KEY'))
    return key.export({ type: 'spki', format: 'pem' }).toString();
  throw yaml.wrong(
    path,
    `names ${file}, which holds no public RSA key`,
    'give a PEM file: -----BEGIN PUBLIC KEY----- or a certificate',
  );
}

function readProviderKey(text: string, yaml: YamlFile): { publicKey: KeyObject; privateKey: KeyObject } {
  // In one line, as many a CI system keeps it, its line ends are written \n.
  const privateKey = attempt(() => createPrivateKey(text.replaceAll('\\n', '\n')));
  if (privateKey?.asymmetricKeyType === 'rsa') return { privateKey, publicKey: createPublicKey(privateKey) };
  throw yaml.wrong(
    ['encryption', 'providerKey'],
    'holds no private RSA key',
    'export the PEM text itself, unencrypted: -----BEGIN PRIVATE KEY-----',
  );
}

/** The key that callbacks are encrypted under by hand. */
export function readCallbackKey(file: string, yaml: YamlFile): string {
  const path = ['integrator', 'encryptionKey'];
  const pem = readBeside(file, path, yaml);
  const flaw = publicKeyFlaw(pem);
  if (flaw === undefined) return pem;
  throw yaml.wrong(
    path,
    `names ${file}, which holds ${flaw}`,
    `${publicKeyHint}: -----BEGIN PUBLIC KEY-----`,
  );
}

export const publicKeyHint = 'give your public RSA key, SPKI in PEM';

/** What a text holds in place of a public RSA key in one block; `undefined` where it holds that. */
export function publicKeyFlaw(pem: string): string | undefined {
  // It is nothing that the suite should ever be given.
  if (pem.includes('PRIVATE KEY')) return 'a private key';
  const wrapping = wrappedPem(pem);
  if (wrapping !== undefined) return `a key that cannot be read: ${wrapping.flaw}`;
  const [block, ...others] = pemBlocks(pem);
  const key = block?.label === 'PUBLIC KEY' ? attempt(() => createPublicKey(block.text)) : undefined;
  return key?.asymmetricKeyType === 'rsa' && others.length === 0
    ? undefined
    : 'no RSA key in one PUBLIC KEY block';
}

/** No PEM file comes near it. A device or a pipe, which need not end, has no size at all. */
const mostBytes = 1024 * 1024;

/** Of what is shown as the name of a file; a key is longer. */
const longestName = 255;

/** The text of a file whose name is relative to the target file. */
export function readBeside(file: string, path: readonly string[], yaml: YamlFile): string {
  const place = resolve(dirname(yaml.file), file);
  const found = attempt(() => statSync(place));
  const text =
    found?.isFile() === true && found.size <= mostBytes
      ? attempt(() => readFileSync(place, 'utf8'))
      : undefined;
  if (text !== undefined) return text;
  // It may be a key, PEM or not, which is not to be shown.
  if (file.includes('-----BEGIN') || file.length > longestName)
    throw yaml.wrong(
      path,
      'holds a text that is no name of a file',
      'put the text into a file beside the target file',
    );
  throw yaml.wrong(
    path,
    `names ${file}, which cannot be read${lookedAt(place, path, yaml)}`,
    'the path is relative to the target file',
  );
}

/** What was looked at. A place that was made from variables is not shown: one of them may be a secret in the wrong member. */
export function lookedAt(place: string, path: readonly string[], { value }: YamlFile): string {
  return JSON.stringify(valueAt(value, path) ?? '').includes('${') ? '' : `: ${place}`;
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), value);

/** What a parser makes of a text; `undefined` where it throws. */
export function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
