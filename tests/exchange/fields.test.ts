import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldFact } from '../../support/contract/field-facts';
import { defaultReadings } from '../../support/contract/readings';
import type { FieldFinding, RequestedField } from '../../support/exchange/fields';
import { fieldFinder } from '../../support/exchange/fields';
import type { RawExchange } from '../../support/exchange/raw-exchange';

const ciphertext = Buffer.alloc(256, 0xa5).toString('base64');
const digits = '482913482913';
const mark = (text: string): string => `mark of ${text.length}`;

const flow = '/identity/api/v3/enrolment';
const registration = '/v2/registration/national-id/create';

function sent(
  body: object | string,
  more: Partial<RawExchange> & { readonly path?: string } = {},
): RawExchange {
  const { path = flow, ...others } = more;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    sender: 'integrator',
    service: 'identity',
    arrivedAt: 0,
    answeredAt: 20,
    request: { method: 'POST', url: `https://a.example${path}`, headers: [], body: Buffer.from(text) },
    ...others,
  };
}

const fieldsIn = (raw: RawExchange, more: Partial<FieldFinding> = {}): readonly FieldFact[] =>
  fieldFinder({ readings: defaultReadings, mark, ...more })(raw).fields ?? [];
const pointersIn = (...given: Parameters<typeof fieldsIn>): string[] =>
  fieldsIn(...given).map(({ pointer, wanted }) => `${pointer} ${wanted}`);

describe('the fields of traffic', () => {
  it('are those that are always encrypted, at any depth', () => {
    const body = { person: [{ aadhaarNumber: ciphertext }], loginId: ciphertext, name: 'Asha' };
    assert.deepEqual(pointersIn(sent(body)), ['/loginId encrypted', '/person/0/aadhaarNumber encrypted']);
  });

  it('are national-ID numbers alone where the registry creates an ID', () => {
    const body = { aadhaar: digits, loginId: 'asha', otpValue: digits, mobile: digits };
    const at = (path: string) => pointersIn(sent(body, { service: 'registry', path }));
    assert.deepEqual(at(registration), ['/aadhaar encrypted', '/otpValue encrypted']);
    assert.deepEqual(at('/v1/search'), ['/otpValue encrypted']);
  });

  it('are none in other flows, of other services, and under other names', () => {
    const body = { loginId: digits, nationalId: digits };
    assert.deepEqual(pointersIn(sent(body, { path: '/login' })), []);
    assert.deepEqual(pointersIn(sent(body, { service: 'gateway' })), []);
    assert.deepEqual(pointersIn(sent({ mobile: digits, referenceNumber: digits, otp: {} })), []);
  });

  it('are also what stands beside an OTP that is verified', () => {
    const verified = { service: 'registry', operation: 'otp.verify', path: '/v2/x/verifyOTP' } as const;
    const body = { otp: '', txnId: 'x', person: { code: 1 } };
    assert.deepEqual(pointersIn(sent(body, verified)), ['/otp encrypted', '/txnId plain', '/person plain']);
    assert.deepEqual(pointersIn(sent({ txnId: 'x' }, verified)), []);
  });

  it('stand in a form as well, and in nothing that cannot be read', () => {
    const raw = sent(`loginId=${digits}`);
    assert.deepEqual(pointersIn(raw), ['/loginId encrypted']);
    const { request } = sent({ loginId: digits });
    for (const flaw of [
      { compressed: true as const },
      { bytes: 999 },
      { flaw: { kind: 'unreadable', code: 'X' } as const },
    ])
      assert.deepEqual(pointersIn({ ...raw, request: { ...request, ...flaw } }), []);
    assert.deepEqual(pointersIn(sent('"loginId"')), []);
  });

  it('show by their text what they are', () => {
    const [field] = fieldsIn(sent({ loginId: ciphertext }));
    const about = { pointer: '/loginId', wanted: 'encrypted' } as const;
    assert.deepEqual(field, { ...about, form: 'base64', bytes: 256, same: 'mark of 344' });
    const number = { planted: 'a number', encoding: 'raw' };
    const inBase64 = Buffer.from(digits).toString('base64');
    assert.deepEqual(fieldsIn(sent({ loginId: digits }))[0]?.readable, number);
    assert.deepEqual(fieldsIn(sent({ loginId: Number(digits) }))[0]?.readable, number);
    assert.deepEqual(fieldsIn(sent({ loginId: inBase64 }))[0]?.readable, { ...number, encoding: 'base64' });
  });

  it('are raw as a telephone number, and as an address with an initial', () => {
    for (const loginId of ['+919876543210', '+91 9876543210', '+91-98765-43210', ' 919876543210'])
      assert.deepEqual(
        fieldsIn(sent({ loginId }))[0]?.readable,
        { planted: 'a number', encoding: 'raw' },
        loginId,
      );
    for (const loginId of ['asha.k@sbx', 'a.kumar@clinic.in', 'asha.22@sbx'])
      assert.deepEqual(
        fieldsIn(sent({ loginId }))[0]?.readable,
        { planted: 'an address', encoding: 'raw' },
        loginId,
      );
  });

  it('are in doubt where no address tells their site, or a tool may have replaced them', () => {
    const doubt = { planted: 'a value', encoding: 'raw or merely encoded' };
    assert.deepEqual(fieldsIn(sent({ loginId: digits }, { unplaced: true }))[0]?.readable, {
      ...doubt,
      planted: 'a value at an unknown host',
    });
    const shown = { unplaced: true, atServiceHost: true } as const;
    assert.deepEqual(fieldsIn(sent({ loginId: 'asha' }, shown))[0]?.readable, doubt);
    const replaced = ['redacted-email@sbx', 'anonymous@sbx', 'xxx@sbx', 'name@domain.in', 'masked_user1@sbx'];
    for (const loginId of ['000000', '+000000', '[otp-1]', 'asha', ...replaced])
      assert.deepEqual(fieldsIn(sent({ loginId }))[0]?.readable, doubt, loginId);
    assert.equal(fieldsIn(sent({ loginId: 'undefined' }))[0]?.readable, undefined);
  });

  it('are masked where the log masks them', () => {
    const about = { pointer: '/loginId', wanted: 'encrypted' } as const;
    const raw = sent({ loginId: '****' }, { masked: true });
    assert.deepEqual(fieldsIn(raw), [{ ...about, form: 'masked' }]);
  });
});

describe('the fields of a run', () => {
  const runWith = (...told: RequestedField[]): Partial<FieldFinding> => ({
    told: () => told,
    open: (field, value) => ({
      ...field,
      form: 'text',
      flaw: value === '' ? 'empty text' : 'in quotes',
    }),
  });

  it('that asked for some of them are all top-level members, and the named ones below', () => {
    const body = { name: 'Asha', person: { nationalId: digits, city: 'Pune', mobile: digits } };
    const told = runWith({ name: 'mobile', encrypted: true });
    assert.deepEqual(pointersIn(sent(body), told), [
      '/name plain',
      '/person plain',
      '/person/nationalId encrypted',
      '/person/mobile encrypted',
    ]);
  });

  it('are encrypted as the client was told, whatever their name', () => {
    const told = runWith({ name: 'mobile', encrypted: false }, { name: 'nationalId', encrypted: false });
    const body = { mobile: digits, nationalId: digits, aadhaar: digits };
    assert.deepEqual(pointersIn(sent(body), told), [
      '/mobile plain',
      '/nationalId plain',
      '/aadhaar encrypted',
    ]);
  });

  it('are not absent where they were demanded and hold nothing', () => {
    const told = runWith({ name: 'mobile', encrypted: true });
    assert.deepEqual(pointersIn(sent({ mobile: '', loginId: null }), told), ['/mobile encrypted']);
    assert.deepEqual(pointersIn(sent({ mobile: '', person: { mobile: digits } }), told), [
      '/person plain',
      '/person/mobile encrypted',
    ]);
  });

  it('are what an OTP holds, or what it is where one is verified', () => {
    const body = { otp: { otpValue: ciphertext } };
    assert.deepEqual(pointersIn(sent(body), runWith()), ['/otp/otpValue encrypted']);
    const verified = sent(body, { service: 'registry', operation: 'otp.verify' });
    assert.deepEqual(pointersIn(verified, runWith()), ['/otp encrypted', '/otp/otpValue encrypted']);
  });
});

describe('the name of a field', () => {
  it('is kept where it is known, or means a mobile number', () => {
    const told = [{ name: 'aadhaarNumber', encrypted: true }];
    const [known, mobile, other] = fieldsIn(
      sent({ aadhaarNumber: digits, mobileZqxv: digits, zqxv: digits }),
      { told: () => told },
    ).map(({ pointer }) => pointer);
    assert.equal(known, '/aadhaarNumber');
    assert.match(mobile ?? '', /^\/‹name, 10, like mobile/);
    assert.match(other ?? '', /^\/‹name, 4/);
  });
});
