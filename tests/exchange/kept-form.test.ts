import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import {
  redactedFormForUrl,
  redactedFormOf,
  isUnredacted,
  MarkGenerator,
} from '../../support/exchange/kept-form';
import {
  cutBetweenForms,
  replaceFormsByChar,
  keptJson,
  parseRedactedForm,
} from '../../support/exchange/read-form';
import { assertProperty } from '../hold';
import { randomBytes, randomUUID } from '../seed';
import { jwt, privateKey } from './planting';

const pem = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString();

const base64 = randomBytes(256).toString('base64');

describe('a form tells the kind of a value and its size', () => {
  const forms: readonly (readonly [value: unknown, form: string])[] = [
    ['correct horse battery', '‹text, 21›'],
    ['482913', '‹digits, 6 digits›'],
    [482913, '‹number, 6 digits›'],
    [-0.5, '‹number, 1 digit, negative, fraction›'],
    [Infinity, '‹number, 309 digits›'],
    ['9f1c2ab4-7d3e-4c5f-a1b2-c3d4e5f60718', '‹uuid, 36, version 4, lowercase›'],
    ['9F1C2AB4-7D3E-1C5F-A1B2-C3D4E5F60718', '‹uuid, 36, version 1, uppercase›'],
    [base64, '‹base64, 256 bytes, canonical›'],
    [base64.replaceAll('=', ''), '‹base64, 256 bytes, without padding›'],
    [randomBytes(256).toString('hex'), '‹hex, 256 bytes, hexadecimal›'],
    ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', '‹base64, 32 bytes, canonical›'],
    ['2026-11-21T10:00:00.000Z', '‹date, 24›'],
    [pem(), '‹pem, 451, PUBLIC KEY, rsa, 2048 bits›'],
    ['-----BEGIN 482913-----\nMIIB\n-----END 482913-----\n', '‹pem, 49›'],
    ['<html><body>', '‹html, 12›'],
    ['{"remark": oops', '‹json, 15›'],
    ['remark=12&x=4', '‹form, 13›'],
    [['a', 'b'], '‹list, 2›'],
    [{ a: 1 }, '‹object, 1 member›'],
  ];
  for (const [value, form] of forms)
    it(form, () => {
      assert.equal(redactedFormOf(value), form);
    });

  it('of tokens and private keys', async () => {
    assert.match(redactedFormOf(await jwt()), /^‹jwt, \d+›$/);
    assert.match(redactedFormOf(privateKey()), /^‹pem, \d+, PRIVATE KEY›$/);
  });

  it('with a kind that its name gives, a word that it comes near and a mark', () => {
    const options = { kind: 'client-secret', like: 'Approve', mark: 'abc' };
    assert.equal(redactedFormOf('482913', options), '‹client-secret, 6, like Approve, ~abc›');
    assert.equal(
      redactedFormForUrl('payments', { kind: 'name', like: 'payment', mark: 'a-b' }),
      '(name,8,like-payment,~a-b)',
    );
  });
});

test('a form can be read again, in a text and in an address', async () => {
  const options = fc.record(
    {
      kind: fc.constantFrom('otp', 'client-secret', 'name'),
      mark: fc.stringMatching(/^[\w-]{14}$/),
      like: fc.constantFrom('Approve', 'client_credentials'),
    },
    { requiredKeys: [] },
  );
  await assertProperty(
    fc.property(fc.string(), options, (value, given) => {
      const form = parseRedactedForm(redactedFormOf(value, given));
      assert.deepEqual({ ...form, ...given }, form);
      const address = redactedFormForUrl(value, given);
      assert.deepEqual({ ...parseRedactedForm(address), ...given }, parseRedactedForm(address));
      assert.equal(new URL(`https://a.example/v3/${address}`).pathname, `/v3/${address}`);
    }),
    500,
  );
});

test('a text is kept where no form stands in it', () => {
  assert.ok(isUnredacted('Bearer (token)'));
  assert.ok(
    !isUnredacted('Bearer ‹jwt, 812, ~abc›') && !isUnredacted('/v3/(name,17,~abc)') && !isUnredacted('a ‹ b'),
  );
});

test('patterns read one character in place of a form', () => {
  assert.equal(replaceFormsByChar('Bearer ‹jwt, 812, ~abc›'), 'Bearer x');
  assert.equal(replaceFormsByChar('‹digits, 12 digits, ~abc›@sbx'), '0@sbx');
  assert.equal(replaceFormsByChar('/v3/(name,17,~abc)/certs'), '/v3/x/certs');
});

test('a number that is not kept is one of its size in what is read', () => {
  const read = keptJson(
    '{"a":"‹number, 12 digits›","b":["‹number, 1 digit, negative, fraction›"],"c":"‹text, 3›"}',
  );
  assert.deepEqual(read, { a: 1e11, b: [-1.5], c: '‹text, 3›' });
  assert.equal(keptJson('{'), undefined);
});

test('equal values have equal marks, in one recording alone', () => {
  const [marks, others] = [new MarkGenerator(), new MarkGenerator()];
  const id = randomUUID();
  assert.match(marks.of(id), /^[\w-]{14}$/);
  assert.equal(marks.of(id), marks.of(id));
  assert.notEqual(marks.of(id), marks.of(id.toUpperCase()));
  assert.notEqual(marks.of(id), others.of(id));
});

test('a text is cut between its forms', () => {
  const text = 'no key ‹text, 21› was found';
  const cuts: readonly (readonly [most: number, cut: string])[] = [
    [100, text],
    [text.length, text],
    [20, 'no key ‹text, 21› wa…'],
    [17, 'no key ‹text, 21›…'],
    [16, 'no key …'],
    [8, 'no key …'],
    [7, 'no key …'],
    [3, 'no …'],
  ];
  for (const [most, cut] of cuts) assert.equal(cutBetweenForms(text, most), cut, String(most));
  assert.equal(cutBetweenForms('less ‹ than it says', 9), 'less ‹ th…');
});
