import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getCACertificates, rootCertificates } from 'node:tls';
import type { HandedOut } from './handed-out';

/**
 * The variables that name the only authorities that a program trusts: Go and OpenSSL, requests in Python, and
 * curl read them.
 */
const replacing = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'] as const;
/** The variable that names authorities that Node trusts in addition to its own. */
const adding = 'NODE_EXTRA_CA_CERTS';

export const trustVariables = [...replacing, adding] as const;

interface Trusting {
  /** The certificate of the mock's authority (PEM), and the file that contains it. */
  readonly ca: string;
  readonly caFile: string;
  readonly folder: string;
  /** The caller's environment. Authorities in files that it names stay trusted. */
  readonly env: NodeJS.ProcessEnv;
  /** Receives a warning for each file of the caller that cannot be read. */
  readonly warn: (text: string) => void;
}

/**
 * Writes the files with which most programs trust the mock, and returns the variables that name these files.
 * A program that reads one of the variables still trusts the usual authorities, so that it can download its
 * dependencies.
 */
export function writeTrust(trusting: Trusting): HandedOut {
  const { ca, caFile, folder } = trusting;
  const authorities = resolve(join(folder, 'authorities.pem'));
  const nodeAuthorities = resolve(join(folder, 'node-authorities.pem'));
  const named = replacing.flatMap((name) => ownCertificates(name, trusting));
  writeCertificates(authorities, [ca, ...named, ...usualCertificates()]);
  const added = ownCertificates(adding, trusting);
  if (added.length > 0) writeCertificates(nodeAuthorities, [ca, ...added]);
  return [
    ...replacing.map((name) => [name, authorities] as const),
    [adding, added.length > 0 ? nodeAuthorities : resolve(caFile)],
  ];
}

/**
 * Returns the authorities that programs on this machine usually trust. Includes those of Node, because slim
 * images lack a store, and because Node may not read all of a system's store.
 */
function usualCertificates(): string[] {
  return [...getCACertificates('system'), ...rootCertificates];
}

/** Returns the certificates in the file that a variable of the caller names, if any. */
function ownCertificates(name: string, { env, warn }: Pick<Trusting, 'env' | 'warn'>): string[] {
  const file = env[name];
  if (file === undefined || file === '') return [];
  try {
    return [readFileSync(file, 'utf8')];
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    warn(`the authorities in ${name}=${file} are left out, because the file cannot be read (${code})`);
    return [];
  }
}

const block = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

/** Writes each certificate once. Leaves out everything else in the texts, such as a private key. */
function writeCertificates(file: string, texts: readonly string[]): void {
  const blocks = texts.flatMap((text) => text.match(block) ?? []);
  const each = new Set(blocks.map((text) => text.replaceAll('\r', '').trim()));
  writeFileSync(file, [...each, ''].join('\n'));
}
