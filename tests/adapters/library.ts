import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rpcRequestLine, conversation } from './conversation';

/** What no log shows, however a client prints its settings. */
export const clientSecret = 'pl4nted-s3cret';

/** What the suite says first, with a member that a later suite may add. */
export const initializeLine = rpcRequestLine(0, 'initialize', {
  protocolVersion: '1',
  services: { gateway: 'https://gateway.example', registry: 'https://registry.example' },
  paths: { identity: 'identity', nationalId: 'national-id' },
  credentials: { clientId: 'client', clientSecret },
  cmId: 'sbx',
  participants: { provider: '1@sbx', payer: '2@sbx' },
  dummyPayerToken: null,
  callbackCertificates: 'https://gateway.example/certs',
  envelope: 'json',
  payerEncryptionKey: 'PEM',
  readings: {},
  addedLater: true,
});
const service = 'registry';
const otp = { otp: '918273', txnId: 't-1' };

interface Library {
  readonly language: string;
  readonly skip: string | false;
  /** An adapter whose client prints, and names values in its exceptions: fixtures/clumsy.*, or what runs it. */
  readonly clumsy: () => readonly string[];
  /** The stub of that language. */
  readonly stub: () => readonly string[];
}

/** What the library of each language keeps, whatever the client behind it does. */
export function describeLibrary({ language, skip, clumsy, stub }: Library): void {
  describe(`the library for adapters in ${language}`, { skip }, () => {
    const codes = (...lines: string[]) =>
      conversation(clumsy(), [initializeLine, ...lines])
        .answers.slice(1)
        .map(({ error }) => error?.code);

    it('answers each message by its id, and what is junk with an error', () => {
      const { answers, status } = conversation(clumsy(), [
        initializeLine,
        'junk',
        '[]',
        '{"jsonrpc":"1.0","id":1,"method":"session.create"}',
        '',
        rpcRequestLine('two', 'session.create'),
        rpcRequestLine(3, 'session.create'),
      ]);
      assert.deepEqual(
        answers.slice(1).map(({ id, error, result }) => [id, error?.code ?? result]),
        [
          [null, -32700],
          [null, -32600],
          [1, -32600],
          ['two', null],
          [3, null],
        ],
      );
      assert.equal(status, 0);
    });

    it('says what it does not offer, and which params it misses', () => {
      const right = rpcRequestLine(1, 'otp.verify', { ...otp, more: true });
      assert.deepEqual(
        codes(
          right,
          rpcRequestLine(2, 'otp.verify', { otp: otp.otp }),
          rpcRequestLine(3, 'otp.verify', { ...otp, otp: 918273 }),
          rpcRequestLine(4, 'otp.verify', [otp]),
          rpcRequestLine(5, 'cycle.get', { correlationId: 'c' }),
        ),
        [-32001, -32602, -32602, -32602, -32601],
      );
    });

    it('does not answer a notification', () => {
      const lines = ['{"jsonrpc":"2.0","method":"session.create"}', rpcRequestLine(1, 'session.create')];
      const { answers } = conversation(clumsy(), [initializeLine, ...lines]);
      assert.deepEqual(
        answers.map(({ id }) => id),
        [0, 1],
      );
    });

    it('tells a refusal, with its reason, from a failure', () => {
      const { answers } = conversation(clumsy(), [
        initializeLine,
        rpcRequestLine(1, 'otp.verify', otp),
        rpcRequestLine(2, 'certificate.fetch', { service }),
      ]);
      assert.deepEqual(
        answers.slice(1).map(({ error }) => error),
        [
          { code: -32001, message: 'the OTP was used before' },
          { code: -32000, message: 'the registry is down' },
        ],
      );
    });

    it('shows no value of an exception, in its answer or in the log', () => {
      const value = 'pl4nted-9182736';
      const { answers, log } = conversation(clumsy(), [
        initializeLine,
        rpcRequestLine(1, 'field.encrypt', { service, value }),
      ]);
      assert.equal(answers[1]?.error?.code, -32603);
      assert.match(log, /field\.encrypt/);
      assert.match(log, /RuntimeException/);
      assert.doesNotMatch(log + JSON.stringify(answers), new RegExp(value));
    });

    it('sends what the client prints to the log', () => {
      const { answers, log } = conversation(clumsy(), [initializeLine, rpcRequestLine(1, 'session.create')]);
      assert.deepEqual(answers[1], { jsonrpc: '2.0', id: 1, result: null });
      assert.match(log, /a stray line/);
      assert.match(log, /a line of the log/);
    });

    it('carries megabytes and every alphabet, and refuses a message over the limit', () => {
      const keyMaterial = {};
      const bundle = `naïve 🏥 \u2028 ${'x'.repeat(4 * 1024 * 1024)}`;
      const { answers } = conversation(clumsy(), [
        initializeLine,
        rpcRequestLine(1, 'transfer.encrypt', { keyMaterial, bundle }),
        rpcRequestLine(2, 'transfer.encrypt', { keyMaterial, bundle: 'x'.repeat(32 * 1024 * 1024) }),
        rpcRequestLine(3, 'transfer.encrypt', { keyMaterial, bundle: '' }),
      ]);
      assert.ok((answers[1]?.result as { content: string }).content === bundle);
      assert.deepEqual([answers[2]?.id, answers[2]?.error?.code], [null, -32700]);
      assert.deepEqual(answers[3]?.result, { content: '' });
    });

    it('ends at shutdown, and reads no further', () => {
      const { answers, status } = conversation(clumsy(), [
        initializeLine,
        rpcRequestLine(1, 'shutdown'),
        rpcRequestLine(2, 'session.create'),
      ]);
      assert.deepEqual(answers[1], { jsonrpc: '2.0', id: 1, result: null });
      assert.equal(answers.length, 2);
      assert.equal(status, 0);
    });

    it('speaks one version of the protocol, and begins with initialize', () => {
      const { answers } = conversation(clumsy(), [
        rpcRequestLine(1, 'session.create'),
        rpcRequestLine(2, 'initialize', { protocolVersion: '2' }),
        initializeLine,
        rpcRequestLine(3, 'session.create'),
      ]);
      assert.deepEqual(
        answers.map(({ error }) => error?.code),
        [-32000, -32602, undefined, undefined],
      );
    });

    it('comes with a stub that runs and offers nothing yet', () => {
      const { answers, status } = conversation(stub(), [initializeLine, rpcRequestLine(1, 'session.create')]);
      const { capabilities } = answers[0]?.result as { capabilities: unknown };
      assert.deepEqual(capabilities, []);
      assert.equal(answers[1]?.error?.code, -32601);
      assert.equal(status, 0);
    });
  });
}
