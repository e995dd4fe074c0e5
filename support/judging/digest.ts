import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Obligation } from '../obligations';

const root = join(__dirname, '../..');

/** What decides a verdict; documents and tests do not. */
const folders = ['features', 'schemas', 'steps', 'support', 'vectors'];

let digest: string | undefined;

/** SHA-256 over the names and contents of the files that decide verdicts, line ends apart. */
export function suiteDigest(): string {
  digest ??= compute();
  return digest;
}

/** SHA-256 over the obligations as this suite words them, in the order of the contract. */
export function obligationsDigest(obligations: readonly Obligation[]): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(obligations)).digest('hex')}`;
}

function compute(): string {
  const hash = createHash('sha256');
  for (const file of folders.flatMap(filesIn).sort()) {
    hash.update(`${file.replaceAll('\\', '/')}\0`);
    hash.update(readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n'));
    hash.update('\0');
  }
  return `sha256:${hash.digest('hex')}`;
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name).slice(root.length + 1));
  } catch {
    return [];
  }
}
