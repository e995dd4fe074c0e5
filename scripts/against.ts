/**
 * Compares the suite with what lies outside of the repository, by hand:
 * node -r ./bin/typescript.cjs scripts/against.ts FOLDER
 * FOLDER/contract/*.txt is to hold the document that clauses and quotes refer to, and
 * FOLDER/vectors/public-implementations.json transfers as public implementations publish them.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceDocument } from '../support/contract/source';
import { contractObligations } from '../support/obligations';
import { checkVectors } from '../support/run/cases/load-vectors';
import { runVectors } from '../support/vectors/run-vectors';

interface Check {
  readonly name: string;
  /** What does not agree; nothing: all of it does. */
  readonly flaws: readonly string[];
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, ' ');

/** Every quote stands in the document, which is the one that clauses refer to. */
function quotes(folder: string): Check {
  const name = 'quotes stand in the document';
  const documents = globSync('contract/*.txt', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file)),
  );
  const document = documents.find(
    (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}` === sourceDocument.digest,
  );
  if (document === undefined)
    return { name, flaws: [`none of ${documents.length} files in contract/ has ${sourceDocument.digest}`] };
  const text = withoutBlanks(document.toString('utf8'));
  const strange = contractObligations.all.filter(({ quote }) => !text.includes(withoutBlanks(quote)));
  return { name, flaws: strange.map(({ id, quote }) => `${id}: ${quote}`) };
}

interface Party {
  readonly privateKey?: string;
  readonly publicKey: string;
  readonly x509PublicKey?: string;
  readonly nonce: string;
}

/** A transfer on the short Weierstrass form; all values but id and plaintext are Base64. */
interface Published {
  readonly id: string;
  readonly requester: Required<Party>;
  readonly sender: Party;
  readonly plaintext: string;
  readonly encryptedData: string;
}

/** What public implementations publish decrypts on both of ours, with every form of key. */
async function transfers(folder: string): Promise<Check> {
  const file = join(folder, 'vectors/public-implementations.json');
  const name = 'published transfers decrypt on each implementation';
  if (!existsSync(file)) return { name, flaws: [`there is no ${file}`] };
  const { encryption } = JSON.parse(readFileSync(file, 'utf8')) as { encryption: Published[] };
  const flaws: string[] = encryption.length === 0 ? [`${file} holds none`] : [];
  for (const published of encryption)
    for (const key of [published.sender.publicKey, published.sender.x509PublicKey]) {
      if (key === undefined) continue;
      const { run, failures } = await runVectors(checkVectors(published.id, vectorOf(published, key)));
      if (run !== 2) flaws.push(`${published.id}: ran ${run} times`);
      flaws.push(...failures.map((failure) => `${published.id}: ${JSON.stringify(failure)}`));
    }
  return { name, flaws };
}

/** A vector file of one transfer. */
function vectorOf({ id, requester, sender, plaintext, encryptedData }: Published, key: string): string {
  const { privateKey, publicKey, nonce } = requester;
  const each = {
    ...{ id: 'published', comment: id, flags: [], result: 'valid', provenance: 'published' },
    sender: { publicKey: key, nonce: sender.nonce },
    recipient: { privateKey, publicKey, nonce },
    bundle: plaintext,
    content: encryptedData,
  };
  return JSON.stringify({
    schema: 'vectors/transfer',
    title: id,
    clauses: ['6.2'],
    provenance: { published: 'public repositories' },
    flags: {},
    numberOfCases: 1,
    groups: [{ curve: 'weierstrass', cases: [each] }],
  });
}

async function main([folder, ...others]: readonly string[]): Promise<void> {
  if (folder === undefined || others.length > 0 || !existsSync(folder)) {
    console.error('usage: scripts/against.ts FOLDER, which holds contract/ and vectors/');
    process.exitCode = 2;
    return;
  }
  for (const { name, flaws } of [quotes(folder), await transfers(folder)]) {
    console.log(`${flaws.length === 0 ? '✔' : '✖'} ${name}`);
    for (const flaw of flaws) console.log(`    ${flaw}`);
    if (flaws.length > 0) process.exitCode = 1;
  }
}

void main(process.argv.slice(2));
