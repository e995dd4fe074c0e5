import assert from 'node:assert/strict';
import type { KeyObject } from 'node:crypto';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, it, test } from 'node:test';
import { publicKeyIn, readPublishedKey } from '../../support/exchange/public-key';
import { rawWithResponse, recorderKnowing } from './planting';

const readKey = (text: string) => readPublishedKey({ text });

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
    assert.deepEqual(readKey(variant), right, JSON.stringify(variant.slice(0, 60)));
});

test('keys of other sizes and kinds are told apart', () => {
  assert.equal(readKey(pem(large.publicKey)).bits, 4096);
  assert.deepEqual(readKey(pem(ec.publicKey)), {
    form: 'pem',
    label: 'PUBLIC KEY',
    type: 'ec',
    digest: digest(ec.publicKey),
  });
  assert.deepEqual(readKey(pem(rsa.publicKey, 'pkcs1')), { ...right, label: 'RSA PUBLIC KEY' });
});

test('text on the lines of a block, or another block, is a flaw', () => {
  const text = pem(rsa.publicKey);
  const around = 'text besides the PEM block';
  assert.deepEqual(readKey(`key=${text}`), { ...right, flaw: around });
  assert.deepEqual(readKey(`${text.trimEnd()};`), { ...right, flaw: around });
  assert.deepEqual(readKey(`<html><pre>\n${text}</pre></html>`), { ...right, flaw: around });
  assert.deepEqual(readKey(text + pem(ec.publicKey)), { ...right, flaw: 'more than one PEM block' });
});

describe('PEM text that RFC 7468 allows has no flaw', () => {
  const text = pem(rsa.publicKey);
  const [begin = '', ...lines] = text.trimEnd().split('\n');
  const [end = '', base64] = [lines.at(-1), lines.slice(0, -1).join('')];
  const forms: Readonly<Record<string, string>> = {
    'text before the block': `Public-Key: (2048 bit)\nsubject=CN = registry\n${text}`,
    'text after the block': `${text}# fetched today\n`,
    'CR LF': text.replaceAll('\n', '\r\n'),
    CR: text.replaceAll('\n', '\r'),
    'no line end at its end': text.trimEnd(),
    'blanks at the line ends': text.replaceAll('\n', ' \t\n'),
    'indented lines': `  ${text.replaceAll('\n', '\n  ')}`,
    'blank lines': text.replaceAll('\n', '\n\n'),
    'one long line': [begin, base64, end, ''].join('\n'),
    'lines of 76 characters': [begin, ...(base64.match(/.{1,76}/g) ?? []), end].join('\n'),
  };
  for (const [name, form] of Object.entries(forms))
    it(name, () => {
      assert.deepEqual(readKey(form), right);
      assert.ok(publicKeyIn(form)?.equals(rsa.publicKey));
    });
});

test('PEM that was wrapped once too often is read all the same, and the wrapping named', () => {
  const text = pem(rsa.publicKey);
  const base64 = Buffer.from(text).toString('base64');
  const armoured = (content: string): string =>
    `-----BEGIN PUBLIC KEY-----\n${content}\n-----END PUBLIC KEY-----\n`;
  const wrapped: Readonly<Record<string, string>> = {
    [JSON.stringify(text)]: 'the PEM text stands in a JSON string, with \\n for its line ends',
    [text.replaceAll('\n', '\\n')]: 'the line ends of the PEM text are written as \\n',
    [armoured(text)]: 'PEM wrapped twice: its BEGIN line stands twice',
    [armoured(base64)]: 'PEM wrapped twice: inside the block stands the Base64 of another PEM text',
    [base64]: 'the whole PEM text was put into Base64 once more',
  };
  for (const [each, flaw] of Object.entries(wrapped)) {
    assert.deepEqual(readKey(each), { ...right, flaw }, flaw);
    assert.ok(publicKeyIn(each)?.equals(rsa.publicKey), flaw);
  }
});

test('a JWKS and the bare Base64 of a key are told apart from no key at all', () => {
  const jwk = { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig' };
  assert.deepEqual(readKey(JSON.stringify({ keys: [jwk] })), { form: 'jwks' });
  assert.deepEqual(readKey(JSON.stringify({ keys: ['k'] })), { form: 'none' });
  const { label, form, ...bare } = right;
  assert.deepEqual([label, form], ['PUBLIC KEY', 'pem']);
  const der = rsa.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  assert.deepEqual(readKey(der), { ...bare, form: 'der' });
  assert.equal(publicKeyIn(JSON.stringify({ keys: [jwk] })), undefined);
});

test('a block without a key in it is a flaw, and a private key is never taken for a public one', () => {
  const unreadable = 'no public key can be read from it';
  const broken = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n';
  assert.deepEqual(readKey(broken), { form: 'pem', label: 'PUBLIC KEY', flaw: unreadable });
  const secret = rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  assert.equal(readKey(secret).label, 'PRIVATE KEY');
});

test('the JSON form is read from publicKey', () => {
  const der = rsa.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const { label, ...bare } = right;
  assert.equal(label, 'PUBLIC KEY');
  assert.deepEqual(readKey(JSON.stringify({ publicKey: der, more: 1 })), { ...bare, form: 'json' });
  assert.deepEqual(readKey(JSON.stringify({ publicKey: pem(rsa.publicKey) })), {
    ...bare,
    form: 'json',
    flaw: 'publicKey holds PEM text where the Base64 of DER is agreed',
  });
  assert.deepEqual(readKey(JSON.stringify({ publicKey: 'AAAA' })), {
    form: 'json',
    flaw: 'no public key can be read from it',
  });
});

test('where no key stands, none is found', () => {
  for (const text of ['', 'nothing', 'null', '5', '[]', '{"publicKey":5}', '{"key":"x"}', '{'])
    assert.deepEqual(readKey(text), { form: 'none' }, text);
});

test('only a good answer to a certificate call has the fact', () => {
  const record = recorderKnowing();
  const good = rawWithResponse(pem(rsa.publicKey));
  assert.deepEqual(record({ ...good, operation: 'certificate.identity' }).facts.publicKey, right);
  assert.equal(record({ ...good, operation: 'otp.verify' }).facts.publicKey, undefined);
  const refused = { status: 401, headers: [], body: Buffer.from(pem(rsa.publicKey)) };
  assert.equal(record({ operation: 'certificate.registry', response: refused }).facts.publicKey, undefined);
});
