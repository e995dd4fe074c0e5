import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { findDuplicateMember } from '../../support/contract/json';
import { sigstoreFileName, dsseFileName } from '../../support/report/pack/envelope';
import { isSound, verifyPack } from '../../support/report/pack/verify-pack';
import { ConfigurationError } from '../../support/targets/errors';
import { writeSignOff } from '../../support/report/sign-off/write-sign-off';
import { readReportSnapshot } from '../../support/report/pack/pack-sources';
import { keySigner } from '../../support/report/pack/sign';
import { writePack } from '../../support/report/pack/write-pack';
import { temporaryFolder } from './embedded-run';
import type { PackMembers } from './packs';
import {
  changeMembers,
  manifestIn,
  withForgedManifest,
  signAgain,
  signedPack,
  signer,
  unzip,
  zipTo,
} from './packs';

test('a pack with more in it than the format knows', async (t) => {
  const { folder, members: unsigned } = await signedPack(t);
  const file = join(temporaryFolder(t), 'other.zip');
  await writeSignOff(folder, {
    name: 'A. Reviewer',
    decision: 'accepted',
    remarks: 'a short run',
    date: new Date().toISOString().slice(0, 10),
  });
  await writePack(file, await readReportSnapshot(folder), { signer: keySigner(signer.privateKey) });
  const members = await unzip(file);
  assert.ok(members.size > unsigned.size);

  /** What speaks against it, though the right key signed it. */
  const against = async (all: PackMembers): Promise<string> => {
    await zipTo(file, all);
    try {
      const verified = await verifyPack(file, { keys: [signer.publicKey] });
      if (isSound(verified, true)) return 'sound';
      assert.deepEqual([verified.changed, verified.added, verified.missing], [[], [], []]);
      return [...verified.contradictions, verified.signatureFlaw ?? ''].join('\n');
    } catch (error) {
      assert.ok(error instanceof ConfigurationError, String(error));
      return error.line;
    }
  };
  const text = (name: string): string => members.get(name)?.toString() ?? '';

  await t.test('is sound without it', async () => {
    assert.equal(await against(signAgain(withForgedManifest(members))), 'sound');
  });

  for (const name of [
    'readme.txt',
    'certificate.pdf',
    'results.json.bak',
    'results.json ',
    'history/results.json',
    'junit2.xml',
    'plan.json',
  ])
    await t.test(`is refused by name: ${name}, which its manifest lists`, async () => {
      const told = await against(
        signAgain(withForgedManifest(changeMembers(members, { [name]: 'trust me' }))),
      );
      assert.match(told, new RegExp(`^${name.replaceAll('.', '\\.')} is no member that a pack has$`, 'm'));
    });

  await t.test('is refused where names differ in case alone, or name a path', async () => {
    for (const [name, refusal] of [
      ['Results.json', /holds "Results\.json" twice/],
      ['./results.json', /leads elsewhere|invalid/],
    ] as const) {
      const all = changeMembers(members, { [name]: members.get('results.json') });
      assert.match(await against(signAgain(withForgedManifest(all))), refusal);
    }
    const manifest = manifestIn(members);
    const [first] = manifest.subject;
    const twice = {
      ...manifest,
      subject: [...manifest.subject, { ...first, name: first?.name.toUpperCase() }],
    };
    const listed = changeMembers(members, { 'manifest.json': JSON.stringify(twice) });
    assert.match(await against(signAgain(listed)), /names a member twice/);
  });

  await t.test('is refused where Cucumber made a page, and no messages show of what', async () => {
    const told = await against(
      signAgain(withForgedManifest(changeMembers(members, { 'messages.ndjson': undefined }))),
    );
    assert.match(told, /^cucumber\.html is no member that a pack has$/m);
  });

  /** An object in it gets its first member twice; the later one, which most readers take, is as it was. */
  const doubled = (name: string): string =>
    text(name).replace(/^(\{"kind":.*\n)?\{(\s*)"(\w+)":/, '$1{$2"$3": "forged",$2"$3":');
  for (const name of ['results.json', 'basis.json', 'sign-off.json', 'recording.jsonl', 'messages.ndjson'])
    await t.test(`is refused by name where ${name} has a member twice`, async () => {
      assert.notEqual(doubled(name), text(name));
      const told = await against(
        signAgain(withForgedManifest(changeMembers(members, { [name]: doubled(name) }))),
      );
      assert.match(told, new RegExp(`^${name}.* has a member twice: "\\w+"$`, 'm'), told);
    });
  await t.test(
    'is refused by name where its recording has a member that the format does not know',
    async () => {
      const odd = text('recording.jsonl').replace('"facts":{', '"facts":{"verdict":"trust me",');
      const told = await against(
        signAgain(withForgedManifest(changeMembers(members, { 'recording.jsonl': odd }))),
      );
      assert.match(told, /is not exchange 1 of a recording: \/facts\/verdict is not allowed here$/m);
      const head = '{"kind":"recording","verdict":"trust me",';
      const led = changeMembers(members, {
        'recording.jsonl': text('recording.jsonl').replace('{"kind":"recording",', head),
      });
      assert.match(
        await against(signAgain(withForgedManifest(led))),
        /^recording\.jsonl: its head has a .*: "verdict"$/m,
      );
      const twice = text('recording.jsonl').replace('"form":', '"form":1,"form":');
      assert.match(
        await against(signAgain(withForgedManifest(changeMembers(members, { 'recording.jsonl': twice })))),
        /^recording\.jsonl: its head has a member twice: "form"$/m,
      );
    },
  );
  await t.test('so it is deep within, and where one of the two is written with escapes', async () => {
    const odd = text('results.json').replace('"profile":', '"pr\\u006ffile": "forged",\n"profile":');
    const told = await against(
      signAgain(withForgedManifest(changeMembers(members, { 'results.json': odd }))),
    );
    assert.match(told, /^results\.json has a member twice: "profile"$/m);
  });
  await t.test('so it is where the manifest has, or what signs it', async () => {
    const manifest = signAgain(changeMembers(members, { 'manifest.json': doubled('manifest.json') }));
    assert.match(await against(manifest), /manifest\.json has a member twice: "_type"/);
    for (const name of [dsseFileName, sigstoreFileName])
      assert.match(
        await against(changeMembers(members, { [name]: doubled(name) })),
        new RegExp(`${name} has a member twice`),
      );
  });
});

describe('a member that a JSON text has twice', () => {
  for (const [text, found] of [
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a" \n\t: 1, "b": {"c": [], "c" : {}}}', 'c'],
    ['[{"x":1},{"y":{"z":0,"y":1},"y":1}]', 'y'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":1,"":2}', ''],
    ['{"a":"a","b":["a","a",{"a":1}],"c":{"a":{"a":1}}}', undefined],
    ['[{"a":1},{"a":1}]', undefined],
    ['{"a":"\\"a\\":","A":1}', undefined],
    ['"a"', undefined],
    ['{}', undefined],
  ] as const)
    it(`${text}: ${found ?? 'none'}`, () => {
      JSON.parse(text);
      assert.equal(findDuplicateMember(text), found);
    });
});
