import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import { keptBody } from './keeping';

describe('a value under the name of a secret', () => {
  const expected = ['abdm', 'bearer', '1200', '2026-11-21T10:00:00.000Z', 'client_credentials', 'null'];
  it('is known from then on, as text and as number', () => {
    for (const body of [
      { otp: '482913' },
      { otp: 482913 },
      { otp: [482913] },
      { a: { otp_code: 1, otp: '482913' } },
    ]) {
      const keeper = new ExchangeRedactor();
      keptBody(body, {}, keeper);
      assert.equal(keeper.secrets.isOne('482913'), true, JSON.stringify(body));
    }
  });

  it('is learned from headers and values, too', () => {
    const keeper = new ExchangeRedactor();
    keeper.header('X-Token', 'q7Zt-1840-opaque');
    keeper.value('accessToken', 'w3Yk-5512-opaque');
    for (const value of ['q7Zt-1840-opaque', 'w3Yk-5512-opaque'])
      assert.equal(keeper.secrets.isOne(value), true, value);
  });

  it('is not learned if it is common', () => {
    const keeper = new ExchangeRedactor();
    for (const value of expected) keeper.header('X-Token', value);
    for (const value of expected) keeper.value('accessToken', value);
    keptBody({ otp: 1200 }, {}, keeper);
    for (const value of expected) assert.equal(keeper.secrets.isOne(value), false, value);
  });

  it('is learned up to a limit', () => {
    const keeper = new ExchangeRedactor();
    const many = (from: number) => Array.from({ length: 400 }, (_none, at) => ({ otp: 100_000 + from + at }));
    const before = keeper.knowledge;
    keeper.learner.begin();
    keptBody(many(0), {}, keeper);
    const once = keeper.knowledge - before;
    assert.ok(once <= 50, String(once));
    keeper.learner.begin();
    keptBody(many(1000), {}, keeper);
    assert.ok(keeper.knowledge > before + once);
  });
});
