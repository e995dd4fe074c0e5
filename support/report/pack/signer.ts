import type { KeyObject } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { ConfigurationError } from '../../targets/errors';
import { fingerprintOf, isSignedBy, signBy } from './signature';

/** What signs packs. */
export interface Signer {
  /** By which verifiers find the public key; absent: it is not known. */
  readonly keyId?: string;
  /** Throws a ConfigurationError where it cannot. */
  sign(bytes: Buffer): Buffer;
}

/** Signs by a private key that is at hand. */
export function keySigner(key: KeyObject): Signer {
  return { keyId: fingerprintOf(key), sign: (bytes) => signBy(key, bytes) };
}

/** A token may ask for its PIN, and a person may have to touch it. */
const commandMs = 120_000;

const place = { at: '--sign-with' };
const whatItDoes =
  'it reads the bytes to sign on stdin and writes the signature to stdout, raw or Base64: Ed25519, or ECDSA P-256 over their SHA-256 in DER';

/**
 * Signs by a command, which keeps the key to itself: a PKCS#11 token, a key management service.
 * @param publicKey checks at once what the command made; absent: its form alone is looked at
 */
export function commandSigner(command: string, publicKey?: KeyObject): Signer {
  return {
    ...(publicKey && { keyId: fingerprintOf(publicKey) }),
    sign(bytes) {
      const signature = signatureIn(run(command, bytes));
      if (publicKey !== undefined && !isSignedBy(publicKey, bytes, signature))
        throw new ConfigurationError(
          'made a signature that the public key does not verify',
          place,
          whatItDoes,
        );
      return signature;
    },
  };
}

function run(command: string, input: Buffer): Buffer {
  const stdio = ['pipe', 'pipe', 'inherit'] as const;
  const { status, signal, stdout } = spawnSync(command, {
    shell: true,
    input,
    stdio: [...stdio],
    timeout: commandMs,
    maxBuffer: 64 * 1024,
  });
  if (status === 0) return stdout;
  const how = signal ?? `exit code ${status ?? 'unknown'}`;
  throw new ConfigurationError(`ended with ${how}`, place, whatItDoes);
}

/** Raw bytes, or Base64 as key management services give it. */
function signatureIn(output: Buffer): Buffer {
  const text = output.toString('latin1').trim();
  const decoded = Buffer.from(text, 'base64');
  const given = decoded.toString('base64') === text ? decoded : output;
  if (isEd25519(given) || isDer(given)) return given;
  throw new ConfigurationError(`wrote ${output.length} bytes, which are no signature`, place, whatItDoes);
}

const isEd25519 = ({ length }: Buffer): boolean => length === 64;

/** A sequence of two integers, in short form: 72 bytes at most. */
const isDer = (bytes: Buffer): boolean => bytes[0] === 0x30 && bytes[1] === bytes.length - 2;
