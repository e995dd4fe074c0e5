import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { findMember } from '../../support/exchange/members';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import { parseRedactedForm } from '../../support/exchange/read-form';
import { assertLinear } from '../effort';
import { SecretRedactor } from '../../support/exchange/secret-redactor';
import { randomBytes, randomUUID } from '../seed';
import { bodyOf, keptBody } from './keeping';

const id = randomUUID();

describe('another body', () => {
  const keeper = new ExchangeRedactor();
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

  it('is kept as its kind, with a mark', () => {
    const pem = `-----BEGIN PUBLIC KEY-----\n${randomBytes(60).toString('base64')}\n-----END PUBLIC KEY-----\n`;
    assert.match(keeper.body(bodyOf(pem)), /^‹pem, 133, PUBLIC KEY, ~[\w-]{14}›$/);
    assert.match(keeper.body(bodyOf('<html>482913</html>'), { status: 502 }), /^‹html, 19, ~[\w-]{14}›$/);
    assert.match(keeper.body(bodyOf('OTP 482913')), /^‹text, 10, ~[\w-]{14}›$/);
    const bytes = { text: '\u00ff\u00fe', bytes: 2, arrived: 2 };
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

  it('keeps the words of an error in plain text', () => {
    const text = 'upstream timed out after 30 seconds';
    assert.equal(keeper.body(bodyOf(text), { status: 504 }), text);
    assert.equal(
      new ExchangeRedactor().body(bodyOf('OTP 482913 is wrong'), { status: 400 }),
      'OTP ‹digits, 6 digits› is wrong',
    );
  });
});

/** Texts as long as is asked for. */
const hostileTexts: Readonly<Record<string, (long: number) => string>> = {
  'pairs without an end': (long) => `a=1${'&b=1'.repeat(long / 4)}"x`,
  'JSON that opens alone': (long) => `{"a":"${'{'.repeat(long)}`,
  schemes: (long) => 'Bearer '.repeat(long / 7),
  'half a key': (long) => `-----BEGIN ${'KEY '.repeat(long / 4)}x`,
  dots: (long) => `eyJ${'.'.repeat(long)}`,
  'parts of a list': (long) => 'a7,'.repeat(long / 3),
  'pairs in a quotation': (long) => `"${'x='.repeat(long / 2)}`,
};

for (const [what, make] of Object.entries(hostileTexts))
  test(`hostile texts take time in proportion to their length: ${what}`, () => {
    const keeper = new ExchangeRedactor();
    const names = 'Content-Type User-Agent Authorization Location txnId message otp X-Note'.split(' ');
    assertLinear(100_000, make, (text) => {
      for (const name of names) keeper.header(name, text);
      keeper.address(`https://a.example/?${encodeURIComponent(text)}`);
      keeper.body(bodyOf(text), { status: 400 });
      keptBody({ message: text, [text]: text });
    });
  });

test('equal values have equal texts, within one recording', () => {
  const [keeper, other] = [new ExchangeRedactor(), new ExchangeRedactor()];
  const token = randomBytes(24).toString('base64url');
  assert.equal(
    keeper.header('Authorization', `Bearer ${token}`),
    keeper.header('Authorization', `Bearer ${token}`),
  );
  assert.notEqual(keeper.header('Authorization', token), keeper.header('Authorization', `${token}x`));
  assert.notEqual(keeper.header('Authorization', token), other.header('Authorization', token));
  assert.equal(
    parseRedactedForm(keeper.header('X-Token', token))?.mark,
    parseRedactedForm(keeper.value('accessToken', token))?.mark,
  );
  // However its letters are written, it is the same number.
  assert.equal(
    parseRedactedForm(keeper.header('REQUEST-ID', 'ab/12'))?.mark,
    parseRedactedForm(keeper.header('REQUEST-ID', 'AB/12'))?.mark,
  );
});

test('a known secret is hidden, even in a documented form', () => {
  const secrets = new SecretRedactor();
  const keeper = new ExchangeRedactor({ secrets });
  assert.equal(keeper.header('REQUEST-ID', id), id);
  secrets.learn('client-secret', id);
  secrets.learn('otp', '482913');
  const shown = keeper.header('REQUEST-ID', id);
  assert.notEqual(shown, id);
  assert.match(shown, /^[\da-f-]{36}$/);
  const kept = keptBody({ expiresIn: 482913 }, {}, keeper) as { expiresIn: number };
  assert.notEqual(kept.expiresIn, 482913);
  assert.match(String(kept.expiresIn), /^\d{6}$/);
  assert.equal(keeper.header('Cache-Control', 'max-age=482913'), '‹text, 14›');
});

test('an id that holds a known secret is hidden', () => {
  const secrets = new SecretRedactor();
  secrets.learn('otp', '482913');
  secrets.learn('national-id', '278812345678');
  const keeper = new ExchangeRedactor({ secrets });
  for (const [name, held, twin] of [
    ['txnId', 'OTP-482913', 'OTP-482914'],
    ['REQUEST-ID', '00000000-0000-4000-8000-278812345678', '00000000-0000-4000-8000-278812345679'],
  ] as const) {
    assert.notEqual(keeper.value(name, held), held);
    assert.equal(keeper.value(name, twin), twin);
  }
});

test('the network of a participant is kept as a word', () => {
  const keeper = new ExchangeRedactor();
  for (const id of ['32722', '1000000001', '1000000001@sbx', 'hospital@sbx', '@sbx'])
    assert.equal(keeper.value('recipient', id), id);
  assert.match(keeper.value('sender', '@KQxTVbnMzWpLrYhGfDsA'), /^@‹text, 20, ~\S{14}›$/);
  assert.match(keeper.value('sender', 'KQxTVbnMzWpLrYhGfDsA'), /^‹text, /);
  assert.match(keeper.value('providerId', '1000000001@hx7q9'), /^‹digits, 10 digits, ~\S{14}›@‹text, 5, ~/);
  assert.match(keeper.value('providerId', '1000000007@@hx7q9'), /^‹digits, 10 digits, ~\S{14}›@@‹text, 5, ~/);
  assert.match(
    keeper.value('providerId', '1000000007@sbx hx7q9'),
    /^‹digits, 10 digits, ~\S{14}›@sbx ‹text, 5, ~/,
  );
});

test('only directives keep numbers beside words', () => {
  const keeper = new ExchangeRedactor();
  for (const value of ['max-age=600', 'no-cache, max-age=60'])
    assert.equal(keeper.header('Cache-Control', value), value);
  for (const value of ['application/json;pin=482913', 'no-cache, otp=4829'])
    assert.doesNotMatch(keeper.header('Cache-Control', value), /4829/);
});

test('a relative address leads where it led', () => {
  const keeper = new ExchangeRedactor();
  for (const url of ['../v3/sessions', './sessions', '//gateway.example/api/V2/sessions'])
    assert.equal(keeper.header('Location', url), url);
});

test('expected values are kept, even where a secret equals them', () => {
  const secrets = new SecretRedactor();
  const expected: readonly (readonly [name: string, value: string])[] = [
    ['grantType', 'client_credentials'],
    ['tokenType', 'Bearer'],
    ['action', 'Approve'],
    ['expiresIn', '1200'],
    ['X-CM-ID', 'abdm'],
    ['providerId', '1000000001@sbx'],
    ['TIMESTAMP', '2026-11-21T10:00:00.000Z'],
    ['Content-Type', 'application/json'],
  ];
  for (const [, value] of expected) secrets.learn('client-secret', value);
  const keeper = new ExchangeRedactor({ secrets, values: ['abdm', '1000000001@sbx'] });
  for (const [name, value] of expected) assert.equal(keeper.header(name, value), value);
});

test('masks are kept, but nothing that they show', () => {
  const keeper = new ExchangeRedactor();
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

test('given values are kept at their places', () => {
  const keeper = new ExchangeRedactor({ values: ['apotheke', 'node7x9q.example', 'txn/2026/x1'] });
  assert.equal(keeper.header('X-CM-ID', 'apotheke'), 'apotheke');
  assert.deepEqual(keptBody({ txnId: 'txn/2026/x1' }, {}, keeper), { txnId: 'txn/2026/x1' });
  assert.equal(keeper.address('https://node7x9q.example/v3'), 'https://node7x9q.example/v3');
  assert.match(keeper.header('otp', 'apotheke'), /^‹text, 8, ~/);
  assert.match(
    new ExchangeRedactor().address('https://node7x9q.example/v3'),
    /^https:\/\/\(name,16,~[\w-]{14}\)\/v3$/,
  );
});

test('members that carry ciphertexts are places of secrets', () => {
  const keeper = new ExchangeRedactor({ encrypted: ['patientNo', 'action'] });
  assert.match(keeper.value('patient_no', '482913'), /^‹digits, 6 digits, ~/);
  assert.match(keeper.value('action', 'Approve'), /^‹text, 7, like Approve, ~/);
  assert.match(new ExchangeRedactor().value('nationalId', '482913'), /^‹digits, 6 digits, ~/);
});

test('a failure keeps its words, codes and hosts', () => {
  const keeper = new ExchangeRedactor({ values: ['node7x9q.example'] });
  for (const message of [
    'read ECONNRESET',
    'connect ECONNREFUSED 127.0.0.1:8443',
    'getaddrinfo ENOTFOUND node7x9q.example',
    'the connection ended in the middle of the answer',
    "Hostname/IP does not match certificate's altnames: Host: localhost. is not in the cert's altnames: DNS:gateway.example",
    'unable to verify the first certificate',
  ])
    assert.equal(keeper.news(message), message);
  assert.equal(keeper.news('Parse Error: sk9f7Gq2mZ is no header'), 'Parse Error: ‹text, 10› is no header');
  assert.equal(keeper.news('DNS:k9f7gq2mzx.example'), '‹text, 22›');
});

test('documented texts of errors are kept, ids in them hidden', () => {
  const secrets = new SecretRedactor();
  secrets.learn('client-secret', 'credentials');
  const keeper = new ExchangeRedactor({ secrets });
  assert.equal(keeper.sentence('Invalid user credentials'), 'Invalid user credentials');
  assert.equal(keeper.sentence('no such credentials'), 'no such [client-secret-1]');
  for (const text of [id, '1795253400', 'Sat, 21 Nov 2026 is k9f7gq2mzx'])
    assert.notEqual(keeper.sentence(text), text);
});

test('an address of many pieces is cut', () => {
  const keeper = new ExchangeRedactor();
  const kept = keeper.address(`https://a.example${'/v3'.repeat(5000)};${'a=1;'.repeat(5000)}`);
  assert.ok(kept.length < 3000 && kept.endsWith('/(more,4901)'), kept.slice(-40));
});

test('unknown methods are hidden', () => {
  assert.equal(new ExchangeRedactor().method('PATCH'), 'PATCH');
  assert.equal(new ExchangeRedactor().method('s3cr3t'), '‹name, 6›');
});
