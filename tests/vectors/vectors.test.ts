import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { checkVectors, loadVectors, ownVectorPaths } from '../../support/run/cases/load-vectors';
import { runVectors } from '../../support/vectors/run-vectors';
import type { AnyVectorFile } from '../../support/run/cases/vector-file';
import { files, textOf } from '../../vectors/generate';
import type { LooseCase } from './changes';
import { changesOf } from './changes';

const paths = ownVectorPaths();

describe('the vector files', () => {
  it('are those that the generator makes, byte for byte', () => {
    assert.deepEqual(paths.map((path) => basename(path)).sort(), Object.keys(files).sort());
    for (const path of paths) {
      const make = files[basename(path)];
      assert.ok(make);
      assert.equal(readFileSync(path, 'utf8') === textOf(make()), true, basename(path));
    }
  });

  for (const path of paths)
    it(`${basename(path)} passes on every implementation`, async () => {
      const { file } = loadVectors(path);
      const { run, passed, failures, notApplicable } = await runVectors(file);
      assert.deepEqual(failures, []);
      assert.deepEqual([passed, notApplicable], [run, 0]);
      assert.ok(run >= 2 * file.numberOfCases, 'a case ran on one implementation alone');
    });

  it('are named in their README, with their number of cases', () => {
    const readme = readFileSync(join(__dirname, '../../vectors/README.md'), 'utf8');
    for (const path of paths) {
      const { name, file } = loadVectors(path);
      const row = readme.split('\n').find((line) => line.includes(`\`${name}\``));
      assert.equal(row?.split('|')[2]?.trim(), String(file.numberOfCases), name);
    }
  });
});

/** The file with one case alone, changed. */
function withCase(file: AnyVectorFile, group: object, each: LooseCase): AnyVectorFile {
  return { ...file, numberOfCases: 1, groups: [{ ...group, cases: [each] }] } as unknown as AnyVectorFile;
}

describe('one changed byte', () => {
  for (const path of paths) {
    const { name, file } = loadVectors(path);
    it(`fails in every case of ${name}`, async () => {
      let changes = 0;
      for (const { cases, ...group } of file.groups)
        for (const each of cases as unknown as LooseCase[])
          for (const [what, changed] of changesOf(file.schema, each, group)) {
            const { failed } = await runVectors(withCase(file, group, changed));
            assert.ok(failed > 0, `${each.id}: ${what} was changed, and nothing failed`);
            changes += 1;
          }
      assert.ok(changes >= file.numberOfCases);
    });
  }
});

const published = join(__dirname, '../../../shared/vectors/public-implementations.json');

describe(
  'values that public implementations publish',
  { skip: !existsSync(published) && 'they are not there' },
  () => {
    interface Party {
      readonly privateKey?: string;
      readonly publicKey: string;
      readonly x509PublicKey?: string;
      readonly nonce: string;
    }
    interface Published {
      readonly id: string;
      readonly requester: Required<Party>;
      readonly sender: Party;
      readonly plaintext: string;
      readonly encryptedData: string;
    }
    const { encryption } = existsSync(published)
      ? (JSON.parse(readFileSync(published, 'utf8')) as { encryption: Published[] })
      : { encryption: [] };

    it('decrypt on both implementations, with every form of key', async () => {
      assert.ok(encryption.length > 0);
      for (const { id, requester, sender, plaintext, encryptedData } of encryption)
        for (const key of [sender.publicKey, sender.x509PublicKey].filter((each) => each !== undefined)) {
          const each = {
            ...{ id: 'published', comment: id, flags: [], result: 'valid', provenance: 'published' },
            sender: { publicKey: key, nonce: sender.nonce },
            recipient: {
              privateKey: requester.privateKey,
              publicKey: requester.publicKey,
              nonce: requester.nonce,
            },
            bundle: plaintext,
            content: encryptedData,
          };
          const text = JSON.stringify({
            schema: 'vectors/transfer',
            title: id,
            clauses: ['6.2'],
            provenance: { published: 'public repositories' },
            flags: {},
            numberOfCases: 1,
            groups: [{ curve: 'weierstrass', cases: [each] }],
          });
          const { run, failures } = await runVectors(checkVectors(id, text));
          assert.deepEqual([run, failures], [2, []], id);
        }
    });
  },
);
