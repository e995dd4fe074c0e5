import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { currentEdition } from '../../support/contract/source';
import { temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

describe('conform contract', () => {
  it('writes an OpenAPI document for each service, and says where', async (t) => {
    const cwd = temporaryFolder(t);
    const { code, stdout, stderr } = await conform(['contract', '--openapi', 'out/api'], { cwd });
    const files = ['dummy-payer', 'gateway', 'identity', 'provider', 'registry'].map(
      (name) => `${name}.openapi.json`,
    );
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(readdirSync(join(cwd, 'out/api')).sort(), files);
    assert.deepEqual(
      stdout.trim().split('\n').sort(),
      files.map((file) => `Wrote out/api/${file}`),
    );
    for (const file of files) assert.match(read(cwd, 'out/api', file), /^\{\n {2}"openapi": "3\.1\.0",/);
  });

  it('writes a Postman collection to a file, or to a folder with an environment for secrets', async (t) => {
    const cwd = temporaryFolder(t);
    assert.equal((await conform(['contract', '--postman', 'mine.json'], { cwd })).code, 0);
    assert.equal((await conform(['contract', '--postman', 'folder'], { cwd })).code, 0);
    const collection = 'gateway.postman_collection.json';
    const environment = 'credentials.postman_environment.json';
    assert.deepEqual(readdirSync(join(cwd, 'folder')).sort(), [environment, collection]);
    assert.equal(read(cwd, 'mine.json'), read(cwd, 'folder', collection));
  });

  it('never replaces what a user filled in, and replaces the rest', async (t) => {
    const cwd = temporaryFolder(t);
    const mine = 'postman/credentials.postman_environment.json';
    const made = 'postman/gateway.postman_collection.json';
    mkdirSync(join(cwd, 'postman'));
    for (const file of [mine, made]) writeFileSync(join(cwd, file), 'mine');
    const { stdout } = await conform(['contract', '--postman', 'postman'], { cwd });
    assert.equal(read(cwd, mine), 'mine');
    assert.ok(stdout.includes(`Kept ${mine}`), stdout);
    assert.notEqual(read(cwd, made), 'mine');
  });

  it('takes addresses, paths and X-CM-ID from a target, and no secret', async (t) => {
    const cwd = temporaryFolder(t);
    const target = {
      name: 'sandbox',
      services: { registry: 'https://registry.sandbox/v4' },
      paths: { identity: 'person', nationalId: 'citizen-number' },
      cmId: 'mine',
      credentials: { clientId: '${CONTRACT_TEST_ID}', clientSecret: '${CONTRACT_TEST_SECRET}' },
    };
    writeFileSync(join(cwd, 'target.yaml'), JSON.stringify(target));
    const env = { CONTRACT_TEST_ID: 'id-canary', CONTRACT_TEST_SECRET: 'secret-canary' };
    const args = ['contract', '--openapi', 'api', '--postman', 'p', '--target', 'target.yaml'];
    const { code, stderr } = await conform(args, { cwd, env });
    assert.deepEqual([code, stderr], [0, '']);
    const collection = read(cwd, 'p/gateway.postman_collection.json');
    const { variable } = JSON.parse(collection) as { variable: { key: string; value: string }[] };
    const variables = Object.fromEntries(variable.map(({ key, value }) => [key, value]));
    const { registry_url: registry, auth_url: gateway, cmId } = variables;
    assert.deepEqual(
      [registry, gateway, cmId],
      ['https://registry.sandbox/v4', 'https://gateway.example', 'mine'],
    );
    assert.match(collection, /\{\{registry_url\}\}\/v2\/registration\/citizen-number\/verifyOTP/);
    assert.match(read(cwd, 'api/identity.openapi.json'), /"\/person\/api\/v3\/profile\/public\/certificate"/);
    const everything = readdirSync(cwd, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => read(cwd, file));
    assert.equal(everything.length, 7);
    for (const text of everything) assert.doesNotMatch(text, /canary/);
  });

  it('says what it can write where it is asked for nothing', async () => {
    const { code, stdout, stderr } = await conform(['contract']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.equal(
      stderr,
      `error: conform contract names nothing to write — --openapi DIR or --postman PATH; this suite judges by edition ${currentEdition}\n`,
    );
  });

  it('says in one line what keeps it from writing', async (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(join(cwd, 'file'), '');
    const blocked = await conform(['contract', '--openapi', 'file/below'], { cwd });
    assert.deepEqual([blocked.code, blocked.stdout], [2, '']);
    assert.match(
      blocked.stderr,
      /^error: file\/below: cannot be written: a file stands where a folder is needed.*\n$/,
    );
    const missing = await conform(['contract', '--openapi', 'api', '--target', 'none.yaml'], { cwd });
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /^error: none\.yaml: .*\n$/);
  });
});

describe('the edition that a target pins', () => {
  it('is that of the suite, or refused with place and hint', async (t) => {
    const cwd = temporaryFolder(t);
    const file = join(cwd, 'target.yaml');
    writeFileSync(file, 'name: mine\nedition: 2025-01-01-0123456789ab\n');
    const refused = await conform(['list', '--target', 'target.yaml'], { cwd });
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.equal(
      refused.stderr,
      `error: target.yaml:2: edition names another edition of the contract than that of this suite — pin ${currentEdition}, or use the version of the suite that was released with 2025-01-01-0123456789ab\n`,
    );
    writeFileSync(file, `name: mine\nedition: ${currentEdition}\n`);
    assert.equal((await conform(['list', '--target', 'target.yaml'], { cwd })).code, 0);
  });
});
