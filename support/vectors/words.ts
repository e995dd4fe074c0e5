import type { VectorKind } from '../run/cases/vector-file';
import { bytesOf } from './bytes';

interface Word {
  /** The member of a case. */
  readonly member: string;
  /** Whether the features write it as bytes; else as the text that it is. */
  readonly bytes?: true;
}

export type Input =
  | 'HIP nonce'
  | 'HIU nonce'
  | 'secret'
  | 'salt'
  | 'info'
  | 'private key'
  | 'public key'
  | 'value'
  | 'seed'
  | 'content'
  | 'Base64 text'
  | 'REQUEST-ID'
  | 'TIMESTAMP';

/** What steps give an implementation, and where it stands in a case. */
export const inputs: Readonly<Record<Input, Word>> = {
  'HIP nonce': { member: 'hipNonce', bytes: true },
  'HIU nonce': { member: 'hiuNonce', bytes: true },
  secret: { member: 'ikm', bytes: true },
  salt: { member: 'salt', bytes: true },
  info: { member: 'info', bytes: true },
  'private key': { member: 'privateKey', bytes: true },
  'public key': { member: 'publicKey', bytes: true },
  value: { member: 'plaintext' },
  seed: { member: 'seed', bytes: true },
  content: { member: 'content' },
  'Base64 text': { member: 'text' },
  'REQUEST-ID': { member: 'text' },
  TIMESTAMP: { member: 'text' },
};

export type Output =
  | 'salt'
  | 'IV'
  | 'AES key'
  | 'HKDF output'
  | 'shared secret'
  | 'bytes'
  | 'plaintext'
  | 'ciphertext'
  | 'bundle'
  | 'content';

/** What comes out, as answers and steps call it, and whether it is bytes. */
export const outputs: Readonly<Record<Output, Omit<Word, 'member'>>> = {
  salt: { bytes: true },
  IV: { bytes: true },
  'AES key': { bytes: true },
  'HKDF output': { bytes: true },
  'shared secret': { bytes: true },
  bytes: { bytes: true },
  plaintext: {},
  ciphertext: {},
  bundle: {},
  content: {},
};

/** What a vector file writes as the features would: bytes as hexadecimal, texts as they are. */
export function readIn(kind: VectorKind, value: string, { bytes }: Omit<Word, 'member'>): string {
  const isBase64 = bytes === true && kind === 'vectors/weierstrass';
  return isBase64 ? Buffer.from(value, 'base64').toString('hex') : value;
}

/** A cell of a feature as the vector files write it: Weierstrass keys travel as Base64. */
export function writtenIn(kind: VectorKind, cell: string, { bytes }: Omit<Word, 'member'>): string {
  if (bytes === undefined) return cell;
  return bytesOf(cell).toString(kind === 'vectors/weierstrass' ? 'base64' : 'hex');
}
