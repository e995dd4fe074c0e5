import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { isDeparture } from '../../support/contract/field-profile';
import { readings } from '../../support/contract/readings';
import { shippedProfileNames } from '../../support/targets/field-profiles';
import { loadTarget } from '../../support/run/targets';
import { profileKeyVariable } from '../../support/targets/profile-key';
import { temporaryFolder } from '../report/embedded-run';

const text = readFileSync(join(__dirname, '../../docs/guides/field-profiles.md'), 'utf8');
const profile = /```yaml\n(# our-gateway-2026-11\.yaml\n[^`]+)```/.exec(text)?.[1] ?? '';
const commands = [...text.matchAll(/^ {4}(openssl .+)$/gm)].map(([, line = '']) => line);
const ofEcdsa = /`(openssl dgst [^`]+)`/.exec(text)?.[1] ?? '';

interface Described {
  readonly description: string;
}

test('the guide names each profile of the suite, and each setting that can be a departure', () => {
  for (const name of shippedProfileNames()) assert.ok(text.includes(`profiles/${name}.yaml`), name);
  for (const { id } of readings.filter((each) => isDeparture(each.id)))
    assert.ok(text.includes(`\`${id}\``), id);
});

test('the guide to the library names the functions that accept the key of a signed profile', () => {
  const root = join(__dirname, '../..');
  const options = {
    Mock: 'startMock',
    Certify: 'certify',
    Judge: 'judge',
    Verify: 'verifyPack',
  } as const;
  const api = readFileSync(join(root, 'support/library/api.ts'), 'utf8');
  const withKey = [...api.matchAll(/^export interface (\w+)Options[^{]*\{(.*?)^\}/gms)].flatMap(
    ([, name = '', body = '']) => (body.includes('profileKey?:') ? [name] : []),
  );
  assert.deepEqual(withKey.toSorted(), Object.keys(options).toSorted());
  const library = readFileSync(join(root, 'docs/guides/library.md'), 'utf8');
  const paragraph = library.split(/\n(?=- |\n)/).find((each) => each.includes('`profileKey`')) ?? '';
  for (const name of Object.values(options)) assert.ok(paragraph.includes(`\`${name}\``), name);
});

test('the date of a profile is described in one sentence, in each schema and in the code', () => {
  const root = join(__dirname, '../..');
  const described = ['field-profile', 'results', 'basis'].flatMap((name) => {
    const schema = JSON.parse(readFileSync(join(root, `schemas/${name}.schema.json`), 'utf8')) as unknown;
    const found: string[] = [];
    JSON.stringify(schema, (key, value: { readonly title?: unknown; readonly date?: Described } | null) => {
      // Only profiles have a date beside a title.
      if (key === 'properties' && value?.title !== undefined) found.push(value.date?.description ?? '');
      return value as unknown;
    });
    return found.filter((each) => each !== '');
  });
  const [sentence = '', ...others] = new Set(described);
  assert.equal(described.length, 3);
  assert.deepEqual(others, []);
  const code = readFileSync(join(root, 'support/contract/field-profile.ts'), 'utf8');
  assert.ok(code.includes(sentence.replace(/\.$/, '')), sentence);
});

for (const [kind, lines] of Object.entries({
  Ed25519: commands,
  'ECDSA P-256': [
    'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out operator.key',
    ...commands.slice(1, 2),
    ofEcdsa,
    ...commands.slice(3),
  ],
}))
  test(`the commands of the guide sign its profile with ${kind}, and a target extends it`, (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(join(cwd, 'our-gateway-2026-11.yaml'), profile);
    assert.equal(lines.length, 4);
    for (const line of lines) {
      const [program = '', ...args] = line.split(' ');
      execFileSync(program, args, { cwd, stdio: 'pipe' });
    }
    const target = join(cwd, 'target.yaml');
    const named = /^ {4}(extends: .+)$/m.exec(text)?.[1] ?? '';
    writeFileSync(target, `name: a\n${named}\n`);
    const { fieldProfile } = loadTarget(target, { [profileKeyVariable]: join(cwd, 'operator.pem') });
    assert.equal(fieldProfile?.name, (parse(profile) as { name: string }).name);
  });
