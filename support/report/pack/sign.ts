import { spawnSync } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { createPrivateKey, sign } from 'node:crypto';
import type { InputPlace } from '../../targets/errors';
import { ConfigurationError } from '../../targets/errors';
import { undefinedIfThrows } from '../../targets/pem';
import { fingerprintOf } from '../../contract/public-key';
import {
  canSign,
  hashOf,
  isSignedBy,
  kindOf,
  largestKeyFile,
  readSmall,
  signingKinds,
} from '../../targets/verifying-key';

/** The environment variable that holds the private key that signs packs. */
export const signingKeyVariable = 'CONFORM_SIGNING_KEY';

const howToMake = 'as by: openssl genpkey -algorithm ed25519 (-----BEGIN PRIVATE KEY-----)';
const privateHint = `export the PEM text of one, ${howToMake}`;
const privateFileHint = `give the PEM file of one, ${howToMake}`;

/**
 * The key that signs packs, from the environment; `undefined` where none is set. Throws a ConfigurationError, which
 * never shows the value, for anything but a private key of a kind that signs packs.
 */
export function readSigningKey(environment: NodeJS.ProcessEnv = process.env): KeyObject | undefined {
  const given = environment[signingKeyVariable];
  if (given === undefined) return undefined;
  // In one line, as many a CI system keeps it, its line ends are written \n.
  const text = given.replaceAll('\\n', '\n').trim();
  const hint = text === '' ? 'unset it for a pack without a signature' : privateHint;
  return privateKeyIn(text, { at: signingKeyVariable }, hint);
}

/** The key of a reviewer, from a file. Throws a ConfigurationError, which never shows the content, for any other. */
export function readPrivateKey(file: string, at: string): KeyObject {
  const place = { file, at };
  return privateKeyIn(readSmall(place, largestKeyFile, privateFileHint).trim(), place, privateFileHint);
}

function privateKeyIn(text: string, place: InputPlace, hint: string): KeyObject {
  const isWhole = /^-----BEGIN PRIVATE KEY-----\s[\s\S]*-----END PRIVATE KEY-----$/.test(text);
  const key = isWhole ? undefinedIfThrows(() => createPrivateKey(text)) : undefined;
  if (key !== undefined && canSign(key)) return key;
  throw new ConfigurationError(`holds no private ${signingKinds}${sightOf(text, key)}`, place, hint);
}

function sightOf(text: string, key: KeyObject | undefined): string {
  if (text === '') return ': it is empty';
  if (key !== undefined) return `: it is one of kind ${kindOf(key)}`;
  if (text.includes('ENCRYPTED')) return ': it is encrypted';
  return text.includes('PUBLIC KEY') ? ': it is a public one' : '';
}

/** Signs; of ECDSA the two numbers are in DER, as other verifiers expect them. */
export const signBy = (key: KeyObject, bytes: Buffer): Buffer => sign(hashOf(key), bytes, key);

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

const commandPlace = { at: '--sign-with' };
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
          commandPlace,
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
  throw new ConfigurationError(`ended with ${how}`, commandPlace, whatItDoes);
}

/** Raw bytes, or Base64 as key management services give it. */
function signatureIn(output: Buffer): Buffer {
  const text = output.toString('latin1').trim();
  const decoded = Buffer.from(text, 'base64');
  const given = decoded.toString('base64') === text ? decoded : output;
  if (isEd25519(given) || isDer(given)) return given;
  throw new ConfigurationError(
    `wrote ${output.length} bytes, which are no signature`,
    commandPlace,
    whatItDoes,
  );
}

const isEd25519 = ({ length }: Buffer): boolean => length === 64;

/** A sequence of two integers, in short form: 72 bytes at most. */
const isDer = (bytes: Buffer): boolean => bytes[0] === 0x30 && bytes[1] === bytes.length - 2;
