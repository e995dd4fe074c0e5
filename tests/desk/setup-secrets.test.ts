import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import type { DoctorLine, SetupEvent, TargetState } from '../../support/desk/wire/setup';
import { targetOf } from '../cli/targets';
import { leaks } from '../exchange/canaries';
import { runningMock } from '../mock/running-mock';
import { lines } from '../targets/target-files';
import type { AskedDesk } from './asking';
import { askedDesk } from './asking';
import type { Refusal } from './open-target';
import { edit, save, stateOf, withFile, write } from './open-target';

const canary = 'canary of/the+client="secret" ü 9f1c';
const pem = lines('-----BEGIN PRIVATE KEY-----', 'Y2FuYXJ5IG9mIHRoZSBrZXk0', '-----END PRIVATE KEY-----');

/** All that a desk said, told and wrote, and what this process printed meanwhile. */
function watched(t: TestContext, desk: AskedDesk) {
  const said: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    t.mock.method(stream, 'write', (text: string | Uint8Array) => {
      said.push(Buffer.from(text as string).toString());
      return write(text);
    });
  }
  const ask: AskedDesk['ask'] = async (method, path, body) => {
    const answer = await desk.ask(method, path, body);
    said.push(answer.text);
    return answer as never;
  };
  const all = (): string[] => [
    ...said,
    JSON.stringify(desk.desk.context.hub.kept()),
    ...[desk.folder, desk.desk.context.folder].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => readFileSync(join(each.parentPath, each.name), 'utf8')),
    ),
  ];
  return { ...desk, ask, all };
}

/** Waits for the doctor's last line; gives all of them. */
async function doctorLines({ ask, desk }: AskedDesk): Promise<readonly DoctorLine[]> {
  const { hub } = desk.context;
  const ended = new Promise<void>((resolve) => {
    const forget = hub.onNews(() => {
      if (!hub.kept().events.some(({ type }) => type === 'setup.doctor-ended')) return;
      forget();
      resolve();
    });
  });
  const { status, text } = await ask('POST', '/api/doctor');
  assert.equal(status, 202, text);
  await ended;
  return (hub.kept().events as SetupEvent[]).flatMap((event) =>
    event.type === 'setup.doctor-line' ? [event.line] : [],
  );
}

describe('a secret', () => {
  it('that is typed in is kept in memory, used, and found nowhere else', async (t) => {
    const mock = await runningMock(t, { account: { clientSecret: canary } });
    const written = await targetOf(t, mock);
    const desk = watched(t, await askedDesk(t, { target: written.file }));
    const before = await stateOf(desk);
    assert.ok(before.variables.every(({ from }) => from === 'nowhere'));
    assert.deepEqual(before.problems, []);
    for (const [name, value] of Object.entries(written.env))
      assert.equal((await desk.ask('PUT', '/api/secrets', { name, value })).status, 200);
    const { variables } = await stateOf(desk);
    assert.ok(variables.every(({ from }) => from === 'memory'));
    assert.deepEqual(
      variables.filter(({ isSecret }) => isSecret).map(({ name, isLong }) => [name, isLong]),
      [
        ['CLIENT_SECRET', false],
        ['TEST_OTP', false],
        ['PROVIDER_PRIVATE_KEY', true],
      ],
    );
    const told = await doctorLines(desk);
    assert.equal(
      told.find(({ name }) => name === 'credentials accepted')?.state,
      'good',
      JSON.stringify(told),
    );
    assert.equal(process.env.CLIENT_SECRET, undefined);
    const key = written.env.PROVIDER_PRIVATE_KEY ?? '';
    assert.deepEqual(leaks(desk.all().join('\n'), { canary, key, line: key.split('\n')[3] ?? '' }), []);
    assert.ok(desk.all().length > 8);
    const { body } = await desk.ask<TargetState>('POST', '/api/secrets/forget', { name: 'CLIENT_SECRET' });
    assert.equal(body.variables.find(({ name }) => name === 'CLIENT_SECRET')?.from, 'nowhere');
  });

  it('that stands in the file moves into memory, and is out of the file once it is saved', async (t) => {
    const text = lines(
      'name: a # mine',
      `credentials: { clientId: me, clientSecret: ${JSON.stringify(canary)} }`,
      'otp:',
      '  - { value: 482913, txnId: t }',
      '  - { value: "582914", txnId: u }',
      `encryption: { providerKey: ${JSON.stringify(pem)} }`,
      'integrator:',
      '  command: [node, a.cjs]',
      '  env: { API_TOKEN: canary-of-a-token, MODE: fast }',
    );
    const desk = watched(t, await withFile(t, text));
    const file = join(desk.folder, 'target.yaml');
    const state = await stateOf(desk);
    assert.deepEqual(state.moved, [
      'CLIENT_SECRET',
      'TEST_OTP',
      'TEST_OTP_2',
      'PROVIDER_PRIVATE_KEY',
      'API_TOKEN',
    ]);
    assert.equal(state.isSaved, false);
    assert.equal((await save(desk, { withProblems: true })).status, 200);
    assert.deepEqual(parse(readFileSync(file, 'utf8')), {
      name: 'a',
      credentials: { clientId: 'me', clientSecret: '${CLIENT_SECRET}' },
      otp: [
        { value: '${TEST_OTP}', txnId: 't' },
        { value: '${TEST_OTP_2}', txnId: 'u' },
      ],
      encryption: { providerKey: '${PROVIDER_PRIVATE_KEY}' },
      integrator: { command: ['node', 'a.cjs'], env: { API_TOKEN: '${API_TOKEN}', MODE: 'fast' } },
    });
    assert.match(readFileSync(file, 'utf8'), /^name: a # mine$/m);
    const { secrets } = desk.desk.context;
    assert.deepEqual(
      [secrets.environment().CLIENT_SECRET, secrets.environment().PROVIDER_PRIVATE_KEY],
      [canary, pem],
    );
    const canaries = { canary, pem, otp: '482913', other: '582914', token: 'canary-of-a-token' };
    assert.deepEqual(leaks(desk.all().join('\n'), canaries), []);
  });

  it('that an alias would leave in the text keeps the file from being opened', async (t) => {
    const text = lines(`extra: &kept ${canary.slice(0, 9)}-secret`, 'name: a', 'dummyPayerToken: *kept');
    const desk = watched(t, await withFile(t, text));
    const { status } = await desk.ask('GET', '/api/target');
    assert.equal(status, 422);
    assert.deepEqual(
      leaks(desk.all().slice(0, -1).join('\n'), { canary: `${canary.slice(0, 9)}-secret` }),
      [],
    );
  });

  it('that may stand in a file that is no YAML keeps it from being shown', async (t) => {
    for (const line of [
      'credentials: { clientId: a, clientSecret: canary-secret',
      '  clientSecret: canary-secret',
      "  providerKey: 'canary-secret",
      '  value: |\n    canary-secret',
      '  "API_TOKEN": "canary-secret"',
    ]) {
      const desk = watched(t, await withFile(t, lines('name: [a', 'otp:', line)));
      const { status, body } = await desk.ask<Refusal>('GET', '/api/target');
      assert.equal(status, 422, line);
      assert.match(body.error.message, /target\.yaml:\d+: is not YAML/);
      assert.deepEqual(leaks(desk.all().slice(0, -1).join('\n'), { canary: 'canary-secret' }), []);
    }
    const harmless = await withFile(
      t,
      lines('name: [a', '  clientSecret: ${CLIENT_SECRET}', '  value: "${OTP}"'),
    );
    assert.equal((await harmless.ask('GET', '/api/target')).status, 200);
  });

  it('is not taken as a literal, by edit or as text, in the words of a run', async (t) => {
    const desk = await withFile(t, lines('name: a'));
    const said = /credentials\.clientSecret is a secret and must not stand in the file/;
    const byEdit = await edit(desk, { path: ['credentials', 'clientSecret'], value: canary });
    const text = lines('name: a', 'credentials: { clientId: b, clientSecret: literal }');
    const asText = await write(desk, text);
    for (const { status, body, text: whole } of [byEdit, asText]) {
      assert.equal(status, 422);
      assert.match(body.error.message, said);
      assert.deepEqual(leaks(whole, { canary }), []);
    }
    assert.deepEqual((await stateOf(desk)).value, { name: 'a' });
  });

  it('that was typed in is not taken anywhere in the file', async (t) => {
    const desk = await withFile(t, lines('name: a'));
    await desk.ask('PUT', '/api/secrets', { name: 'CLIENT_SECRET', value: 'canary-typed' });
    const { status, body } = await edit(desk, { path: ['operator'], value: 'the canary-typed one' });
    assert.equal(status, 422);
    assert.match(body.error.message, /holds the value of CLIENT_SECRET, which was typed in as a secret/);
  });

  it('has a name as a variable has, and a value', async (t) => {
    const desk = await askedDesk(t);
    for (const body of [
      { name: 'a b', value: 'x' },
      { name: '1', value: 'x' },
      { name: 'A', value: '' },
    ])
      assert.equal((await desk.ask('PUT', '/api/secrets', body)).status, 400);
    assert.equal(desk.desk.context.secrets.has('toString'), false);
  });
});

describe('the doctor', () => {
  it('looks at what is not saved yet, and at one target at a time', async (t) => {
    const desk = await askedDesk(t);
    await desk.ask('POST', '/api/target/begin', { kind: 'mock' });
    const first = doctorLines(desk);
    assert.equal((await desk.ask('POST', '/api/doctor')).status, 409);
    assert.equal((await first).find(({ name }) => name === 'services')?.state, 'unknown');
    assert.deepEqual(readdirSync(desk.folder), []);
  });

  it('is not begun on what a run would refuse', async (t) => {
    const desk = await askedDesk(t);
    writeFileSync(join(desk.folder, 'target.yaml'), 'name: a\ncmId: "${NOT_SET_ANYWHERE}"\n');
    const { status, body } = await desk.ask<Refusal>('POST', '/api/doctor');
    assert.equal(status, 422);
    assert.match(
      body.error.message,
      /takes \$\{NOT_SET_ANYWHERE\} from the environment, where it is not set/,
    );
  });
});
