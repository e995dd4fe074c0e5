import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
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
    ['startMock', begin, [{ target: 7 }], /^target must be a text that is not empty — /],
    ['startMock', begin, [{ tls: 'yes' }], /^tls must be true or false — /],
    ['startMock', begin, [{ target: '' }], /^target must be a text that is not empty — /],
    ['startMock', begin, [Promise.resolve({ tls: true })], /^startMock takes its options in an object — /],
    [
      'startMock',
      begin,
      [{ roles: Object.assign([], { 1: 'session' }) }],
      /^roles must be a list of texts — /,
    ],
    ['certify', certifying, ['target.yaml'], /^certify takes its options/],
    ['certify', certifying, [null], /^certify takes its options/],
    ['certify', certifying, [{ targets: 'target.yaml' }], /^certify has no option targets — /],
    ['certify', certifying, [{ subject: 'client' }], /^subject must be integrator or service — /],
    ['certify', certifying, [{ only: 'SES-08' }], /^only must be a list of at least one text — /],
    ['certify', certifying, [{ signal: true }], /^signal must be an AbortSignal — /],
    ['certify', certifying, [{ signal: { aborted: true, addEventListener: 1 } }], /^signal must be an Abort/],
    ['certify', certifying, [Promise.resolve({})], /^certify takes its options in an object — /],
    ['certify', certifying, [new Map([['target', 'a.yaml']])], /^certify takes its options in an object — /],
    ['certify', certifying, [{ target: undefined }], /^target is undefined — leave it out /],
    ['certify', certifying, [{ nonce: 'x' }], /^nonce must be 8 to 128 letters, /],
    ['certify', certifying, [{ reports: '' }], /^reports must be a text that is not empty — /],
    ['certify', certifying, [{ only: [] }], /^only must be a list of at least one text — /],
    ['certify', certifying, [{ environment: { A: 7 } }], /^environment must be an object whose values are /],
    ['judge', judge as Untyped, [], /^files must be a text, or a list of at least one — /],
    ['judge', judge as Untyped, [[]], /^files must be a text, or a list of at least one — /],
    [
      'judge',
      judge as Untyped,
      ['a.har', { only: 'SES-08' }],
      /^only must be a list of at least one text — /,
    ],
    ['judge', judge as Untyped, ['a.har', { only: [] }], /^only must be a list of at least one text — /],
    ['judge', judge as Untyped, ['a.har', { environment: [] }], /^environment must be an object whose /],
    ['judge', judge as Untyped, ['a.har', { toString: 1 }], /^judge has no option toString — /],
    ['verifyPack', verifyPack as Untyped, [undefined], /^file must be a text that is not empty — /],
    ['verifyPack', verifyPack as Untyped, ['a.zip', null], /^verifyPack takes its options in an object — /],
    ['verifyPack', verifyPack as Untyped, ['a.zip', 'key.pem'], /^verifyPack takes its options in an object/],
    // As from a variable that is not set. Without a key, any signature would pass.
    ['verifyPack', verifyPack as Untyped, ['a.zip', { key: undefined }], /^key is undefined — leave it out /],
    [
      'verifyPack',
      verifyPack as Untyped,
      ['a.zip', { conforms: true, product: { name: 'a', digest: 'b' } }],
      /^product must be an object with the texts name and version alone — /,
    ],
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

  it('a mock refuses faults that there are not', async () => {
    const { inject } = (mock = await startMock()) as unknown as Record<'inject', Untyped>;
    const bad: readonly (readonly [unknown, RegExp])[] = [
      ['toString', /^inject toString: unknown fault — there are short-token, /],
      [null, /^inject must be a text that is not empty — there are short-token, /],
      [['unavailable'], /^inject must be a text /],
      [Symbol('unavailable'), /^inject must be a text /],
    ];
    for (const [fault, line] of bad) assert.throws(() => inject(fault), told(line));
  });

  it('a mock refuses what no callback could be sent to, or encrypted under', async () => {
    const { callBackAt } = (mock = await startMock()) as unknown as Record<'callBackAt', Untyped>;
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = publicKey.export({ type: 'spki', format: 'pem' });
    const own = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const here = 'http://127.0.0.1:1';
    const bad: readonly (readonly [readonly unknown[], RegExp])[] = [
      [[], /^callBackAt must be a text that is not empty — as in http/],
      [[new URL(here), key], /^callBackAt must be a text /],
      [['localhost', key], /^callBackAt is no http or https address — as in http/],
      [['localhost:9000', key], /^callBackAt is no http or https address — /],
      [[`${here}/?a=b`, key], /^callBackAt holds credentials, a query or a fragment — /],
      [[here, 7], /^encryptionKey must be a text that is not empty — /],
      [[here], /^encryptionKey is missing: callbacks are encrypted — give your public RSA key, SPKI in PEM/],
      [
        [here, 'none'],
        /^encryptionKey holds no RSA key in one PUBLIC KEY block — give your public RSA key, SPKI in PEM/,
      ],
      [[here, own], /^encryptionKey holds a private key — /],
    ];
    for (const [given, line] of bad) assert.throws(() => callBackAt(...given), told(line));
    callBackAt(here, key);
  });
});
