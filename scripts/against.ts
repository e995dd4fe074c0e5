/**
 * Checks the suite against two sources that are not in the repository. Run by hand:
 * `node -r ./bin/typescript.cjs scripts/against.ts FOLDER`.
 * `FOLDER/contract/*.txt` must contain the document that clauses and quotes refer to.
 * `FOLDER/vectors/public-implementations.json` must contain transfers that public implementations published.
 * To check only the document, run `npm run generate -- coverage --check DOCUMENT`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractObligations } from '../support/obligations';
import { checkVectors } from '../support/cases/load-vectors';
import { runVectors } from '../support/vectors/run-vectors';
import type { Check } from './coverage/check';
import { coverageChecks, printChecks } from './coverage/check';
import { readCoverage } from './coverage/list';

interface Party {
  readonly privateKey?: string;
  readonly publicKey: string;
  readonly x509PublicKey?: string;
  readonly nonce: string;
}

/** A transfer with keys in short Weierstrass form. All values except `id` and `plaintext` are Base64. */
interface Published {
  readonly id: string;
  readonly requester: Required<Party>;
  readonly sender: Party;
  readonly plaintext: string;
  readonly encryptedData: string;
}

/**
 * Checks that both of our crypto implementations decrypt the published transfers, with the sender's public
 * key in each published encoding.
 */
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

/** Returns a vector file with one transfer, in the format of `vectors/`. */
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
  const document = globSync('contract/*.txt', { cwd: folder })
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');
  printChecks([
    ...coverageChecks(document, readCoverage(), contractObligations.all),
    await transfers(folder),
  ]);
}

void main(process.argv.slice(2));
