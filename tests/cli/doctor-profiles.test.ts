import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { editReplies } from '../../mutants/replies';
import { fittingProfiles, takenProfileLines } from '../../support/cli/doctor/profile-lines';
import type { FieldProfile } from '../../support/contract/field-profile';
import { readingsOfProfile } from '../../support/contract/field-profile';
import type { ReadingId } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import type { Exchange } from '../../support/exchange/exchange';
import { defaultKeyPair } from '../../support/mock/keys';
import type { MockOptions } from '../../support/mock/start-mock';
import { embeddedTarget, loadTarget } from '../../support/run/targets';
import { shippedProfiles } from '../../support/targets/field-profiles';
import { sessionExchange } from '../obligations/exchanges';
import { conform } from './conform';
import { identityInJson, paste, suggestedFor, suggestionScene, valuesOf } from './suggestions';
import type { WrittenTarget } from './targets';

const claims = 'claims-exchange-2026-09';
const identity = 'identity-and-gateway-2026-11';

const with202: MockOptions = { readings: resolveReadings({ 'session-status': 202 }) };

/** A mock with an identity service that publishes a key of 4096 bits as JSON. */
async function withOtherIdentity(): Promise<MockOptions> {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 4096 });
  const own = await defaultKeyPair('identity');
  return { keys: { identity: { ...own, publicKey } }, seams: { handlers: { ...identityInJson } } };
}

/** The lines on profiles that the doctor prints, without their mark and name. */
async function profileLinesOf({ file, env }: WrittenTarget, ...more: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await conform(['doctor', '--target', file, ...more], { env });
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return [...stdout.matchAll(/^! profile +(.*)$/gm)].map(([, text = '']) => text);
}

async function sceneOf(t: TestContext, options: MockOptions, changes = {}) {
  return suggestionScene(t, options, changes);
}

const suggested202 = `the session is answered 202, as in ${claims}: extends: profiles/${claims}`;

test('a session with 202 suggests the profile that has it, as a line and as YAML that loads again', async (t) => {
  const { target, reports } = await sceneOf(t, with202);
  assert.deepEqual(await profileLinesOf(target), [suggested202]);
  // One line only: the profile covers the departure.
  const plain = await conform(['doctor', '--target', target.file], { env: target.env });
  assert.doesNotMatch(plain.stdout, /^! departure/m);
  assert.deepEqual(await profileLinesOf(target, '--suggest', '--reports', reports), [suggested202]);

  const told = await suggestedFor(target, reports);
  assert.deepEqual(told.profile, { extends: `profiles/${claims}`, departures: ['session-status'] });
  // The profile covers the departure, so no reading is proposed for it.
  assert.deepEqual(told.suggestions, []);
  assert.match(told.yaml ?? '', /^# .* Seen: the session is answered 202\.$/m);
  assert.match(
    told.yaml ?? '',
    /^# A departure: clause 4\.1 says status 200\. SES-05 fails, and a failure that shows only that is settled as deployed\.$/m,
  );
  assert.match(
    told.yaml ?? '',
    /^# The profile also sets envelope, .*\n# The doctor saw no answer to compare with envelope, callback-body, [^\n]*\.$/m,
  );
  // The profile sets neither the keys nor the error code.
  assert.deepEqual(
    told.notes.filter((note) => note.startsWith('with')),
    ['with the profile, these match: the session status'],
  );
  paste(target, told);
  const loaded = loadTarget(target.file, target.env);
  assert.equal(loaded.fieldProfile?.name, claims);
  assert.equal(loaded.readings['session-status'], 202);
  assert.deepEqual(await profileLinesOf(target), []);
  const after = await suggestedFor(target, reports);
  assert.deepEqual([after.profile, after.suggestions], [undefined, []]);
});

test('other keys of the identity service suggest the other profile, and the rest stays readings', async (t) => {
  const { target, reports } = await sceneOf(t, { ...with202, ...(await withOtherIdentity()) });
  assert.deepEqual(await profileLinesOf(target), [
    `the key of identity has 4096 bits, the key of identity comes as JSON, as in ${identity}: extends: profiles/${identity}`,
    `${suggested202} (a target extends only one profile)`,
  ]);
  const told = await suggestedFor(target, reports);
  assert.equal(told.profile?.extends, `profiles/${identity}`);
  assert.deepEqual(valuesOf(told), { 'session-status': 202 });
  paste(target, told);
  const loaded = loadTarget(target.file, target.env);
  assert.deepEqual([loaded.fieldProfile?.name, loaded.readings['session-status']], [identity, 202]);
  assert.deepEqual((await suggestedFor(target, reports)).suggestions, []);
});

test('services that answer as the document says are suggested no profile', async (t) => {
  const { target, reports } = await sceneOf(t, {});
  assert.deepEqual(await profileLinesOf(target), []);
  const told = await suggestedFor(target, reports);
  assert.deepEqual([told.profile, told.yaml], [undefined, undefined]);
});

test('an answer that contradicts a departure of a profile rules the profile out', async (t) => {
  // The key is JSON, as in the profile, but has 2048 bits.
  const json = await sceneOf(t, { seams: { handlers: { ...identityInJson } } });
  assert.deepEqual(await profileLinesOf(json.target), []);
  assert.deepEqual(valuesOf(await suggestedFor(json.target, json.reports)), {
    'certificate-form': { identity: 'json' },
  });
  // Both services have keys of 4096 bits; the profile has this only of the identity service.
  const other = await withOtherIdentity();
  const registry = { ...(await defaultKeyPair('registry')), publicKey: other.keys?.identity?.publicKey };
  const keys = { ...other.keys, registry } as NonNullable<MockOptions['keys']>;
  const both = await sceneOf(t, { ...other, keys });
  assert.deepEqual(await profileLinesOf(both.target), []);
});

test('a look that proposes another value for a reading of a profile rules the profile out', () => {
  const granted = sessionExchange({}, { status: 202 });
  const found = shippedProfiles().find(({ name }) => name === claims);
  assert.ok(found);
  const profile = {
    ...found,
    readings: [{ id: 'error-code', value: 'any-prefix', source: 'a test' }],
  } as const;
  const fitting = (reading: ReadingId): string[] => {
    const look = {
      at: 'a test',
      about: [reading],
      seen: true,
      suggestions: [{ reading, value: 'ABC-4001', breaks: [], shownBy: [] }],
    };
    return fittingProfiles([granted], embeddedTarget, () => [look], [profile]).map(
      ({ profile: { name } }) => name,
    );
  };
  assert.deepEqual([fitting('error-code'), fitting('stale-after')], [[], [claims]]);
});

test('what no answer showed suggests nothing', async (t) => {
  const seams = editReplies('session.create', () => ({ status: 503, body: {} }));
  const { target } = await sceneOf(t, { ...with202, seams });
  const { stdout } = await conform(['doctor', '--target', target.file], { env: target.env });
  assert.doesNotMatch(stdout, /^. profile/m);
});

test('a reading of the target file that the profile has otherwise is named with the suggestion', async (t) => {
  const { target, reports } = await sceneOf(t, with202, {
    readings: { envelope: 'json', 'session-status': 202 },
  });
  const voided = '; take envelope out of readings, or its name is void';
  assert.deepEqual(await profileLinesOf(target), [`${suggested202}${voided}`]);
  const told = await suggestedFor(target, reports);
  assert.match(
    told.yaml ?? '',
    /^# Take envelope out of readings: another value voids the name of the profile\.$/m,
  );
});

test('the name of the profile of a target is void with another value, and the setting is named', async (t) => {
  const { target } = await sceneOf(t, with202, {
    extends: `profiles/${claims}`,
    readings: { 'callback-body': 'bare', 'error-code': 'any-prefix' },
  });
  assert.deepEqual(await profileLinesOf(target), [
    `the name ${claims} is void, so it settles no failure: callback-body is bare in the target and typed in the profile; take this out of readings`,
  ]);
});

test('a service that keeps the document under a profile is noted, and no reading is proposed against the profile', async (t) => {
  const { target, reports } = await sceneOf(t, {}, { extends: `profiles/${claims}` });
  const note = `the session is answered 200, and ${claims} has 202; this is no error`;
  assert.deepEqual(await profileLinesOf(target), [note]);
  assert.deepEqual(await profileLinesOf(target, '--suggest', '--reports', reports), [note]);
  const { stdout } = await conform(['doctor', '--target', target.file], { env: target.env });
  assert.doesNotMatch(stdout, /^! departure/m);
  assert.deepEqual((await suggestedFor(target, reports)).suggestions, []);
});

test('an answer that is neither what the profile nor what the document says is not called right', () => {
  const [ofClaims, ofIdentity] = shippedProfiles() as readonly [FieldProfile, FieldProfile];
  const services = { identity: 'https://identity.example', registry: 'https://registry.example' };
  const granted = sessionExchange({}, { status: 201 });
  const ok = sessionExchange({}, { status: 200 });
  const keyOf = (service: 'identity' | 'registry', bits: number): Exchange => ({
    ...ok,
    operation: `certificate.${service}`,
    facts: { ...ok.facts, publicKey: { type: 'rsa', bits, form: 'pem' } },
  });
  const told = (exchange: Exchange, fieldProfile: FieldProfile): string[] => {
    const readings = resolveReadings(readingsOfProfile(fieldProfile));
    const target = { ...embeddedTarget, services, readings, fieldProfile };
    return takenProfileLines([exchange], target).map(({ detail }) => detail);
  };
  assert.deepEqual(told(granted, ofClaims), [
    `the session is answered 201: ${claims} has 202, and the document says status 200`,
  ]);
  const pem = `the key of identity comes as pem, and ${identity} has json; this is no error`;
  assert.deepEqual(told(keyOf('identity', 3072), ofIdentity), [
    `the key of identity has 3072 bits: ${identity} has 4096, and the document says 2048 bits`,
    pem,
  ]);
  assert.deepEqual(told(keyOf('identity', 2048), ofIdentity), [
    `the key of identity has 2048 bits, and ${identity} has 4096; this is no error`,
    pem,
  ]);
  // The profile departs only for the identity service, so answers of the registry are not compared with it.
  assert.deepEqual(told(keyOf('registry', 4096), ofIdentity), []);
});
