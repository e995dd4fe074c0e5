import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { currentEdition, sourceDocument } from '../../support/contract/source';
import { differenceOf } from '../../support/editions/difference';
import { contractObligations } from '../../support/obligations';
import { first, second, secondName } from '../editions/second';
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
    const mine = ['http/http-client.private.env.json', 'postman/credentials.postman_environment.json'];
    const made = [
      'http/http-client.env.json',
      'http/session.http',
      'postman/gateway.postman_collection.json',
    ];
    for (const folder of ['http', 'postman']) mkdirSync(join(cwd, folder));
    for (const file of [...mine, ...made]) writeFileSync(join(cwd, file), 'mine');
    const { stdout } = await conform(['contract', '--http', 'http', '--postman', 'postman'], { cwd });
    for (const file of mine) {
      assert.equal(read(cwd, file), 'mine');
      assert.ok(stdout.includes(`Kept ${file}`), stdout);
    }
    for (const file of made) assert.notEqual(read(cwd, file), 'mine');
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
    const args = [
      'contract',
      '--http',
      'http',
      '--openapi',
      'api',
      '--postman',
      'p.json',
      '--target',
      'target.yaml',
    ];
    const { code, stderr } = await conform(args, { cwd, env });
    assert.deepEqual([code, stderr], [0, '']);
    const variables = JSON.parse(read(cwd, 'http/http-client.env.json')) as {
      gateway: Record<string, string>;
    };
    const { registry_url: registry, auth_url: gateway, cmId } = variables.gateway;
    assert.deepEqual(
      [registry, gateway, cmId],
      ['https://registry.sandbox/v4', 'https://gateway.example', 'mine'],
    );
    assert.match(
      read(cwd, 'http/certificates-and-otp.http'),
      /\{\{registry_url\}\}\/v2\/registration\/citizen-number\/verifyOTP/,
    );
    assert.match(read(cwd, 'api/identity.openapi.json'), /"\/person\/api\/v3\/profile\/public\/certificate"/);
    const everything = readdirSync(cwd, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(http|json)$/.test(file))
      .map((file) => read(cwd, file));
    assert.equal(everything.length, 12);
    for (const text of everything) assert.doesNotMatch(text, /canary/);
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

describe('conform contract, of editions', () => {
  it('lists those that the suite knows, and says which is its own', async () => {
    const { code, stdout } = await conform(['contract']);
    assert.equal(code, 0);
    assert.match(
      stdout,
      new RegExp(`^${currentEdition} {2}current {2}${contractObligations.all.length} obligations, 14`),
    );
    const rows = JSON.parse((await conform(['contract', '--json'])).stdout) as readonly object[];
    assert.deepEqual(rows, [
      {
        name: currentEdition,
        current: true,
        ...{ title: sourceDocument.title, date: sourceDocument.date, digest: sourceDocument.digest },
        obligations: contractObligations.all.length,
      },
    ]);
  });

  it('says what a second one asks for, in words and as JSON', async (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(join(cwd, 'second.json'), JSON.stringify(second));
    const args = ['contract', '--diff', currentEdition, 'second.json'];
    const { code, stdout, stderr } = await conform(args, { cwd });
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(
      stdout,
      [
        `From ${currentEdition} to ${secondName}`,
        '',
        'Obligations: 1 added, 0 changed, 0 removed',
        '  + XTR-01 [must, integrator, clause 4.1] Session requests have no query in their address',
        '',
        'Operations: 0 added, 1 changed, 0 removed',
        '  ~ session.create',
        '      path: /api/hiecm/gateway/v3/sessions → /api/hiecm/gateway/v4/sessions',
        '      headers: ["REQUEST-ID","TIMESTAMP","X-CM-ID","Content-Type"] → ["REQUEST-ID","TIMESTAMP","X-CM-ID","Content-Type","X-TRACE"]',
        '',
      ].join('\n'),
    );
    const json = JSON.parse((await conform([...args, '--json'], { cwd })).stdout) as unknown;
    assert.deepEqual(json, JSON.parse(JSON.stringify(differenceOf(first, second))));
  });

  it('writes its own edition, from which it does not differ', async (t) => {
    const cwd = temporaryFolder(t);
    assert.equal((await conform(['contract', '--edition', 'own.json'], { cwd })).code, 0);
    const { stdout } = await conform(['contract', '--diff', 'own.json'], { cwd });
    assert.equal(stdout, `From ${currentEdition} to ${currentEdition}\n\nNothing is different.\n`);
  });

  it('refuses a pin of an unknown edition with place and hint, and takes its own', async (t) => {
    const cwd = temporaryFolder(t);
    const file = join(cwd, 'target.yaml');
    writeFileSync(file, 'name: mine\nedition: 2025-01-01-0123456789ab\n');
    const refused = await conform(['list', '--target', 'target.yaml'], { cwd });
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.equal(
      refused.stderr,
      `error: target.yaml:2: edition names an edition that this suite does not know — npx conform contract lists them; this suite judges by ${currentEdition}\n`,
    );
    writeFileSync(file, `name: mine\nedition: ${currentEdition}\n`);
    assert.equal((await conform(['list', '--target', 'target.yaml'], { cwd })).code, 0);
  });

  it('refuses a third edition, and one that it cannot find', async () => {
    const third = await conform(['contract', '--diff', 'a', 'b', 'c']);
    assert.deepEqual([third.code, third.stdout], [2, '']);
    assert.match(third.stderr, /two editions at most: OLD and NEW/);
    const unknown = await conform(['contract', '--diff', 'newest']);
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /^error: --diff newest is no edition that this suite knows — .*\n$/);
  });
});
