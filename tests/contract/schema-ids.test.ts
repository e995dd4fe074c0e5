import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { membersIn } from '../../support/contract/body-members';

const folder = join(__dirname, '..', '..', 'schemas');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.schema.json'))
  .map((name) => join(folder, name));

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** As a program finds it that has nothing but the file: resolved against the file's own place. */
function resolved(reference: string, file: string): unknown {
  const address = new URL(reference, pathToFileURL(file));
  const pointer = decodeURIComponent(address.hash.slice(1));
  address.hash = '';
  const target = fileURLToPath(address);
  if (!existsSync(target)) return undefined;
  const steps = pointer.split('/').slice(1);
  const named = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');
  return steps.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[named(step)] : undefined,
    read(target),
  );
}

describe('the $id of a schema', () => {
  for (const file of files)
    it(`leads to the file itself: ${file.slice(folder.length + 1)}`, () => {
      const { $id = '' } = read(file) as { readonly $id?: string };
      assert.equal($id, basename(file));
      assert.deepEqual(resolved($id, file), read(file));
    });
});

describe('a $ref of a schema', () => {
  const references = files.flatMap((file) =>
    membersIn(read(file))
      .filter(({ name, value }) => name === '$ref' && typeof value === 'string')
      .map(({ value }) => [value as string, file] as const),
  );

  it('leads to a schema, in the same file or in another of the package', () => {
    assert.ok(references.filter(([reference]) => !reference.startsWith('#')).length > 20);
    for (const [reference, file] of references) {
      const found = resolved(reference, file);
      assert.ok(
        typeof found === 'object' || typeof found === 'boolean',
        `${file}: ${reference} leads nowhere`,
      );
    }
  });

  it('leads nowhere where its file or its pointer is wrong', () => {
    const [reference, file] = references.find(([each]) => each.startsWith('results.schema.json#')) ?? [
      '',
      '',
    ];
    assert.notEqual(resolved(reference, file), undefined);
    assert.equal(resolved(reference.replace('results.schema.json', 'results'), file), undefined);
    assert.equal(resolved(`${reference}/nothing`, file), undefined);
  });
});
