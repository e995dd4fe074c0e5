import { X509Certificate } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getCACertificates, rootCertificates } from 'node:tls';
import type { HandedOut } from './handed-out';
import { writeOwnFile } from './own-files';
import { isOfEndedProcess } from './throwaway-authority';

/**
 * The variables that name the only authorities that a program trusts: Go and OpenSSL, requests in Python, and
 * curl read them.
 */
const replacing = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'] as const;
/** The variable that names authorities that Node trusts in addition to its own. */
const adding = 'NODE_EXTRA_CA_CERTS';

export const trustVariables = [...replacing, adding] as const;

/** The names of the files that {@link writeTrust} may write. */
export const trustFileNames = ['authorities.pem', 'node-authorities.pem'] as const;

/** The certificates (PEM) in the files that the caller's variables name. */
interface TrustedCertificates {
  readonly replacing: readonly string[];
  readonly adding: readonly string[];
}

interface Trusting {
  /** The certificate of the mock's authority (PEM), and the file that contains it. */
  readonly ca: string;
  readonly caFile: string;
  readonly folder: string;
  /** Authorities of the caller, which stay trusted. */
  readonly trusted: TrustedCertificates;
}

/**
 * Reads the authorities that the caller's variables name, except those of mocks that have ended. Call it before a
 * mock removes files: the variables may name files of an earlier mock in the same folder.
 * @param warn receives a warning for each file that cannot be read
 */
export function readTrusted(env: NodeJS.ProcessEnv, warn: (text: string) => void): TrustedCertificates {
  const named = (name: string) =>
    certificatesNamedBy(name, env, warn).filter((pem) => !isOfEndedProcess(pem));
  return { replacing: replacing.flatMap(named), adding: named(adding) };
}

/**
 * Writes the files with which most programs trust the mock, and returns the variables that name these files.
 * A program that reads one of the variables still trusts the usual authorities, so that it can download its
 * dependencies.
 */
export function writeTrust({ ca, caFile, folder, trusted }: Trusting): HandedOut {
  const [all, ofNode] = trustFileNames;
  writeOwnFile(folder, all, eachOnce([ca, ...trusted.replacing, ...usualCertificates()]));
  if (trusted.adding.length > 0) writeOwnFile(folder, ofNode, eachOnce([ca, ...trusted.adding]));
  return [
    ...replacing.map((name) => [name, resolve(folder, all)] as const),
    [adding, trusted.adding.length > 0 ? resolve(folder, ofNode) : resolve(caFile)],
  ];
}

/**
 * Returns the authorities that programs on this machine usually trust. Includes those of Node, because slim
 * images lack a store, and because Node may not read all of a system's store. For Node, SSL_CERT_FILE is the
 * system's store, so that this may also find authorities of mocks that have ended, and leaves them out.
 */
function usualCertificates(): string[] {
  return [...getCACertificates('system').filter((pem) => !isOfEndedProcess(pem)), ...rootCertificates];
}

/** Returns the certificates in the file that a variable of the caller names, if any, or in all files of a folder. */
function certificatesNamedBy(name: string, env: NodeJS.ProcessEnv, warn: (text: string) => void): string[] {
  const place = env[name];
  if (place === undefined || place === '') return [];
  const warnThat = (why: string): string[] => {
    warn(`the authorities in ${name}=${place} are left out, because ${why}`);
    return [];
  };
  try {
    const found = textsAt(place).flatMap(certificatesIn);
    return found.length === 0 ? warnThat('they lack a certificate in PEM') : found;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return warnThat(`the file cannot be read (${code})`);
  }
}

/** Returns the content of a file, or of all files in a folder: requests in Python accepts a folder, too. */
const textsAt = (place: string): string[] =>
  statSync(place).isDirectory()
    ? readdirSync(place, { withFileTypes: true })
        .map(({ name }) => join(place, name))
        .filter((file) => existsSync(file) && statSync(file).isFile())
        .map((file) => readFileSync(file, 'utf8'))
    : [readFileSync(place, 'utf8')];

/** Matches a certificate in PEM, under each of the labels that OpenSSL writes. */
const block = /-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----.+?-----END \1?CERTIFICATE-----/gs;

/** Returns the certificates in a text (PEM). Leaves out everything else, such as a private key. */
const certificatesIn = (text: string): string[] =>
  [...text.matchAll(block)].flatMap(([pem, label]) => (label === undefined ? pem : withoutTrustData(pem)));

/** Returns a certificate without OpenSSL's trust data, or nothing if it cannot be read. Most programs ignore such blocks. */
function withoutTrustData(pem: string): string[] {
  try {
    return [new X509Certificate(pem).toString()];
  } catch {
    return [];
  }
}

/** Returns one text with each certificate once, even if some have other line breaks. */
function eachOnce(texts: readonly string[]): string {
  const certificates = texts.flatMap(certificatesIn).map((pem) => pem.replaceAll('\r', ''));
  const byContent = new Map(certificates.map((pem) => [pem.replaceAll(/\s/g, ''), pem]));
  return [...byContent.values(), ''].join('\n');
}
