import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { differencesFromProfile } from '../../support/contract/field-profile';
import { defaultReadings } from '../../support/contract/readings';
import { loadTarget, loadTargetForMock, checkTargetFileText } from '../../support/run/targets';
import { ConfigurationError } from '../../support/targets/errors';
import {
  parseFieldProfile,
  shippedProfileNames,
  shippedProfiles,
} from '../../support/targets/field-profiles';
import { mockTargetFile } from '../../support/targets/mock-target';
import { profileKeyVariable } from '../../support/targets/profile-key';
import { whySignatureWrong } from '../../support/targets/signed-profile';
import type { Target } from '../../support/targets/target';
import { targetForTraffic } from '../../support/targets/traffic-target';
import {
  guide,
  operator,
  pemOf,
  profileText,
  rightProfile,
  signatureOf,
  signedFiles,
} from './field-profile-files';
import { badTexts } from './field-profile-texts';
import { environment, joinLines, payerKey, privateKey, targetFile } from './target-files';

type Files = Readonly<Record<string, string>>;

/** The target in a folder with these files. If the folder has `operator.pem`, it contains the key of the operator. */
function load(t: TestContext, text: string, files: Files = {}): Target {
  const file = targetFile(t, text, files);
  const given = 'operator.pem' in files ? { [profileKeyVariable]: join(dirname(file), 'operator.pem') } : {};
  return loadTarget(file, { ...environment, ...given });
}

/** The line for the user, without the folder; `accepted` without a mistake. */
function lineOf(t: TestContext, text: string, files: Files = {}): string {
  try {
    load(t, text, files);
    return accepted;
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    return error.line.replaceAll(/\S*\/target-\w+\/(?=[\w.]+)/g, '');
  }
}

const accepted = 'was accepted';
const extending = (name: string, ...lines: readonly string[]): string =>
  joinLines('name: a', `extends: ${name}`, ...lines);

/** A shipped profile never changes: a later state of the system gets a file with a new date. */
const digests = {
  'claims-exchange-2026-09': 'sha256:24c83dd64f57049b6bc21fe908dcb1373d1c51fe35e7f8a54f6e18faf0217790',
  'identity-and-gateway-2026-11': 'sha256:0b1f2025d596d3f670511a5a8ed638bad499e695ab12efc2a94526fd8c321627',
};

describe('The field profiles of the suite', () => {
  test('are the files of a list, which never change', () => {
    assert.deepEqual(shippedProfileNames(), Object.keys(digests));
    assert.deepEqual(
      Object.fromEntries(shippedProfiles().map(({ name, digest }) => [name, digest])),
      digests,
    );
  });

  for (const { name, date, departures, readings } of shippedProfiles())
    test(`${name} has the date of its name, and departs from the document in what it calls departures`, () => {
      assert.ok(name.endsWith(date.slice(0, 7)));
      for (const { id, value, source } of departures) {
        assert.notDeepEqual(value, defaultReadings[id]);
        assert.notEqual(source, '');
      }
      for (const { source } of readings) assert.notEqual(source, '');
    });
});

describe('A target that extends a field profile', () => {
  test('has the readings of the profile over the defaults, and below those of the target', (t) => {
    const target = load(
      t,
      extending('profiles/claims-exchange-2026-09', 'readings:', '  callback-body: bare', '  jwt-leeway: 5'),
    );
    assert.equal(target.readings['session-status'], 202);
    assert.equal(target.readings['callback-body'], 'bare');
    assert.equal(target.readings['jwt-leeway'], 5);
    assert.equal(target.readings['tls-least'], defaultReadings['tls-least']);
    assert.ok(target.overridden.includes('provider-authorization'));
    assert.equal(new Set(target.overridden).size, target.overridden.length);
    assert.ok(target.fieldProfile);
    assert.deepEqual(differencesFromProfile(target.fieldProfile, target.readings), [
      { id: 'callback-body', inProfile: 'typed', inTarget: 'bare' },
    ]);
  });

  test('overrides single members of a reading, and the name stays if the profile does not have them', (t) => {
    const text = profileText('readings:', '  callback-jwt: { value: { issuer: gw }, source: docs }');
    const differences = (...lines: string[]) => {
      const { fieldProfile, readings } = load(t, extending('./ours.yaml', ...lines), signedFiles(text));
      assert.ok(fieldProfile);
      assert.equal(readings['callback-jwt'].header, 'Authorization');
      return differencesFromProfile(fieldProfile, readings).map(({ id }) => id);
    };
    assert.deepEqual(differences(), []);
    assert.deepEqual(differences('readings: { callback-jwt: { audience: us } }'), []);
    assert.deepEqual(differences('readings: { callback-jwt: { issuer: gw } }'), []);
    assert.deepEqual(differences('readings: { callback-jwt: { issuer: us } }'), ['callback-jwt']);
  });

  test('voids the name with a departure for another service', (t) => {
    const named = 'profiles/identity-and-gateway-2026-11';
    const differences = (...lines: string[]) => {
      const { fieldProfile, readings } = load(t, extending(named, ...lines));
      assert.ok(fieldProfile);
      return differencesFromProfile(fieldProfile, readings).map(({ id }) => id);
    };
    assert.deepEqual(differences(), []);
    assert.deepEqual(differences('readings: { key-bits: { registry: 4096 } }'), ['key-bits']);
    assert.deepEqual(differences('readings: { session-status: 202 }'), []);
  });

  test('keeps it for a mock, for traffic, and in the target file of a mock', (t) => {
    const file = targetFile(t, extending('profiles/claims-exchange-2026-09'));
    const forMock = loadTargetForMock(file, {});
    assert.equal(forMock.fieldProfile?.name, 'claims-exchange-2026-09');
    assert.equal(forMock.readings['session-status'], 202);
    assert.equal(targetForTraffic(forMock).fieldProfile?.name, 'claims-exchange-2026-09');
    const parts = { callback: { listen: '127.0.0.1:0' }, payerKey: 'payer.pem', like: forMock };
    assert.match(mockTargetFile({}, parts), /^extends: profiles\/claims-exchange-2026-09$/m);
    const ours = load(t, extending('ours.yaml'), signedFiles(rightProfile));
    const written = mockTargetFile({}, { ...parts, like: ours });
    assert.doesNotMatch(written, /extends/);
    assert.match(written, /session-status: 202/);
  });
});

describe("An operator's field profile", () => {
  test('is accepted with a signature by Ed25519 or ECDSA P-256, whatever its line breaks', (t) => {
    const { fieldProfile } = load(t, extending('./ours.yaml'), signedFiles(rightProfile));
    assert.equal(fieldProfile?.name, 'ours');
    assert.deepEqual(fieldProfile.signed, {
      text: rightProfile,
      signature: signatureOf(rightProfile),
      publicKey: pemOf(operator.publicKey),
    });
    assert.equal(whySignatureWrong(fieldProfile.signed), undefined);
    const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const files = { ...signedFiles(rightProfile, key), 'operator.pem': pemOf(publicKey) };
    const signature = signatureOf(rightProfile, key);
    const broken = `${signature.slice(0, 64)}\n${signature.slice(64)}\n`;
    assert.equal(lineOf(t, extending('ours.yaml'), { ...files, 'ours.yaml.sig': broken }), accepted);
  });

  test('is checked again by its text, its signature and its key', () => {
    const signed = {
      text: rightProfile,
      signature: signatureOf(rightProfile),
      publicKey: pemOf(operator.publicKey),
    };
    const other = generateKeyPairSync('ed25519');
    const why = (by: Partial<typeof signed>) => whySignatureWrong({ ...signed, ...by });
    assert.equal(why({}), undefined);
    assert.equal(why({ text: `${rightProfile}\n` }), 'the key did not make it for this content');
    assert.equal(
      why({ signature: signatureOf(rightProfile, other.privateKey) }),
      'the key did not make it for this content',
    );
    assert.equal(why({ publicKey: pemOf(other.publicKey) }), 'the key did not make it for this content');
    assert.equal(why({ signature: '' }), 'it is not Base64');
    assert.equal(why({ signature: 'AAAA' }), 'the key did not make it for this content');
    assert.equal(why({ publicKey: payerKey }), 'the key is no public Ed25519 or ECDSA P-256 key');
    assert.equal(why({ publicKey: privateKey }), 'the key is no public Ed25519 or ECDSA P-256 key');
    assert.equal(why({ text: 'name: \ufffd' }), 'the file is not UTF-8');
  });
});

const names = Object.keys(digests).map((name) => `profiles/${name}`);
const keyHint = 'give the PEM file of one, as by: openssl pkey -in KEY -pubout (-----BEGIN PUBLIC KEY-----)';
const changed = `is this the key of its operator? If it is, the file was changed after it was signed (line ends, too): its operator signs it again: ${guide}`;

/** A mistake around a profile: the other files of the folder, and the line for the user. */
const cases: readonly {
  readonly what: string;
  readonly name?: string;
  readonly files?: Files;
  readonly more?: readonly string[];
  readonly line: string;
}[] = [
  {
    what: 'an unknown name in the folder of the suite',
    name: 'profiles/pharmacy-2026-01',
    line: `target.yaml:2: extends names no field profile of this suite — there are ${names.join(', ')}`,
  },
  {
    what: 'a misspelt name',
    name: 'profiles/claims-exchange-2026-9',
    line: `target.yaml:2: extends names no field profile of this suite — did you mean ${names[0] ?? ''}?`,
  },
  {
    what: 'a name with the extension of its file',
    name: `${names[1] ?? ''}.yaml`,
    line: `target.yaml:2: extends names no field profile of this suite — did you mean ${names[1] ?? ''}?`,
  },
  {
    what: 'a name without its folder',
    name: 'claims-exchange-2026-09',
    line: `target.yaml:2: extends names no field profile of this suite — did you mean ${names[0] ?? ''}?`,
  },
  {
    what: 'a file that is missing',
    name: './none.yaml',
    line: 'target.yaml:2: extends names ./none.yaml, which cannot be read: none.yaml — the path is relative to the target file',
  },
  {
    what: 'a key in place of a name',
    name: '"-----BEGIN PRIVATE KEY-----canary"',
    line: 'target.yaml:2: extends holds a text that is no name of a file — put the text into a file beside the target file',
  },
  {
    what: 'a file without a signature',
    files: { 'ours.yaml': rightProfile, 'operator.pem': pemOf(operator.publicKey) },
    line: `target.yaml:2: extends names ours.yaml, whose signature ours.yaml.sig is not beside it: ours.yaml.sig — its operator signs it: ${guide}`,
  },
  {
    what: 'a signed file without the key',
    files: { 'ours.yaml': rightProfile, 'ours.yaml.sig': signatureOf(rightProfile) },
    line: `target.yaml:2: extends names ours.yaml, whose signature cannot be checked without the public key of its operator — name its file with --profile-key, or in the variable ${profileKeyVariable}`,
  },
  {
    what: 'a file that was changed after its signature',
    files: { ...signedFiles(rightProfile), 'ours.yaml': rightProfile.replace('120', '121') },
    line: `target.yaml:2: extends names ours.yaml, whose signature is wrong: the key did not make it for this content — ${changed}`,
  },
  {
    what: 'a file with other line ends than the signed one',
    files: { ...signedFiles(rightProfile), 'ours.yaml': rightProfile.replaceAll('\n', '\r\n') },
    line: `target.yaml:2: extends names ours.yaml, whose signature is wrong: the key did not make it for this content — ${changed}`,
  },
  {
    what: 'a signature by another key',
    files: signedFiles(rightProfile, generateKeyPairSync('ed25519').privateKey),
    line: `target.yaml:2: extends names ours.yaml, whose signature is wrong: the key did not make it for this content — ${changed}`,
  },
  {
    what: 'a signature that is no Base64',
    files: { ...signedFiles(rightProfile), 'ours.yaml.sig': 'signed, the operator' },
    line: `target.yaml:2: extends names ours.yaml, whose signature is wrong: it is not Base64 — ${changed}`,
  },
  {
    what: 'a key of another kind',
    files: { ...signedFiles(rightProfile), 'operator.pem': payerKey },
    line: `operator.pem: --profile-key (${profileKeyVariable}) holds no public Ed25519 or ECDSA P-256 key: it is one of kind rsa — ${keyHint}`,
  },
  {
    what: 'a private key in place of the public one',
    files: { ...signedFiles(rightProfile), 'operator.pem': privateKey },
    line: `operator.pem: --profile-key (${profileKeyVariable}) holds a private key, which only the one who signs may have — ${keyHint}`,
  },
  {
    what: 'a profile that is too large',
    files: signedFiles(`${rightProfile}#${'-'.repeat(70_000)}`),
    line: `target.yaml:2: extends names ours.yaml, which is larger than 65536 bytes — ${guide} shows a profile`,
  },
  {
    what: 'a profile that needs a token which the target does not have',
    files: signedFiles(profileText('readings:', '  dummy-payer-token: { value: target, source: docs }')),
    line: 'target.yaml:2: extends takes a profile in which dummy-payer-token is target, but the file has no dummyPayerToken — add dummyPayerToken: ${DUMMY_PAYER_TOKEN}',
  },
  {
    what: 'a token that the profile never sends',
    files: signedFiles(profileText('readings:', '  dummy-payer-token: { value: session, source: docs }')),
    more: ['dummyPayerToken: ${DUMMY_PAYER_TOKEN}'],
    line: "target.yaml:3: dummyPayerToken is never sent, because dummy-payer-token of the field profile is session — leave it out, or set readings.dummy-payer-token: that voids the profile's name",
  },
];

for (const { what, name = 'ours.yaml', files, more = [], line } of cases)
  test(`${what} is refused with its place and a hint`, (t) => {
    const told = lineOf(t, extending(name, ...more), files);
    assert.equal(told, line);
    assert.doesNotMatch(told, /canary/);
  });

test('a file with the name of a profile of the suite is refused', (t) => {
  const name = 'claims-exchange-2026-09';
  const text = rightProfile.replace('name: ours', `name: ${name}`);
  const files = {
    [`${name}.yaml`]: text,
    [`${name}.yaml.sig`]: signatureOf(text),
    'operator.pem': pemOf(operator.publicKey),
  };
  assert.equal(
    lineOf(t, extending(`./${name}.yaml`), files),
    `target.yaml:2: extends names ./${name}.yaml, whose name is that of a profile of this suite — give it another name, or write extends: profiles/${name}`,
  );
});

test('a token that the profile and the target both name is accepted', (t) => {
  const files = signedFiles(profileText('readings:', '  dummy-payer-token: { value: target, source: docs }'));
  const target = load(t, extending('ours.yaml', 'dummyPayerToken: ${DUMMY_PAYER_TOKEN}'), files);
  assert.equal(target.readings['dummy-payer-token'], 'target');
});

for (const [what, text, line] of badTexts)
  test(`a profile with ${what} is refused with its place and a hint`, (t) => {
    assert.throws(
      () => parseFieldProfile(text, 'ours.yaml'),
      (error) => {
        assert.ok(error instanceof ConfigurationError, String(error));
        assert.equal(error.line.slice(0, line.length), line);
        assert.doesNotMatch(error.line, /canary/);
        return true;
      },
    );
    // A target that extends the profile reports the mistake, too.
    assert.match(lineOf(t, extending('ours.yaml'), signedFiles(text)), /^ours\.yaml:/);
  });

test('the form of a target shows the mistakes of its profile at extends', (t) => {
  const text = extending('ours.yaml', 'readings: { envelope: json }');
  const bad = profileText('readings:', '  envelope: { value: xml, source: docs }');
  const file = targetFile(t, text, signedFiles(bad));
  const key = { [profileKeyVariable]: join(dirname(file), 'operator.pem') };
  const [problem, ...others] = checkTargetFileText(text, file, { ...environment, ...key }).problems;
  assert.deepEqual(others, []);
  assert.deepEqual(problem?.place.path, ['extends']);
  assert.equal(problem.place.line, 2);
  assert.match(problem.message, /^names .*ours\.yaml:7: readings\.envelope\.value must be one of/);
});
