import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { joinLines } from './target-files';

/** The guide that hints name. */
export const guide = 'docs/guides/field-profiles.md';

/** The pair of keys of an operator. */
export const operator = generateKeyPairSync('ed25519');

/** A public key in PEM. */
export const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

/** The Base64 signature of a text by an Ed25519 key, or by an ECDSA key over SHA-256. */
export const signatureOf = (text: string, key: KeyObject = operator.privateKey): string =>
  sign(key.asymmetricKeyType === 'ec' ? 'sha256' : null, Buffer.from(text), key).toString('base64');

/** A profile named `ours` with these lines after its head of five lines. */
export const profileText = (...lines: readonly string[]): string =>
  joinLines('name: ours', 'date: 2026-11-30', 'title: Our gateway', 'sources:', '  docs: Our docs', ...lines);

/** A profile with one reading and one departure. */
export const rightProfile = profileText(
  'readings:',
  '  jwt-leeway: { value: 120, source: docs }',
  'departures:',
  '  session-status: { value: 202, source: docs }',
);

/** The files of a profile that its operator signed, beside a target. */
export const signedFiles = (text: string, key?: KeyObject): Record<string, string> => ({
  'ours.yaml': text,
  'ours.yaml.sig': signatureOf(text, key),
  'operator.pem': pemOf(operator.publicKey),
});
