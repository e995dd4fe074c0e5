import { createPublicKey } from 'node:crypto';
import type { RawAnswer } from '../sender';
import { parseJson } from '../../contract/json';
import { membersOf } from './own-answers';
import { UnreadableAnswerError } from './failures';
import type { CertifiedService } from '../../adapter/protocol';

/** The public key of one service, as it was fetched. */
export interface Certificate {
  readonly service: CertifiedService;
  /** SPKI PEM, written one way whatever the answer's shape was. */
  readonly publicKeyPem: string;
  readonly modulusBytes: number;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

export interface CertificatePolicy {
  /** Whether a cached certificate may be used again. */
  usable(certificate: Certificate, now: number): boolean;
}

/** Fetched once and cached until a rejection says otherwise (clause 6.3.1). */
export const untilRejected: CertificatePolicy = { usable: () => true };

/** The PEM text in a certificate answer. */
export type CertificateReader = (answer: RawAnswer) => string;

/** PEM as documented (clause 4.2), or the Base64 of its DER; either as it stands or in JSON's `publicKey`. */
export const readPemOrJson: CertificateReader = ({ body }) => {
  const text = body.toString('utf8').trim();
  const { publicKey } = membersOf(text);
  const key = [publicKey, parseJson(text), text].find((each) => typeof each === 'string') ?? '';
  return key.includes('-----BEGIN') ? key.trim() : wrapDer(key);
};

/** The certificate that a PEM text holds; throws where it is no RSA public key. */
export function toCertificate(service: CertifiedService, pem: string, fetchedAt: number): Certificate {
  const key = readKey(service, pem);
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (key.asymmetricKeyType !== 'rsa' || bits === undefined)
    throw new UnreadableAnswerError(`the ${service} certificate holds no RSA key`);
  const publicKeyPem = key.export({ type: 'spki', format: 'pem' }).toString();
  return { service, publicKeyPem, modulusBytes: Math.ceil(bits / 8), fetchedAt };
}

function readKey(service: CertifiedService, pem: string) {
  try {
    return createPublicKey(pem);
  } catch {
    throw new UnreadableAnswerError(`the ${service} certificate cannot be read`);
  }
}

function wrapDer(base64: string): string {
  const lines = base64.replace(/\s/g, '').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
}
