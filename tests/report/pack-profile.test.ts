import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it, test } from 'node:test';
import type { FieldProfile } from '../../support/contract/field-profile';
import { resolveReadings } from '../../support/contract/readings';
import { suiteRoot } from '../../support/contract/suite-root';
import type { Basis } from '../../support/judging/basis';
import { fingerprintOfPem } from '../../support/contract/public-key';
import type { Results } from '../../support/judging/results';
import { verifyPack as publishedVerify } from '../../support/library/verify-pack';
import { profileOdds } from '../../support/report/pack/profile-odds';
import { readReportSnapshot } from '../../support/report/pack/pack-sources';
import { predicateOf } from '../../support/report/pack/statement';
import { writePack } from '../../support/report/pack/write-pack';
import { parseFieldProfile, shippedProfiles } from '../../support/targets/field-profiles';
import { conform } from '../cli/conform';
import { writeMockTarget } from '../cli/targets';
import { runningMock } from '../mock/running-mock';
import { temporaryFolder } from './embedded-run';
import { changeMembers, unzip, withForgedManifest, zipTo } from './packs';

const [claims] = shippedProfiles() as readonly [FieldProfile];
const own = generateKeyPairSync('ed25519');
const pemOf = ({ publicKey }: typeof own): string =>
  publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** A profile of an operator, signed with a key. */
function signedProfile(
  key = own,
  name = 'ward-2026',
): FieldProfile & { readonly signed: NonNullable<FieldProfile['signed']> } {
  const shipped = readFileSync(join(suiteRoot, 'profiles', `${claims.name}.yaml`), 'utf8');
  const text = shipped.replace(/^name: .*$/m, `name: ${name}`);
  const signature = sign(null, Buffer.from(text), key.privateKey).toString('base64');
  const signed = { text, signature, publicKey: pemOf(key) };
  return { ...parseFieldProfile(text, `${name}.yaml`), signed };
}

describe('the field profile in a basis', () => {
  it('without a signature is the one that the suite ships, in all its members', () => {
    assert.deepEqual(profileOdds(undefined, undefined), []);
    assert.deepEqual(profileOdds(claims, undefined), []);
    const [setting] = claims.departures;
    assert.ok(setting);
    for (const forged of [
      { ...claims, title: 'Another' },
      { ...claims, departures: [...claims.departures, { ...setting, id: 'key-bits' as const, value: 4096 }] },
      { ...claims, readings: [] },
    ])
      assert.deepEqual(profileOdds(forged, undefined), [
        'basis.json: the field profile claims-exchange-2026-09 is not the one that this suite ships',
      ]);
  });

  it('may be unknown to this suite, unless this very version made the pack', () => {
    const unknown = { ...claims, name: 'claims-exchange-2027-03' };
    assert.deepEqual(profileOdds(unknown, undefined), []);
    assert.deepEqual(profileOdds(unknown, undefined, { isMadeHere: true }), [
      'basis.json: the field profile claims-exchange-2027-03 does not come with this version of the suite, which made the pack',
    ]);
  });

  it('of an operator has no name of a profile that the suite ships', () => {
    for (const { name } of shippedProfiles())
      assert.deepEqual(profileOdds(signedProfile(own, name), own.publicKey), [
        `basis.json: the field profile ${name} is signed by an operator, but has the name of a profile of this suite`,
      ]);
  });

  it('of an operator follows from its signed text, and is signed by the key', () => {
    const profile = signedProfile();
    assert.deepEqual(profileOdds(profile, undefined), []);
    assert.deepEqual(profileOdds(profile, own.publicKey), []);
    const other = generateKeyPairSync('ed25519');
    assert.match(
      profileOdds(profile, other.publicKey).join(),
      new RegExp(`is signed by ${fingerprintOfPem(pemOf(own))}, and not by sha256:`),
    );
    const { signed } = profile;
    const wrong = (change: object): string =>
      profileOdds({ ...profile, signed: { ...signed, ...change } }, undefined).join();
    assert.match(wrong({ publicKey: pemOf(other) }), /wrong signature: the key did not make it/);
    assert.match(wrong({ publicKey: 'no key' }), /wrong signature: the key is no public/);
    assert.match(wrong({ text: `${signed.text}# more\n` }), /does not follow from the file.*wrong signature/);
    assert.match(
      profileOdds({ ...profile, departures: [] }, undefined).join(),
      /does not follow from the file/,
    );
  });
});

/** Packs a run in which the profile of the claims exchange settles the failure of SES-05. Returns the file. */
async function packOfClaims(t: TestContext): Promise<string> {
  const mock = await runningMock(t, { readings: resolveReadings({ 'session-status': 202 }) });
  const target = await writeMockTarget(t, mock, { extends: 'profiles/claims-exchange-2026-09' });
  const reports = temporaryFolder(t);
  const args = ['run', '--target', target.file, '--only', 'CRT-02,SES-05', '--reports', reports];
  const ran = await conform(args, { env: target.env });
  assert.equal(ran.code, 0, ran.stdout);
  const file = join(temporaryFolder(t), 'pack.zip');
  await writePack(file, await readReportSnapshot(reports));
  return file;
}

test('a pack with a failure settled as deployed is judged again, and a forged profile is found', async (t) => {
  const file = await packOfClaims(t);
  const verified = await conform(['verify', file, '--conforms']);
  assert.match(verified.stdout, /judged again: \d+ exchanges give the same verdicts/);
  assert.match(verified.stdout, /SES-05: as deployed, claims-exchange-2026-09: session-status is 202/);
  assert.match(verified.stdout, /^ {2}as deployed +SES-05 by claims-exchange-2026-09$/m);
  assert.match(
    verified.stdout,
    /^ {2}field profile +claims-exchange-2026-09 of 2026-09-30, which comes with the suite$/m,
  );
  const members = await unzip(file);
  const basis = JSON.parse(members.get('basis.json')?.toString() ?? '') as Basis;
  const refuted = async (fieldProfile: FieldProfile | undefined): Promise<string> => {
    const { fieldProfile: _profile, ...rest } = basis.target;
    const forged = { ...basis, target: { ...rest, ...(fieldProfile && { fieldProfile }) } };
    await zipTo(file, withForgedManifest(changeMembers(members, { 'basis.json': JSON.stringify(forged) })));
    const { code, stdout } = await conform(['verify', file]);
    assert.equal(code, 1, stdout);
    return stdout;
  };
  assert.match(await refuted({ ...claims, title: 'Another' }), /is not the one that this suite ships/);
  assert.match(await refuted(undefined), /SES-05.*asDeployed|asDeployed.*SES-05/);
});

test('a pack with a profile that this suite does not know is neither refuted nor relied on', async (t) => {
  const file = await packOfClaims(t);
  const members = await unzip(file);
  const [name, made] = ['claims-exchange-2027-03', { version: '9.9.9', digest: `sha256:${'b'.repeat(64)}` }];
  const renamed = (member: string): string =>
    (members.get(member)?.toString() ?? '').replaceAll(claims.name, name);
  /** Packs the run again, with the profile under another name; `suite` is the version that made the pack. */
  const verified = async (suite: object, basis = renamed('basis.json')) => {
    const results = JSON.parse(renamed('results.json')) as Results;
    const stated = { ...results, suite: { ...results.suite, ...suite } };
    const changed = changeMembers(members, { 'basis.json': basis, 'results.json': JSON.stringify(stated) });
    const { suite: ofPack } = predicateOf(stated, new Date());
    await zipTo(file, withForgedManifest(changed, { suite: ofPack }));
    return conform(['verify', file]);
  };
  const unused = await conform(['verify', file], { env: { CONFORM_PROFILE_KEY: '/nowhere.pem' } });
  assert.equal(unused.code, 0, 'no operator signed the profile, so the key is not read');
  const open = await verified(made);
  assert.equal(open.code, 3, open.stdout);
  assert.match(open.stdout, /^✓ judged again: \d+ exchanges give the same verdicts$/m);
  assert.match(
    open.stdout,
    /^! this suite does not know the field profile claims-exchange-2027-03, which may come with a newer version, so the profile was not compared: verify the pack with gateway-conformance 9\.9\.9 \(sha256:b{12}\)$/m,
  );
  assert.match(open.stdout, /\nDo not rely on this pack yet\.\n$/);
  const { sound, contradictions, unknownProfile } = await publishedVerify(file);
  assert.deepEqual([sound, contradictions, unknownProfile], [false, [], name]);
  const key = join(dirname(file), 'reviewer.key');
  writeFileSync(key, own.privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const signing = ['--sign-off', 'accepted', '--by', 'A. Reviewer', '--sign', key];
  const unsigned = await conform(['verify', file, ...signing]);
  assert.equal(unsigned.code, 3);
  assert.match(
    unsigned.stdout,
    /not signed off: the pack has a field profile that this suite does not know$/m,
  );
  const ofThis = await verified({});
  assert.equal(ofThis.code, 1);
  assert.match(
    ofThis.stdout,
    /claims-exchange-2027-03 does not come with this version of the suite, which made/,
  );
  const other = await verified(made, members.get('basis.json')?.toString());
  assert.equal(other.code, 1, 'results and basis name different profiles');
});

test("verify says whose key signed an operator's profile, and whether anyone checked the key", async (t) => {
  const profile = signedProfile();
  const mock = await runningMock(t, { readings: resolveReadings({ 'session-status': 202 }) });
  const target = await writeMockTarget(t, mock, { extends: 'ward-2026.yaml' });
  const folder = dirname(target.file);
  const [key, other] = [join(folder, 'operator.pem'), join(folder, 'other.pem')];
  writeFileSync(join(folder, 'ward-2026.yaml'), profile.signed.text);
  writeFileSync(join(folder, 'ward-2026.yaml.sig'), profile.signed.signature);
  writeFileSync(key, pemOf(own));
  writeFileSync(other, pemOf(generateKeyPairSync('ed25519')));
  const reports = temporaryFolder(t);
  const args = ['run', '--target', target.file, '--only', 'SES-05', '--reports', reports];
  const ran = await conform([...args, '--profile-key', key], { env: target.env });
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  const file = join(temporaryFolder(t), 'pack.zip');
  await writePack(file, await readReportSnapshot(reports));
  const signed = `field profile ward-2026: signed with the key ${fingerprintOfPem(pemOf(own))}`;
  const unchecked = await conform(['verify', file]);
  assert.equal(unchecked.code, 0);
  const lineIn = ({ stdout }: typeof unchecked) => stdout.split('\n').find((line) => line.includes(signed));
  assert.equal(
    lineIn(unchecked),
    `! ${signed}, which was not checked: name the operator's public key with --profile-key`,
  );
  for (const checked of [
    await conform(['verify', file, '--profile-key', key]),
    await conform(['verify', file], { env: { CONFORM_PROFILE_KEY: key } }),
    await conform(['verify', file, '--profile-key', key], { env: { CONFORM_PROFILE_KEY: other } }),
  ])
    assert.deepEqual([checked.code, lineIn(checked)], [0, `✓ ${signed}`]);
  const wrong = await conform(['verify', file], { env: { CONFORM_PROFILE_KEY: other } });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stdout, /the field profile ward-2026 is signed by sha256:\w+, and not by sha256:/);
});
