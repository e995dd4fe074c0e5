import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { byHandTemplate } from '../../support/cli/client-template';
import { loadTargetText } from '../../support/run/targets';
import type { TargetMember, OpenTarget } from '../../support/ui/api';
import { joinLines } from '../targets/target-files';
import { openUi } from './open';
import { openTargetFile, readOpenTarget, saveTarget, sound, type, putTargetText } from './target-calls';

describe('a target that is open', () => {
  it('is a text that every page is told, checked with each change, each mistake at its line', async (t) => {
    const opened = await openUi(t, { text: sound });
    const before = await readOpenTarget(opened);
    assert.deepEqual([before.text, before.isSaved, before.isNew, before.problems], [sound, true, false, []]);
    const text = joinLines(
      'name: a',
      'services:',
      '  gateway: http://far.example',
      'limits: { timeoutMs: soon }',
    );
    const { body } = await putTargetText(opened, text);
    assert.deepEqual(
      body.problems.map(({ line, path, message }) => [line, path.join('.'), message.split(',')[0]]),
      [
        [3, 'services.gateway', 'is plain http outside this machine'],
        [4, 'limits.timeoutMs', 'must be a whole number'],
      ],
    );
    assert.deepEqual(await readOpenTarget(opened), body);
    assert.equal(readFileSync(opened.file, 'utf8'), sound, 'nothing is written yet');
    const broken = await putTargetText(opened, 'name: [a\n');
    assert.deepEqual([broken.status, broken.body.problems[0]?.line], [200, 1]);
    assert.equal((await saveTarget(opened)).status, 200, 'who saves it half done goes on later');
    assert.equal(readFileSync(opened.file, 'utf8'), 'name: [a\n');
  });

  it('names the field profile that the text extends, and whether its name is valid', async (t) => {
    const opened = await openUi(t, { text: sound });
    assert.equal((await readOpenTarget(opened)).profile, undefined);
    const extended = `${sound}extends: profiles/claims-exchange-2026-09\n`;
    const stated = { name: 'claims-exchange-2026-09', date: '2026-09-30' };
    const { body } = await putTargetText(opened, extended);
    assert.deepEqual(body.profile, { ...stated, overridden: [] });
    const { body: changed } = await putTargetText(opened, `${extended}readings: { session-status: 200 }\n`);
    assert.deepEqual(changed.profile, { ...stated, overridden: ['session-status'] });
  });

  it('is saved whole, with the ends of its lines and its mode, behind a link, and nothing beside it', async (t) => {
    for (const form of [(text: string) => text, (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`]) {
      const opened = await openUi(t, { text: form(sound) });
      chmodSync(opened.file, 0o640);
      symlinkSync('target.yaml', join(opened.folder, 'link.yaml'));
      const linked = await openUi(t, { target: join(opened.folder, 'link.yaml') });
      const { text = '' } = await readOpenTarget(linked);
      // As a text area gives it.
      await putTargetText(linked, text.replaceAll('\r', '').replace('500', '900'));
      const { body } = await saveTarget(linked);
      assert.equal(body.isSaved, true);
      assert.equal(readFileSync(opened.file, 'utf8'), form(sound.replace('500', '900')));
      assert.equal(statSync(opened.file).mode & 0o777, 0o640);
      assert.deepEqual(readdirSync(opened.folder), ['link.yaml', 'target.yaml']);
    }
  });

  it('is not overwritten where another page or another program changed it meanwhile', async (t) => {
    const opened = await openUi(t, { text: sound });
    const { revision } = await readOpenTarget(opened);
    assert.equal((await type(opened, 'ANY', 'value')).status, 200);
    const mine = await putTargetText(opened, 'name: mine\n', revision);
    assert.equal(mine.status, 200, 'a variable changes no text');
    const late = await putTargetText(opened, 'name: late\n', revision);
    assert.deepEqual(
      [late.status, late.body.error.message],
      [409, 'the target was changed elsewhere meanwhile'],
    );
    for (const theirs of ['name: theirs\n', undefined]) {
      if (theirs === undefined) rmSync(opened.file);
      else writeFileSync(opened.file, theirs);
      const refused = await saveTarget(opened);
      assert.deepEqual(
        [refused.status, refused.body.error.message.includes('has changed on disk')],
        [409, true],
      );
    }
    assert.equal((await saveTarget(opened, true)).status, 200);
    assert.equal(readFileSync(opened.file, 'utf8'), 'name: mine\n');
    writeFileSync(opened.file, 'name: theirs\n');
    assert.equal(
      (await openTargetFile(opened, (await readOpenTarget(opened)).file)).body.text,
      'name: theirs\n',
    );
  });

  it('begins with a template that a run would take, as soon as it is filled in', async (t) => {
    for (const [what, form] of [
      ['services', /^services:$/m],
      ['by-hand', /^ {2}manual: true/m],
      ['program', /^ {2}command: \[node, adapter\.cjs\]/m],
      ['url', /^ {2}url: "http:/m],
    ] as const) {
      const opened = await openUi(t);
      assert.deepEqual(
        [(await readOpenTarget(opened)).isNew, (await saveTarget(opened)).status],
        [true, 422],
      );
      const { body } = await opened.tell<OpenTarget>('POST', '/api/target/new', { for: what });
      assert.match(body.text ?? '', form);
      assert.deepEqual(body.problems, [], what);
      assert.equal((await saveTarget(opened)).body.isNew, false);
      const again = await opened.tell('POST', '/api/target/new', { for: what });
      assert.equal(again.status, 409, 'it takes the place of none');
    }
  });

  it('has of the template for by hand what a client needs, the rest as comments that hold', () => {
    assert.doesNotMatch(byHandTemplate(), /initialize/);
    const uncommented = byHandTemplate()
      .replace(/^( *)# (?=(?:product|callbackUrl|mock|logs|declarations): ?)/gm, '$1')
      .replace(/^# (?= +[A-Z]{3}-\d\d)/m, '');
    const { integrator, roles, product, declarations } = loadTargetText(uncommented, 'target.yaml', {});
    assert.deepEqual(
      [integrator?.manual, integrator?.callbackUrl, roles, product?.name, Object.keys(declarations)],
      [true, 'https://host.example/callbacks', ['session', 'identity', 'registry'], 'My Product', ['TOK-08']],
    );
  });

  it('lies below the folder, and is a text', async (t) => {
    const opened = await openUi(t);
    const [before, inside] = [process.cwd(), join(opened.folder, 'inside')];
    mkdirSync(inside);
    for (const [name, text] of [
      ['../out.yaml', 'name: out\n'],
      ['in.yaml', 'name: in\n'],
      ['.env', 'SECRET=1\n'],
      ['binary.yaml', Buffer.from([0xff, 0xfe, 0x00, 0x41])],
      ['large.yaml', `name: ${'a'.repeat(600_000)}\n`],
      ['waivers.yaml', '[]'],
    ] as const)
      writeFileSync(join(inside, name), text);
    symlinkSync(opened.folder, join(inside, 'way-out'));
    process.chdir(inside);
    try {
      for (const file of [
        '../out.yaml',
        join(opened.folder, 'out.yaml'),
        'way-out/out.yaml',
        '.env',
        'a\0.yaml',
      ])
        assert.equal((await openTargetFile(opened, file)).status, 422, file);
      const elsewhere = await openTargetFile(opened, '../my file.yaml');
      assert.equal(elsewhere.body.error.hint, 'npx conform ui --target "../my file.yaml"');
      assert.equal((await openTargetFile(opened, 'none/in.yaml')).status, 422);
      const { body } = await openTargetFile(opened, 'in.yaml');
      assert.deepEqual(
        [body.text, body.others],
        ['name: in\n', ['binary.yaml', 'large.yaml', 'waivers.yaml']],
      );
      for (const [file, why] of [
        ['binary.yaml', /is not text in UTF-8/],
        ['large.yaml', /is too large for a target file/],
      ] as const) {
        const shown = (await openTargetFile(opened, file)).body;
        assert.match(shown.notShown?.message ?? '', why);
        assert.deepEqual(
          [shown.text, shown.isNew, (await saveTarget(opened)).status],
          [undefined, false, 422],
        );
      }
    } finally {
      process.chdir(before);
    }
  });

  it('has help for its members, those of readings and declarations too', async (t) => {
    const { body } = await (await openUi(t)).tell<TargetMember[]>('GET', '/api/target/members');
    const of = (path: string) => body.find((each) => each.path === path);
    assert.deepEqual(of('limits.probes'), {
      ...{ path: 'limits.probes', purpose: 'gentle: nothing that may lock an account.', isRequired: false },
      ...{ choices: ['full', 'gentle'], standard: 'full' },
    });
    assert.deepEqual(
      [of('name')?.isRequired, of('credentials.clientSecret')?.example],
      [true, '${CLIENT_SECRET}'],
    );
    assert.equal(of('readings.stale-after.status')?.standard, 'any-4xx');
    assert.match(of('readings.stale-after')?.purpose ?? '', /^The document \(clause 5\.2\) is silent on /);
    assert.ok(of('otp.*.value') && of('declarations.*.by') && body.every(({ purpose }) => purpose !== ''));
  });
});
