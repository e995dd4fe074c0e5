import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import { parseRedactedForm } from '../../support/exchange/read-form';
import { findMember } from '../../support/exchange/members';
import { assertProperty } from '../hold';
import { randomUUID } from '../seed';
import { bodyOf, keptBody } from './keeping';

const id = randomUUID();

/** What a form says of a value, without its mark. */
const about = (text: unknown): string => {
  const form = parseRedactedForm(String(text));
  return form === undefined ? String(text) : [form.kind, form.size, ...form.details].join(', ');
};

describe('a body of JSON', () => {
  it('keeps what the document names', () => {
    const session = { clientId: 'SBX_001234', clientSecret: id, grantType: 'client_credentials' };
    const kept = keptBody(session) as typeof session;
    assert.deepEqual({ ...kept, clientSecret: '' }, { ...session, clientSecret: '' });
    assert.equal(about(kept.clientSecret), 'client-secret, 36');
    const answer = {
      accessToken: '',
      expiresIn: 1200,
      refreshExpiresIn: -1,
      tokenType: 'Bearer',
      refreshToken: null,
    };
    assert.deepEqual(keptBody(answer), answer);
    const trigger = { action: 'Approve', method: 'Claim', correlationId: id };
    assert.deepEqual(keptBody(trigger), trigger);
  });

  it('keeps its shape and the types of its values', async () => {
    await assertProperty(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        assert.deepEqual(shapeOf(keptBody(value)), shapeOf(value));
      }),
      1000,
    );
  });

  it('keeps hidden names apart', () => {
    const kept = keptBody({ ab7x1: 1, cd8y2: 'x', 'e‹9z3': { f: true } });
    assert.deepEqual(Object.keys(kept as object), ['‹name, 5›', '‹name, 5, 2›', '‹name, 5, 3›']);
    assert.ok(new ExchangeRedactor().body(bodyOf('{"__proto__":{"txnId":7}}')).includes('"‹name, 9›"'));
  });

  it('is read inside its texts, two deep', () => {
    const kept = keptBody({ payload: JSON.stringify({ data: JSON.stringify({ txnId: id, pin: '4821' }) }) });
    assert.equal(findMember(kept, 'txnId'), id);
    assert.ok(!JSON.stringify(kept).includes('4821'));
    const deeper = [1, 2, 3].reduce<unknown>((inner) => ({ data: JSON.stringify(inner) }), { txnId: id });
    assert.ok(!JSON.stringify(keptBody(deeper)).includes(id));
  });

  it('keeps ids and times beside an OTP, and nothing else there', () => {
    const otp = {
      timeStamp: '2026-11-21 10:00:00',
      txnId: id,
      otpValue: '482913',
      mobile: '9876543210',
      action: 'Query',
    };
    const kept = (
      keptBody({ authData: { authMethods: ['otp'], otp } }) as {
        authData: { authMethods: string[]; otp: typeof otp };
      }
    ).authData;
    assert.deepEqual(kept.authMethods, ['otp']);
    assert.equal(kept.otp.timeStamp, otp.timeStamp);
    assert.equal(kept.otp.txnId, id);
    assert.deepEqual([kept.otp.otpValue, kept.otp.mobile].map(about), [
      'digits, 6 digits',
      'digits, 10 digits',
    ]);
    assert.equal(parseRedactedForm(kept.otp.action)?.like, 'Query');
  });

  it('is cut where it is deep or long', () => {
    const deep = new ExchangeRedactor().body(bodyOf(`${'['.repeat(40)}${']'.repeat(40)}`));
    assert.equal(deep, `${'['.repeat(32)}"‹list, 1›"${']'.repeat(32)}`);
    const long = keptBody({ count: Array.from({ length: 538 }, () => true), total: 7 }) as {
      count: unknown[];
      total: number;
    };
    assert.equal(long.count.length, 501);
    assert.equal(long.count.at(-1), '‹38 more›');
    assert.equal(long.total, 7);
  });

  it('that tells of an error keeps its words', () => {
    const error = {
      error: {
        code: 'SVC-9999',
        message: 'Invalid user credentials',
        details: [{ reason: 'expired', code: 4001 }],
      },
    };
    assert.deepEqual(keptBody(error), error);
    const flat = [{ code: '401', message: 'Invalid Timestamp', description: 'The token has expired' }];
    assert.deepEqual(keptBody(flat, { status: 401 }), flat);
    assert.deepEqual(about((keptBody(flat) as typeof flat)[0]?.message), 'text, 17');
    const telling = keptBody({ error: { message: 'OTP 482913 of Ramesh is wrong' } }) as typeof error;
    assert.equal(telling.error.message, 'OTP ‹digits, 6 digits› of Ramesh is wrong');
  });
});

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null)
    return value === '' || value === null ? value : typeof value;
  return Object.values(value).map(shapeOf);
}
