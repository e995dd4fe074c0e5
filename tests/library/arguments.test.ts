import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Mock } from '../../support/library';
import {
  ConfigurationError,
  certify,
  expectConformance,
  judge,
  startMock,
  verifyPack,
} from '../../support/library';
import { clientOf } from './client';

/** As where no types are checked. */
type Untyped = (...given: readonly unknown[]) => unknown;

const told =
  (line: RegExp) =>
  (error: unknown): true => {
    assert.ok(error instanceof ConfigurationError, String(error));
    assert.match(error.line, line);
    return true;
  };

describe('what the library is given', { timeout: 60_000 }, () => {
  let mock: Mock | undefined;
  afterEach(async () => {
    await mock?.close();
    mock = undefined;
  });

  const begin = startMock as Untyped;
  const expecting = expectConformance as Untyped;
  // A name that is overlooked would certify the suite's own mock.
  const certifying: Untyped = (...given) =>
    (certify as (...all: readonly unknown[]) => { outcome: unknown })(...given).outcome;

  const wrong: readonly (readonly [string, Untyped, readonly unknown[], RegExp])[] = [
    ['startMock', begin, ['target.yaml'], /^startMock takes its options in an object — .*target, roles, tls/],
    ['startMock', begin, [null], /^startMock takes its options/],
    ['startMock', begin, [{ role: ['session'] }], /^startMock has no option role — .*target, roles, tls/],
    ['startMock', begin, [{ target: 7 }], /^target must be a text — /],
    ['startMock', begin, [{ tls: 'yes' }], /^tls must be true or false — /],
    ['certify', certifying, ['target.yaml'], /^certify takes its options/],
    ['certify', certifying, [null], /^certify takes its options/],
    ['certify', certifying, [{ targets: 'target.yaml' }], /^certify has no option targets — /],
    ['certify', certifying, [{ subject: 'client' }], /^subject must be integrator or service — /],
    ['certify', certifying, [{ only: 'SES-08' }], /^only must be a list of texts — /],
    ['certify', certifying, [{ signal: true }], /^signal must be an AbortSignal — /],
    ['judge', judge as Untyped, [], /^files must be a text, or a list of at least one — /],
    ['judge', judge as Untyped, [[]], /^files must be a text, or a list of at least one — /],
    ['judge', judge as Untyped, ['a.har', { only: 'SES-08' }], /^only must be a list of texts — /],
    ['judge', judge as Untyped, ['a.har', { toString: 1 }], /^judge has no option toString — /],
    ['verifyPack', verifyPack as Untyped, [undefined], /^file must be a text — /],
    [
      'verifyPack',
      verifyPack as Untyped,
      ['a.zip', { key: [] }],
      /^key must be a text, or a list of at least/,
    ],
    ['verifyPack', verifyPack as Untyped, ['a.zip', { conforms: false }], /^conforms must be true or /],
    ['verifyPack', verifyPack as Untyped, ['a.zip', { maxAgeDays: NaN }], /^maxAgeDays must be a number/],
  ];
  for (const [name, act, given, line] of wrong)
    it(`${name} refuses ${given.map((each) => JSON.stringify(each)).join(', ')}`, async () => {
      await assert.rejects(() => Promise.resolve().then(() => act(...given)), told(line));
    });

  it('expectConformance refuses what is no mock and no expectation', async () => {
    const played = (mock = await startMock());
    await (await clientOf(played))['session.create']({});
    const bad: readonly (readonly [readonly unknown[], RegExp])[] = [
      [[], /^expectConformance takes a mock — await startMock\(\) /],
      [[Promise.resolve(played)], /^expectConformance takes a mock — await/],
      [[played, ['HDR-05']], /^expectConformance takes its options in an object — /],
      [[played, { obligations: ['HDR-05'] }], /^expectConformance has no option obligations — .*only/],
      [[played, { only: 'HDR-05' }], /^only must be a list of texts — /],
    ];
    for (const [given, line] of bad) assert.throws(() => expecting(...given), told(line));
    expecting(played, { only: undefined });
  });

  it('a mock refuses faults that there are not, and what is no address', async () => {
    const played = (mock = await startMock());
    const { inject, callBackAt } = played as unknown as Record<'inject' | 'callBackAt', Untyped>;
    assert.throws(
      () => inject('toString'),
      told(/^inject toString: unknown fault — there are short-token, /),
    );
    assert.throws(() => callBackAt('localhost'), told(/^callBackAt is no address — as in http/));
    assert.throws(() => callBackAt('http://127.0.0.1:1', 7), told(/^encryptionKey must be a text — /));
  });
});
