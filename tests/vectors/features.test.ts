import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import type { Examples } from '@cucumber/messages';
import { loadVectors, ownVectorPaths } from '../../support/run/cases/load-vectors';
import { decodedJwt } from '../../support/vectors/decoded-jwt';
import { namesOf, readVectorFeatures, tagsOf } from '../features/feature-files';
import { inFile, members, rowOf } from './rows';

const features = readVectorFeatures();
const pickles = features.flatMap((file) => file.pickles);
const rows = pickles.flatMap((pickle) => rowOf(pickle) ?? []);
const vectors = new Map(ownVectorPaths().map((path) => [basename(path), loadVectors(path).file]));

type LooseCase = Readonly<Record<string, unknown>> & { readonly result: string };

/** The case that a row is about. */
function caseOf({ file, id, location }: { file: string; id: string; location: string }): LooseCase {
  const cases = vectors.get(file)?.groups.flatMap((group) => group.cases as unknown as LooseCase[]) ?? [];
  const found = cases.find((each) => each.id === id);
  assert.ok(found, `${location}: ${file} has no case ${id}`);
  return found;
}

describe('the rows of the features of known answers', () => {
  it('are many', () => {
    assert.ok(rows.length > 150, String(rows.length));
  });

  it('have the values of the vector files, byte for byte', () => {
    let values = 0;
    for (const row of rows)
      for (const [word, cell] of [...row.inputs, ...row.outputs, ...row.beginnings]) {
        const member = members[row.file]?.[word];
        assert.ok(member, `${row.location}: ${word} of ${row.file}`);
        const known = caseOf(row)[member];
        const written = inFile(row.file, member, cell);
        if (row.beginnings.some(([beginning]) => beginning === word)) {
          assert.ok(cell.length >= 20, row.location);
          assert.ok(String(known).startsWith(written), `${row.location}: ${word}`);
        } else assert.equal(written, known, `${row.location}: ${word}`);
        values += 1;
      }
    assert.ok(values > rows.length, 'rows show next to nothing');
  });

  it('accept what is valid, and refuse what is invalid', () => {
    for (const row of rows) assert.equal(row.result, caseOf(row).result, row.location);
  });

  it('show what a JWT says where it says so', () => {
    const forged = rows.filter(({ file }) => file === 'jwts.json');
    assert.ok(forged.length > 15);
    for (const row of forged) {
      assert.equal(row.says.length, 1, row.location);
      for (const what of row.says)
        assert.ok(decodedJwt(String(caseOf(row).jwt)).includes(what), `${row.location}: ${what}`);
    }
  });

  it('are there once each', () => {
    const keys = pickles.map(({ steps }) => steps.map(({ text }) => text).join('\n'));
    assert.equal(new Set(keys).size, keys.length);
  });
});

describe('the features of known answers', () => {
  it('cover every vector file: telling cases as rows, all of them by one scenario', () => {
    for (const [name, { numberOfCases }] of vectors) {
      assert.ok(rows.filter(({ file }) => file === name).length >= 5, `${name} has few rows`);
      const whole = pickles.filter(({ steps }) => steps[0]?.text === `every known answer of "${name}"`);
      assert.equal(whole.length, 1, name);
      assert.equal(whole[0]?.steps.at(-1)?.text, `all ${numberOfCases} cases hold`);
    }
  });

  const tables = features.flatMap(({ file, feature }) =>
    feature.children.flatMap(({ scenario }) =>
      (scenario?.examples ?? []).map((each) => [file, each] as const),
    ),
  );

  it('name every table, and each row says why it is there', () => {
    assert.ok(tables.length > 25);
    for (const [file, { name, tableHeader, tableBody }] of tables as readonly (readonly [
      string,
      Examples,
    ])[]) {
      assert.match(name, /\w{2,}/, file);
      const headers = tableHeader?.cells.map(({ value }) => value) ?? [];
      assert.equal(headers[0], 'case', file);
      assert.equal(headers.at(-1), 'why', file);
      for (const { cells } of tableBody) assert.ok((cells.at(-1)?.value ?? '').length >= 3, file);
    }
  });

  it('begin with the words of the document', () => {
    for (const { file, feature } of features)
      assert.match(feature.description.trim(), /^"[^"]{20,}"[^.]*\(\d\.\d(\.\d)?\)/, file);
  });

  it('bear no tag of a subject or an obligation: they show nothing of anybody', () => {
    for (const each of features)
      for (const name of namesOf(tagsOf(each))) assert.equal(name, 'judge', each.file);
    const own = pickles.filter(({ tags }) => namesOf(tags).includes('judge'));
    assert.ok(own.length > 20, 'the self-test runs next to none');
  });

  it('get along with at most fourteen steps', () => {
    const text = readFileSync(join(__dirname, '../../steps/vectors.steps.ts'), 'utf8');
    const steps = text.match(/^(Given|When|Then)\(/gm) ?? [];
    assert.ok(steps.length > 5 && steps.length <= 14, String(steps.length));
  });
});
