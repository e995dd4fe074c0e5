import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { StandIns } from '../../support/exchange/discreet/stand-in';
import { findMember } from '../../support/exchange/members';
import { Keeper } from '../../support/exchange/keep';
import { readForm } from '../../support/exchange/kept-form';
import { randomBytes, randomUUID } from '../seed';
import { bodyOf, keptBody } from './keeping';

const id = randomUUID();

describe('another body', () => {
  const keeper = new Keeper();
  it('is a form of the same names', () => {
    const kept = keeper.body(
      bodyOf(`grant_type=client_credentials&client_secret=${id}&otp=482913&x7q=1&scope=`),
    );
    assert.match(
      kept,
      /^grant_type=client_credentials&client_secret=\(uuid,36,[^&]*\)&otp=\(digits,6-digits,[^&]*\)&\(name,3,[^&]*\)=\(digits,1-digit,[^&]*\)&scope=$/,
    );
    assert.equal(findMember(kept, 'grantType'), 'client_credentials');
  });

  it('is told by its kind, with a mark', () => {
    const pem = `-----BEGIN PUBLIC KEY-----\n${randomBytes(60).toString('base64')}\n-----END PUBLIC KEY-----\n`;
    assert.match(keeper.body(bodyOf(pem)), /^‹pem, 133, PUBLIC KEY, ~[\w-]{14}›$/);
    assert.match(keeper.body(bodyOf('<html>482913</html>'), { status: 502 }), /^‹html, 19, ~[\w-]{14}›$/);
    assert.match(keeper.body(bodyOf('OTP 482913')), /^‹text, 10, ~[\w-]{14}›$/);
    const bytes = { text: '\u00ff\u00fe', bytes: 2 };
    assert.match(
      keeper.body({ ...bytes, binary: true, compressed: false }),
      /^‹bytes, 2 bytes, ~[\w-]{14}›$/,
    );
    assert.match(
      keeper.body({ ...bytes, binary: false, compressed: true }),
      /^‹compressed, 2 bytes, ~[\w-]{14}›$/,
    );
    assert.equal(keeper.body(bodyOf('')), '');
  });

  it('that tells of an error in plain text keeps its words', () => {
    const text = 'upstream timed out after 30 seconds';
    assert.equal(keeper.body(bodyOf(text), { status: 504 }), text);
    assert.equal(
      keeper.body(bodyOf('OTP 482913 is wrong'), { status: 400 }),
      'OTP ‹digits, 6 digits› is wrong',
    );
  });
});

test('hostile texts take no longer than others', () => {
  const keeper = new Keeper();
  const long = 100_000;
  for (const text of [
    `a=1${'&b=1'.repeat(long / 4)}"x`,
    `{"a":"${'{'.repeat(long)}`,
    'Bearer '.repeat(long / 7),
    `-----BEGIN ${'KEY '.repeat(long / 4)}x`,
    `eyJ${'.'.repeat(long)}`,
    'a7,'.repeat(long / 3),
    `"${'x='.repeat(long / 2)}`,
  ]) {
    const began = process.cpuUsage();
    for (const name of [
      'Content-Type',
      'User-Agent',
      'Authorization',
      'Location',
      'txnId',
      'message',
      'otp',
      'X-Note',
    ])
      keeper.header(name, text);
    keeper.address(`https://a.example/?${encodeURIComponent(text)}`);
    keeper.body(bodyOf(text), { status: 400 });
    keptBody({ message: text, [text]: text });
    const { user } = process.cpuUsage(began);
    assert.ok(user < 2_000_000, `${user} µs for ${text.slice(0, 20)}`);
  }
});

test('equal values have equal texts, and other recordings have others', () => {
  const [keeper, other] = [new Keeper(), new Keeper()];
  const token = randomBytes(24).toString('base64url');
  assert.equal(
    keeper.header('Authorization', `Bearer ${token}`),
    keeper.header('Authorization', `Bearer ${token}`),
  );
  assert.notEqual(keeper.header('Authorization', token), keeper.header('Authorization', `${token}x`));
  assert.notEqual(keeper.header('Authorization', token), other.header('Authorization', token));
  assert.equal(
    readForm(keeper.header('X-Token', token))?.mark,
    readForm(keeper.value('accessToken', token))?.mark,
  );
  // However its letters are written, it is the same number.
  assert.equal(
    readForm(keeper.header('REQUEST-ID', 'ab/12'))?.mark,
    readForm(keeper.header('REQUEST-ID', 'AB/12'))?.mark,
  );
});

test('a known secret is not kept where its form would be', () => {
  const standIns = new StandIns();
  const secrets = {
    knows: (text: string) => text === id || text === '482913',
    standIn: (text: string) => standIns.of(text),
    text: (text: string) => text.replaceAll(id, '[client-secret-1]').replaceAll('482913', '[otp-1]'),
  };
  const keeper = new Keeper({ secrets });
  const shown = keeper.header('REQUEST-ID', id);
  assert.notEqual(shown, id);
  assert.match(shown, /^[\da-f-]{36}$/);
  const kept = keptBody({ expiresIn: 482913 }, {}, keeper) as { expiresIn: number };
  assert.notEqual(kept.expiresIn, 482913);
  assert.match(String(kept.expiresIn), /^\d{6}$/);
  assert.equal(keeper.header('Cache-Control', 'max-age=482913'), '‹text, 14›');
  const before = new Keeper({ secrets: { ...secrets, knows: () => false } });
  assert.equal(before.header('REQUEST-ID', id), id);
});

test('what was learned since is hidden once it is told', () => {
  const known = new Set<string>();
  const keeper = new Keeper({
    secrets: { knows: (text) => known.has(text), standIn: () => 'hidden', text: (text) => text },
  });
  assert.equal(keeper.header('REQUEST-ID', id), id);
  known.add(id);
  keeper.forget();
  assert.equal(keeper.header('REQUEST-ID', id), 'hidden');
});

test('masks stay masks, and what they show of a value does not', () => {
  const keeper = new Keeper();
  for (const [mask, shown] of [
    ['****', '****'],
    ['[REDACTED]', '****'],
    ['4829…7716', '****'],
    ['Bearer abc…xyz', 'Bearer ****'],
  ] as const)
    assert.equal(keeper.header('Authorization', mask, true), shown);
  assert.deepEqual(keptBody({ grantType: '***', txnId: id }, { masked: true }), {
    grantType: '****',
    txnId: id,
  });
});

test('what a target or the suite gives is kept at its place', () => {
  const keeper = new Keeper({ values: ['apotheke', 'node7x9q.example', 'txn/2026/x1'] });
  assert.equal(keeper.header('X-CM-ID', 'apotheke'), 'apotheke');
  assert.deepEqual(keptBody({ txnId: 'txn/2026/x1' }, {}, keeper), { txnId: 'txn/2026/x1' });
  assert.equal(keeper.address('https://node7x9q.example/v3'), 'https://node7x9q.example/v3');
  assert.match(keeper.header('otp', 'apotheke'), /^‹text, 8, ~/);
  assert.match(new Keeper().address('https://node7x9q.example/v3'), /^https:\/\/\(name,16,~[\w-]{14}\)\/v3$/);
});

test('members that carry ciphertexts are places of secrets, whatever they are called', () => {
  const keeper = new Keeper({ encrypted: ['patientNo', 'action'] });
  assert.match(keeper.value('patient_no', '482913'), /^‹digits, 6 digits, ~/);
  assert.match(keeper.value('action', 'Approve'), /^‹text, 7, like Approve, ~/);
  assert.match(new Keeper().value('nationalId', '482913'), /^‹digits, 6 digits, ~/);
});

test('the planted values that stand in a hidden text are told', () => {
  const keeper = new Keeper({ holds: (text) => (text.includes('482913') ? ['otp-1'] : []) });
  assert.equal(keeper.header('X-Note', 'is 482913'), '‹text, 9, holds otp-1›');
  assert.equal(keeper.header('X-Note', 'is 7x'), '‹text, 5›');
});

test('methods that are none are hidden', () => {
  assert.equal(new Keeper().method('PATCH'), 'PATCH');
  assert.equal(new Keeper().method('s3cr3t'), '‹name, 6›');
});
