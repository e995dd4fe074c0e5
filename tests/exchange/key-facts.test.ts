import assert from 'node:assert/strict';
import type { KeyObject } from 'node:crypto';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { readPublicKey } from '../../support/exchange/facts';
import { answering, recorderKnowing } from './planting';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const large = generateKeyPairSync('rsa', { modulusLength: 4096 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject, type: 'spki' | 'pkcs1' = 'spki'): string =>
  key.export({ format: 'pem', type }).toString();
const digest = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex');

const right = {
  form: 'pem',
  label: 'PUBLIC KEY',
  type: 'rsa',
  bits: 2048,
  digest: digest(rsa.publicKey),
} as const;

test('a PUBLIC KEY block is read, whatever its line ends and blank lines', () => {
  const text = pem(rsa.publicKey);
  const [begin = '', ...rest] = text.trim().split('\n');
  const end = rest.pop() ?? '';
  for (const variant of [
    text,
    text.trim(),
    text.replaceAll('\n', '\r\n'),
    `\n\n${text}\n \t\n`,
    `${begin}\n${rest.join('')}\n${end}`,
  ])
    assert.deepEqual(readPublicKey(variant), right, JSON.stringify(variant.slice(0, 60)));
});

test('keys of other sizes and kinds are told apart', () => {
  assert.equal(readPublicKey(pem(large.publicKey)).bits, 4096);
  assert.deepEqual(readPublicKey(pem(ec.publicKey)), {
    form: 'pem',
    label: 'PUBLIC KEY',
    type: 'ec',
    digest: digest(ec.publicKey),
  });
  assert.deepEqual(readPublicKey(pem(rsa.publicKey, 'pkcs1')), { ...right, label: 'RSA PUBLIC KEY' });
});

test('what stands besides one block is a flaw', () => {
  const text = pem(rsa.publicKey);
  const around = 'text besides the PEM block';
  assert.deepEqual(readPublicKey(`Here you are:\n${text}`), { ...right, flaw: around });
  assert.deepEqual(readPublicKey(`${text}thanks`), { ...right, flaw: around });
  assert.deepEqual(readPublicKey(`"${text.replaceAll('\n', '\\n')}"`), {
    form: 'pem',
    label: 'PUBLIC KEY',
    flaw: 'no public key can be read from it',
  });
  assert.deepEqual(readPublicKey(text + pem(ec.publicKey)), { ...right, flaw: 'more than one PEM block' });
});

test('a block without a key in it is a flaw, and a private key is never taken for a public one', () => {
  const unreadable = 'no public key can be read from it';
  const broken = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n';
  assert.deepEqual(readPublicKey(broken), { form: 'pem', label: 'PUBLIC KEY', flaw: unreadable });
  const secret = rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  assert.equal(readPublicKey(secret).label, 'PRIVATE KEY');
});

test('the JSON form is read from publicKey', () => {
  const der = rsa.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const { label, ...bare } = right;
  assert.equal(label, 'PUBLIC KEY');
  assert.deepEqual(readPublicKey(JSON.stringify({ publicKey: der, more: 1 })), { ...bare, form: 'json' });
  assert.deepEqual(readPublicKey(JSON.stringify({ publicKey: 'AAAA' })), {
    form: 'json',
    flaw: 'no public key can be read from it',
  });
});

test('where no key stands, none is found', () => {
  for (const text of ['', 'nothing', 'null', '5', '[]', '{"publicKey":5}', '{"key":"x"}', '{'])
    assert.deepEqual(readPublicKey(text), { form: 'none' }, text);
});

test('only a good answer to a certificate call has the fact', () => {
  const record = recorderKnowing();
  const good = answering(pem(rsa.publicKey));
  assert.deepEqual(record({ ...good, operation: 'certificate.identity' }).facts.publicKey, right);
  assert.equal(record({ ...good, operation: 'otp.verify' }).facts.publicKey, undefined);
  const refused = { status: 401, headers: [], body: Buffer.from(pem(rsa.publicKey)) };
  assert.equal(record({ operation: 'certificate.registry', response: refused }).facts.publicKey, undefined);
});
