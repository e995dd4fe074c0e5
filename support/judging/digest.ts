import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../contract/suite-root';
import type { Obligation } from '../obligations';

/** What decides a verdict or stands in a report beside the code; documents and tests do not. */
const data = ['features', 'schemas', 'vectors', 'examples/exchanges'];

let digest: string | undefined;

/**
 * SHA-256 over the names and contents of the files that decide verdicts and reports, line ends apart. It is the same
 * whether the sources run or what they were compiled to.
 */
export function suiteDigest(): string {
  digest ??= `sha256:${sha256(`${digestOf(data)}\0${codeDigest()}`)}`;
  return digest;
}

/** SHA-256 over the obligations as this suite words them, in the order of the contract. */
export function obligationsDigest(obligations: readonly Obligation[]): string {
  return `sha256:${sha256(JSON.stringify(obligations))}`;
}

/** SHA-256 over the code from which `dist/` is compiled. */
export const sourcesDigest = (): string => digestOf(['steps', 'support']);

function codeDigest(): string {
  if (__filename.endsWith('.ts')) return sourcesDigest();
  const { code, compiled } = JSON.parse(readFileSync(join(__dirname, 'build.json'), 'utf8')) as Build;
  const hash = createHash('sha256');
  for (const file of compiled.files) hash.update(readFileSync(join(__dirname, file)));
  // What was changed afterwards is no longer what those sources say.
  const found = hash.digest('hex');
  return found === compiled.digest ? code : found;
}

/** What the build tells of `dist/`. */
interface Build {
  /** Digest of the sources. */
  readonly code: string;
  /** What was made of them, in the order of the digest. */
  readonly compiled: { readonly files: readonly string[]; readonly digest: string };
}

function digestOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of folders.flatMap(filesIn).sort()) {
    hash.update(`${file.replaceAll('\\', '/')}\0`);
    hash.update(readFileSync(join(suiteRoot, file), 'utf8').replaceAll('\r\n', '\n'));
    hash.update('\0');
  }
  return hash.digest('hex');
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(join(suiteRoot, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name).slice(suiteRoot.length + 1));
  } catch {
    return [];
  }
}

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
