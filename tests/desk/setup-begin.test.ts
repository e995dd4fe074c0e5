import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TargetState } from '../../support/desk/wire/setup';
import { loadTarget } from '../../support/run/targets';
import { askedDesk } from './asking';
import type { Refusal } from './open-target';
import { commented, save, stateOf, withFile } from './open-target';

describe('a target to begin with', () => {
  it('of each kind is one that a run takes, once it is filled in', async (t) => {
    const environment = { CLIENT_ID: 'a', CLIENT_SECRET: 'b' };
    for (const wanted of [
      { kind: 'mock' },
      { kind: 'services', services: { gateway: 'https://a.example' } },
      { kind: 'client', roles: ['session', 'hip'], start: 'by-hand' },
      { kind: 'client', roles: ['session'], start: 'url', url: 'http://127.0.0.1:9000/a$&b' },
      { kind: 'client', roles: ['session'], start: 'program', language: 'python' },
    ]) {
      const desk = await askedDesk(t);
      const begun = await desk.ask<TargetState>('POST', '/api/target/begin', wanted);
      assert.deepEqual([begun.body.isNew, begun.body.isSaved, begun.body.problems], [true, false, []]);
      const { body } = await save(desk);
      const file = join(desk.folder, 'target.yaml');
      assert.ok(body.written.includes(file));
      assert.match(
        readFileSync(file, 'utf8'),
        /^# yaml-language-server: \$schema=.*\n# What a run is pointed at/,
      );
      const target = loadTarget(file, environment);
      assert.equal(Object.keys(target.services).length, wanted.kind === 'services' ? 1 : 0);
      if (wanted.kind === 'client') assert.deepEqual(target.roles, wanted.roles);
      for (const each of body.written) assert.ok(statSync(each).isFile());
      assert.equal(body.written.length > 1, wanted.start === 'program');
    }
  });

  it('is refused for services without any address, with the reason', async (t) => {
    const desk = await askedDesk(t);
    const { status, body } = await desk.ask<Refusal>('POST', '/api/target/begin', {
      kind: 'services',
      services: {},
    });
    assert.equal(status, 422);
    assert.match(body.error.message, /services need at least one address/);
    assert.match(body.error.hint ?? '', /would certify the suite's own mock/);
    assert.equal((await stateOf(desk)).text, undefined);
  });

  it('does not take the place of one that is there', async (t) => {
    const desk = await withFile(t, commented);
    assert.equal((await desk.ask('POST', '/api/target/begin', { kind: 'mock' })).status, 409);
  });

  it('leaves an adapter alone that is there already', async (t) => {
    const desk = await askedDesk(t);
    writeFileSync(join(desk.folder, 'adapter.cjs'), '// mine\n');
    const wanted = { kind: 'client', roles: ['session'], start: 'program', language: 'node' };
    const { body } = await desk.ask<TargetState>('POST', '/api/target/begin', wanted);
    assert.ok(body.beside.includes('adapter.cjs'));
    await save(desk);
    assert.equal(readFileSync(join(desk.folder, 'adapter.cjs'), 'utf8'), '// mine\n');
  });
});
