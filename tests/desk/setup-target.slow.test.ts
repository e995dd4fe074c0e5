import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import type { TargetState } from '../../support/desk/wire/setup';
import { lines } from '../targets/target-files';
import { askedDesk } from './asking';
import type { Refusal } from './open-target';
import { commented, edit, save, stateOf, withFile, write } from './open-target';

describe('a target that is open', () => {
  it('is edited and saved, every byte around the change as it was', async (t) => {
    for (const form of [(text: string) => text, (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`]) {
      const desk = await withFile(t, form(commented));
      chmodSync(desk.file, 0o640);
      const { body } = await edit(desk, { path: ['limits', 'timeoutMs'], value: 900 });
      assert.deepEqual([body.isSaved, body.problems], [false, []]);
      assert.equal(readFileSync(desk.file, 'utf8'), form(commented), 'an edit alone writes nothing');
      const saved = await save(desk);
      assert.equal(saved.status, 200, saved.text);
      assert.deepEqual([saved.body.state.isSaved, saved.body.written], [true, [desk.file]]);
      assert.equal(readFileSync(desk.file, 'utf8'), form(commented.replace('500', '900')));
      assert.equal(statSync(desk.file).mode & 0o777, 0o640);
      assert.deepEqual(readdirSync(desk.folder), ['target.yaml'], 'nothing is left beside it');
    }
  });

  it('is checked with every edit, all mistakes at their members', async (t) => {
    const desk = await withFile(t, commented);
    const { body } = await edit(
      desk,
      { path: ['services', 'gateway'], value: 'http://far.example' },
      { path: ['limits', 'timeoutMs'], value: 'soon' },
    );
    assert.deepEqual(
      body.problems.map(({ path, line, message }) => [path.join('.'), line, message.split(',')[0]]),
      [
        ['limits.timeoutMs', 4, 'must be a whole number'],
        ['services.gateway', 6, 'is plain http outside this machine'],
      ],
    );
  });

  it('with mistakes is saved only where that is said', async (t) => {
    const desk = await withFile(t, commented);
    await edit(desk, { path: ['limits', 'timeoutMs'], value: 'soon' });
    const refused = await save(desk);
    assert.equal(refused.status, 422);
    assert.match(refused.body.error.message, /1 mistake is in it: must be a whole number/);
    assert.equal(readFileSync(desk.file, 'utf8'), commented);
    assert.equal((await save(desk, { withProblems: true })).status, 200);
    assert.match(readFileSync(desk.file, 'utf8'), /timeoutMs: soon/);
  });

  it('does not overwrite what others wrote meanwhile, unless that is said', async (t) => {
    const desk = await withFile(t, commented);
    await edit(desk, { path: ['name'], value: 'mine' });
    writeFileSync(desk.file, 'name: theirs\n');
    const refused = await save(desk);
    assert.equal(refused.status, 409);
    assert.match(refused.body.error.message, /target\.yaml has changed on disk/);
    assert.equal(readFileSync(desk.file, 'utf8'), 'name: theirs\n');
    assert.equal((await save(desk, { over: true })).status, 200);
    assert.equal(readFileSync(desk.file, 'utf8'), commented.replace('small', 'mine'));
  });

  it('that others took away, or put there, is told too', async (t) => {
    const gone = await withFile(t, commented);
    await edit(gone, { path: ['name'], value: 'mine' });
    rmSync(gone.file);
    assert.equal((await save(gone)).status, 409);
    const fresh = await askedDesk(t);
    assert.equal((await fresh.ask('POST', '/api/target/begin', { kind: 'mock' })).status, 200);
    writeFileSync(join(fresh.folder, 'target.yaml'), 'name: theirs\n');
    assert.equal((await save(fresh)).status, 409);
    assert.equal(readFileSync(join(fresh.folder, 'target.yaml'), 'utf8'), 'name: theirs\n');
  });

  it('that cannot be written is told with its place', async (t) => {
    const desk = await askedDesk(t, { target: '/nowhere-at-all/target.yaml' });
    await desk.ask('POST', '/api/target/begin', { kind: 'mock' });
    const { status, body } = await save(desk);
    assert.equal(status, 422);
    assert.equal(body.error.message, '/nowhere-at-all/target.yaml: cannot be written (ENOENT)');
  });

  it('behind a link stays behind it', async (t) => {
    const desk = await askedDesk(t);
    const real = join(desk.folder, 'real.yaml');
    writeFileSync(real, commented);
    symlinkSync(real, join(desk.folder, 'target.yaml'));
    await edit(desk, { path: ['name'], value: 'mine' });
    assert.equal((await save(desk)).status, 200);
    assert.match(readFileSync(real, 'utf8'), /"mine"/);
  });

  it('loses the map with its last member, but not the client', async (t) => {
    const desk = await withFile(t, lines('name: a', 'product: { name: p }', 'integrator:', '  processes: 2'));
    await edit(desk, { path: ['product', 'name'] }, { path: ['integrator', 'processes'] });
    assert.deepEqual((await stateOf(desk)).value, { name: 'a', integrator: {} });
  });

  it('is taken as a text too, and what is no YAML is not', async (t) => {
    const desk = await withFile(t, commented);
    const broken = await write(desk, 'name: [a\n');
    assert.equal(broken.status, 422);
    assert.match(broken.body.error.message, /target\.yaml:2: is not YAML/);
    const { textRevision } = await stateOf(desk);
    const { body } = await write(desk, 'name: other\n');
    assert.deepEqual(body.value, { name: 'other' });
    const late = await desk.ask<Refusal>('PUT', '/api/target/text', { text: 'name: late\n', textRevision });
    assert.deepEqual(
      [late.status, late.body.error.message],
      [409, 'the target was changed elsewhere meanwhile'],
    );
    const back = await desk.ask<TargetState>('POST', '/api/target/discard');
    assert.deepEqual([back.body.text, back.body.isSaved], [commented, true]);
  });

  it('tells all tabs that it has changed', async (t) => {
    const desk = await withFile(t, commented);
    const { body } = await edit(desk, { path: ['name'], value: 'b' });
    const { events } = desk.desk.context.hub.kept();
    assert.deepEqual(events, [{ type: 'setup.changed', revision: body.revision }]);
  });
});

describe('a target that cannot be opened', () => {
  for (const [what, text, message] of [
    ['that is no text', Buffer.from([0xff, 0xfe, 0x00, 0x41]), /is not text in UTF-8/],
    ['that is too large', `name: ${'a'.repeat(600_000)}\n`, /is too large for a target file/],
  ] as const)
    it(`${what} is told with its place and a hint`, async (t) => {
      const desk = await withFile(t, text);
      const { status, body } = await desk.ask<Refusal>('GET', '/api/target');
      assert.equal(status, 422);
      assert.match(body.error.message, message);
      assert.match(body.error.message, /target\.yaml/);
      assert.notEqual(body.error.hint, undefined);
    });

  it('as it is no YAML is shown with the line at fault, and its text is mended', async (t) => {
    const desk = await withFile(t, lines('name: a', 'limits:', '\ttimeoutMs: 1'));
    const { problems, value } = await stateOf(desk);
    assert.deepEqual([problems[0]?.line, problems[0]?.path, value], [3, [], undefined]);
    assert.equal((await edit(desk, { path: ['name'], value: 'b' })).status, 422);
    assert.equal((await write(desk, 'name: b\n')).status, 200);
    assert.equal((await save(desk)).status, 200);
  });

  it('is not opened from outside the folder', async (t) => {
    const desk = await askedDesk(t);
    const before = process.cwd();
    const inside = join(desk.folder, 'inside');
    mkdirSync(inside);
    writeFileSync(join(desk.folder, 'out.yaml'), 'name: out\n');
    writeFileSync(join(inside, 'in.yaml'), 'name: in\n');
    writeFileSync(join(inside, '.env'), 'SECRET=1\n');
    symlinkSync(desk.folder, join(inside, 'way-out'));
    process.chdir(inside);
    t.after(() => {
      process.chdir(before);
    });
    const open = (file: string) => desk.ask<Refusal & TargetState>('POST', '/api/target/open', { file });
    for (const file of ['../out.yaml', join(desk.folder, 'out.yaml'), 'way-out/out.yaml', '.env', 'a\0.yaml'])
      assert.equal((await open(file)).status, 422, file);
    assert.match((await open('../out.yaml')).text, /npx conform ui --target \.\.\/out\.yaml"/);
    assert.match((await open('../my file.yaml')).text, /npx conform ui --target '\.\.\/my file\.yaml'"/);
    assert.equal((await stateOf(desk)).folder, realpathSync(inside));
    assert.deepEqual((await open('in.yaml')).body.value, { name: 'in' });
    assert.equal(desk.desk.context.targetFile, 'in.yaml');
    assert.equal((await open('new.yaml')).body.text, undefined);
    process.chdir(before);
  });
});

test('what is no edit is refused before it is looked at', async (t) => {
  const desk = await withFile(t, commented);
  for (const body of [{}, { edits: 'x' }, { edits: [{ value: 1 }] }, { edits: [{ path: [] }] }, []])
    assert.equal((await desk.ask('POST', '/api/target/edit', body)).status, 400);
  for (const path of [
    ['__proto__', 'polluted'],
    ['constructor', 'prototype', 'polluted'],
  ])
    await edit(desk, { path, value: 'yes' });
  assert.equal(({} as { polluted?: string }).polluted, undefined);
});
