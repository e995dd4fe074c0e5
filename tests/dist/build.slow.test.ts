import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readResults } from '../report/embedded-run';
import { harText, interleaved, trafficOf } from '../traffic/several';
import type { SuiteCopy } from './suite-copy';
import { copySuite } from './suite-copy';

const bundle = 'dist/conform.cjs';
const sources = 'support/cli.ts';

function edit(suite: SuiteCopy, file: string, from: string, to: string): void {
  const path = join(suite.folder, file);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from), `${file} holds: ${from}`);
  writeFileSync(path, text.replace(from, to));
}

describe('dist/', { timeout: 300_000 }, () => {
  let suite: SuiteCopy;
  before(() => {
    suite = copySuite();
    suite.build();
  });
  after(() => {
    suite.remove();
  });

  it('runs where it is what the sources compile to, and the sources run on request', async () => {
    const built = await suite.conform(['--version']);
    const compiled = await suite.conform(['--version'], { env: { CONFORM_SOURCES: '1' } });
    assert.deepEqual([built.own.includes(bundle), built.own.includes(sources)], [true, false]);
    assert.deepEqual([compiled.own.includes(bundle), compiled.own.includes(sources)], [false, true]);
    // The digest of the suite, too: reports of both are of the same suite.
    assert.equal(built.stdout, compiled.stdout);
  });

  it('finds features with their lines from another folder', async () => {
    const explained = await suite.conform(['explain', 'HDR-05']);
    assert.match(explained.stdout, /features\/headers\/request-headers\.feature:\d+/);
  });

  it('keeps the site and recorded examples when it is built again, and explain names the page', async () => {
    const page = join(suite.folder, 'dist/site/obligations/ses-08.html');
    assert.doesNotMatch((await suite.conform(['explain', 'SES-08'])).stdout, /\.html$/m);
    mkdirSync(dirname(page), { recursive: true });
    writeFileSync(page, '<h1>SES-08</h1>');
    const examples = join(suite.folder, 'dist/exchanges.json');
    writeFileSync(examples, '{"inputs":"","examples":{}}');
    suite.build();
    assert.ok(existsSync(examples));
    const explained = await suite.conform(['explain', 'SES-08']);
    assert.ok(explained.stdout.includes(`\n  ${page}\n`), explained.stdout);
    assert.ok(explained.own.includes(bundle), 'what was built is fresh');
  });

  it('runs a self-test, and its report names files of the suite by their sources', async () => {
    const ran = await suite.conform(['run', '--self-test', '--only', 'SES-08', '--reports', 'out']);
    assert.equal(ran.code, 0, ran.stderr);
    assert.ok(ran.own.includes(bundle));
    const messages = readFileSync(join(suite.folder, '../elsewhere/out/messages.ndjson'), 'utf8');
    assert.match(messages, /"uri":"steps\/\w+\.steps\.ts"/);
    assert.doesNotMatch(messages, /conform\.cjs/);
  });

  it('starts the processes of an audit from the bundle', async () => {
    const traffic = join(suite.folder, '../traffic.har');
    const reports = join(suite.folder, '../audited');
    writeFileSync(traffic, harText(interleaved(trafficOf([{ clientId: 'SBX_1' }, { clientId: 'SBX_2' }]))));
    const ran = await suite.conform(['audit', traffic, '--jobs', '2', '--reports', reports]);
    assert.ok(ran.own.includes(bundle), ran.stderr);
    assert.equal(readResults(reports).clients?.length, 2);
  });

  it('finds the thread of a proxy beside the bundle', async () => {
    const reports = join(suite.folder, '../proxied');
    const target = `${reports}.yaml`;
    writeFileSync(target, 'name: x\nenvironment: sandbox\nservices:\n  gateway: http://127.0.0.1:1\n');
    const ran = await suite.conform(['proxy', '--target', target, '--reports', reports, '--for', '1']);
    assert.equal(ran.code, 3, ran.stderr);
    assert.ok(ran.own.includes(bundle));
    assert.equal(readResults(reports).exchanges, 0, 'without the thread there is no report');
  });

  it('has the notices of what lies in it', () => {
    const notices = readFileSync(join(suite.folder, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['preact', 'fastify', '@cucumber/cucumber', 'pactum'])
      assert.match(notices, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'), name);
    assert.doesNotMatch(notices, /^regexp-(tree|match-indices) /m, 'the engine does what they do');
  });

  it('names file and line of the source where the suite itself fails', async () => {
    const broken = copySuite();
    try {
      edit(broken, 'support/cli/list.ts', 'return exitCodes.conforms;', "throw new Error('on purpose');");
      broken.build();
      const { stderr, code, own } = await broken.conform(['list']);
      assert.equal(code, 3);
      assert.ok(own.includes(bundle));
      const line =
        readFileSync(join(broken.folder, 'support/cli/list.ts'), 'utf8')
          .split('\n')
          .findIndex((each) => each.includes('on purpose')) + 1;
      assert.match(stderr, /fault of the suite: Error: on purpose/);
      assert.ok(stderr.includes(`support/cli/list.ts:${line}`), stderr);
    } finally {
      broken.remove();
    }
  });

  it('is left alone once a source was edited: the edit runs at once, and after the next build from dist/', async () => {
    edit(suite, 'support/cli.ts', 'Conformance tests for', 'Edited tests for');
    const edited = await suite.conform(['--help']);
    assert.match(edited.stdout, /Edited tests for/);
    assert.ok(!edited.own.includes(bundle));
    suite.build('--if-stale');
    const rebuilt = await suite.conform(['--help']);
    assert.match(rebuilt.stdout, /Edited tests for/);
    assert.ok(rebuilt.own.includes(bundle));
    // What was undone is fresh again, whatever the times of the files say.
    edit(suite, 'support/cli.ts', 'Edited tests for', 'Other tests for');
    edit(suite, 'support/cli.ts', 'Other tests for', 'Edited tests for');
    assert.ok((await suite.conform(['--help'])).own.includes(bundle));
  });

  it('is stale once a source is added, or the lock file names other packages', async () => {
    suite.build('--if-stale');
    const added = join(suite.folder, 'steps/added.steps.ts');
    writeFileSync(added, '');
    assert.ok(!(await suite.conform(['--help'])).own.includes(bundle));
    rmSync(added);
    assert.ok((await suite.conform(['--help'])).own.includes(bundle));
    edit(suite, 'package-lock.json', '"lockfileVersion": 3', '"lockfileVersion":  3');
    assert.ok(!(await suite.conform(['--help'])).own.includes(bundle));
  });

  it('is whole or absent: nothing is left beside it, and one without its list does not count', async () => {
    suite.build();
    assert.deepEqual(
      readdirSync(suite.folder).filter((name) => name.includes('.tmp')),
      [],
    );
    rmSync(join(suite.folder, 'dist/build.json'));
    assert.ok(!(await suite.conform(['--help'])).own.includes(bundle));
  });
});

describe('a package that holds dist/ and no sources', { timeout: 300_000 }, () => {
  let suite: SuiteCopy;
  before(() => {
    suite = copySuite();
    suite.build();
  });
  after(() => {
    suite.remove();
  });

  it('runs as the clone that it was built from, under the same digest, and tells of a changed bundle', async () => {
    const clone = await suite.conform(['--version']);
    for (const name of ['support', 'steps', 'scripts', 'tsconfig.json', 'package-lock.json', 'cucumber.cjs'])
      rmSync(join(suite.folder, name), { recursive: true });
    const packed = await suite.conform(['--version']);
    assert.equal(packed.stdout, clone.stdout);
    assert.equal(
      (await suite.conform(['run', '--self-test', '--only', 'HDR-05', '--reports', 'out'])).code,
      0,
    );
    edit(suite, bundle, 'Conformance tests for', 'Changed tests for');
    const changed = await suite.conform(['--version']);
    assert.notEqual(changed.stdout, clone.stdout);
  });
});
