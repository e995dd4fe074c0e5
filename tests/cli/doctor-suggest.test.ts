import assert from 'node:assert/strict';
import { createPublicKey, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { editRefusals } from '../../mutants/replies';
import { resolveReadings } from '../../support/contract/readings';
import { defaultKeyPair } from '../../support/mock/keys';
import { loadTarget } from '../../support/run/targets';
import { runningMock } from '../mock/running-mock';
import { temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';
import { identityInJson, otherCode, paste, suggestedFor, suggestionScene, valuesOf } from './suggestions';
import { writeMockTarget } from './targets';

/** A key of 4096 bits that no one can decrypt under: to make a whole pair takes long. */
function publicKeyOf4096() {
  const modulus = randomBytes(512);
  modulus[0] = (modulus[0] ?? 0) | 0x80;
  modulus[511] = (modulus[511] ?? 0) | 1;
  const key = { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' };
  return createPublicKey({ key, format: 'jwk' });
}

test('services with other keys and another code are suggested the readings that fit them, to paste', async (t) => {
  const publicKey = publicKeyOf4096();
  const [identity, registry] = await Promise.all([defaultKeyPair('identity'), defaultKeyPair('registry')]);
  const { target, reports } = await suggestionScene(t, {
    keys: { identity: { ...identity, publicKey }, registry: { ...registry, publicKey } },
    seams: { handlers: { ...identityInJson, ...otherCode } },
  });
  const { stdout } = await conform(['doctor', '--target', target.file], { env: target.env });
  const key = 'an RSA key of 4096 bits';
  assert.match(
    stdout,
    new RegExp(`^! departure .*/certificate gave ${key} as JSON, .*/cert gave ${key} as PEM; `, 'm'),
  );
  assert.match(stdout, /; conform doctor --suggest proposes readings for it$/m);

  const told = await suggestedFor(target, reports);
  assert.deepEqual(valuesOf(told), {
    'key-bits': 4096,
    'certificate-form': { identity: 'json' },
    'error-code': 'ABC-4001',
  });
  assert.deepEqual(
    told.suggestions.map(({ breaks }) => breaks),
    [['CRT-01', 'CRT-02'], ['CRT-01'], []],
  );
  const [bits, form, code] = told.suggestions.map(({ shownBy }) => shownBy);
  assert.deepEqual(
    bits?.map(({ status, seen }) => [status, seen]),
    [
      [200, 'an RSA key of 4096 bits as JSON'],
      [200, 'an RSA key of 4096 bits as PEM'],
    ],
  );
  assert.match(form?.[0]?.path ?? '', /\/v3\/profile\/public\/certificate$/);
  assert.equal(code?.[0]?.status, 400);
  assert.match(code[0].seen, /^\{.*ABC-4001/);
  assert.match(told.yaml ?? '', /# A departure: clause 4\.2 says PEM text\. .* first page, and CRT-01 fails/);

  paste(target, told);
  const after = await suggestedFor(target, reports);
  assert.deepEqual(after.suggestions, []);
});

test('of services that answer as the document says, there is nothing to suggest', async (t) => {
  const { target, reports } = await suggestionScene(t, {});
  const args = ['doctor', '--target', target.file, '--suggest', '--reports', reports];
  const { stdout } = await conform(args, { env: target.env });
  assert.match(
    stdout,
    /^nothing to suggest: it answers as the document and the readings in force say \(the keys, the session status, the error code\)$/m,
  );
  assert.match(stdout, /^not seen: the rejection, the envelope; /m);
  assert.doesNotMatch(stdout, /^readings:/m);
});

test('what a target agrees on and its services do not is told too, and goes below the readings that it has', async (t) => {
  const { target, reports } = await suggestionScene(
    t,
    {},
    { readings: { 'key-bits': { identity: 4096 }, 'error-code': 'ABC' } },
  );
  const told = await suggestedFor(target, reports);
  assert.deepEqual(valuesOf(told), { 'key-bits': 2048, 'error-code': 'any-prefix' });
  assert.match(told.paste ?? '', /^to paste below readings in .*; a line replaces the one of its name:$/);
  assert.match(told.yaml ?? '', /# As clause 4\.2 says: take the departure out of the file\.$/m);
});

test('a gateway whose sessions have status 202 is suggested this departure, and its opposite where it ended', async (t) => {
  const { target, reports } = await suggestionScene(t, {
    readings: resolveReadings({ 'session-status': 202 }),
  });
  const { stdout } = await conform(['doctor', '--target', target.file], { env: target.env });
  // A shipped profile covers this departure, so one line names the profile.
  assert.match(stdout, /^! profile +the session is answered 202, as in \S+: extends: profiles\/\S+$/m);
  assert.doesNotMatch(stdout, /^! departure/m);
  const told = await suggestedFor(target, reports);
  // A shipped profile has this departure, so the doctor proposes the profile instead of the reading.
  assert.deepEqual([told.profile?.departures, told.suggestions], [['session-status'], []]);
  assert.match(told.yaml ?? '', /# A departure: clause 4\.1 says status 200\. SES-05 fails/);
  paste(target, told);
  assert.deepEqual((await suggestedFor(target, reports)).suggestions, []);

  const other = await suggestionScene(t, {}, { readings: { 'session-status': 202 } });
  const back = await suggestedFor(other.target, other.reports);
  assert.deepEqual(valuesOf(back), { 'session-status': 200 });
  assert.match(back.yaml ?? '', /# As clause 4\.1 says: take the departure out of the file\.$/m);
});

for (const [environment, least] of [
  ['sandbox', 1],
  ['production', 0],
] as const)
  test(`in ${environment} it sends ${least} wrong request, no OTP and no wrong secret of a client that there is`, async (t) => {
    const bodies: string[] = [];
    const mock = await runningMock(t, {
      account: { cmId: 'abdm' },
      observe: ({ request }) => {
        bodies.push(request.body?.toString('utf8') ?? '');
      },
    });
    const target = await writeMockTarget(t, mock, { environment, cmId: 'abdm' });
    await suggestedFor(target, temporaryFolder(t));
    const { clientId, clientSecret } = mock.account;
    const sessions = bodies.filter((each) => each.includes('"clientSecret"'));
    const wrong = sessions.filter((each) => !each.includes(clientSecret));
    assert.ok(sessions.length > wrong.length);
    assert.equal(wrong.length, least);
    assert.ok(wrong.every((each) => !each.includes(clientId)));
    assert.ok(!bodies.some((each) => each.includes('"otp"')));
  });

test('what a service answers cannot leave its comment, and no secret is told', async (t) => {
  const { target, reports } = await suggestionScene(t, {
    seams: editRefusals('session.create', 'wrongCredentials', ({ message }, _call, { account }) => ({
      status: 400,
      headers: {},
      body: {
        error: { code: 'ABC-4001', message },
        'x\n  tls-least: "1.3"\u2028\u0085': account.clientSecret,
      },
    })),
  });
  const told = await suggestedFor(target, reports);
  assert.match(told.yaml ?? '', /‹name, 22›/);
  paste(target, told);
  const { overridden } = loadTarget(target.file, target.env);
  assert.deepEqual(overridden, ['error-code']);
  const secret = target.env.CLIENT_SECRET ?? '';
  assert.ok(!readFileSync(target.file, 'utf8').includes(secret) && !JSON.stringify(told).includes(secret));
});
