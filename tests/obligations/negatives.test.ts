import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { ObligationId } from '../../support/obligations';
import type { ReadingValues } from '../../support/contract/readings';
import type { OperationId } from '../../support/contract/operations';
import { operationById } from '../../support/contract/operations';
import type { Change } from './exchanges';
import {
  makeAsked,
  concludeFromExchanges,
  makeExchange,
  refusalBody,
  describeConclusion,
  withoutAsked,
} from './exchanges';
import { plainTextOrEmpty } from '../plain';
import { isHtmlPage } from '../../support/obligations/judge/refusal-reasons';

/** A negative check: its variant, the right refusal, and refusals that are wrong. */
interface Negative {
  readonly id: ObligationId;
  /** The operation at which it is tried. */
  readonly at: OperationId;
  readonly variants: readonly string[];
  readonly right: readonly Change[];
  readonly wrong: readonly Change[];
  /** Answers that leave open whether it was refused for that reason. */
  readonly open?: readonly Change[];
  readonly readings?: readonly (readonly [Partial<ReadingValues>, right: Change])[];
}

const wrongCredentials = refusalBody('Invalid user credentials');
const decryption = refusalBody('Decryption failed', 'SVC-2002');

const rejection: Omit<Negative, 'id' | 'at' | 'variants'> = {
  right: [
    { status: 400, body: decryption },
    { status: 400, body: refusalBody('wrong PADDING') },
    { status: 400, body: refusalBody('invalid encrypted value', '') },
    // A member beside error is SES-09's matter.
    { status: 400, body: { ...decryption, more: 1 } },
    // The document shows neither status nor form.
    { status: 422, body: decryption },
    { status: 500, body: { title: 'javax.crypto.BadPaddingException' } },
    { status: 400, body: { code: 'x', message: 'decryption failed' } },
    { status: 400, body: [{ code: 'INVALID_ENCRYPTED_VALUE', message: 'no' }] },
    { status: 400, body: { code: 'invalid-encrypted-value' } },
    { status: 400, body: { otp: ['encryptedValue is wrong'] } },
    { status: 400, body: refusalBody('Could not open it', 'RSADecryptError') },
    { status: 400, body: 'decryption failed' },
  ],
  wrong: [
    { status: 200, body: {} },
    { status: 200, body: { message: 'encryptedOtp is correct' } },
  ],
  open: [
    { status: 400, body: refusalBody('wrong OTP') },
    { status: 400, body: refusalBody('encryptedOtp is incorrect') },
    { status: 400, body: refusalBody('undecryptable paddings of an encrypted field') },
    { status: 400, body: { decryption: 'padding'.length } },
    { status: 401, body: refusalBody('the token cannot be decrypted') },
    { status: 502, body: '<html><style>p { padding: 0 }</style></html>' },
    { status: 500, body: refusalBody('Internal error') },
    { status: 200, body: decryption },
    { status: 400 },
  ],
  readings: [
    [
      { 'encryption-rejection': { status: 422, words: ['kaputt'], shape: 'envelope' } },
      { status: 422, body: refusalBody('Kaputt') },
    ],
    [
      { 'encryption-rejection': { status: 401, words: ['decrypt'], shape: 'any' } },
      { status: 401, body: { message: 'cannot decrypt' } },
    ],
    ...['BadCipherText', 'BAD_CIPHER', '(bad-cipher)', { errors: [{ why: 'a bad cipher' }] }].map(
      (body): [object, Change] => [
        { 'encryption-rejection': { words: ['closed', 'Bad cipher'], shape: 'any' } },
        { status: 418, body },
      ],
    ),
    [
      { 'encryption-rejection': { words: ['fehler'], shape: 'any' } },
      { status: 418, body: 'Schlüsselfehler' },
    ],
  ],
};

const negatives: readonly Negative[] = [
  {
    id: 'SES-08',
    at: 'session.create',
    variants: ['wrong-secret', 'unknown-client'],
    right: [
      { status: 400, body: wrongCredentials },
      { status: 400, body: refusalBody('Invalid user credentials', 'ABC-9999') },
      { status: 400, body: refusalBody('Invalid user credentials', 'HIS-GATEWAY-9999') },
    ],
    wrong: [
      { status: 401, body: wrongCredentials },
      { status: 200, body: {} },
      ...['9999', '-9999', 'SVC-99999', 'SVC-1001', 'SVC9999', 'SVC-9999: ', 'code SVC-9999'].map((code) => ({
        status: 400,
        body: refusalBody('Invalid user credentials', code),
      })),
      ...['invalid user credentials', 'Invalid  user credentials', 'Invalid user\ncredentials'].map(
        (message) => ({
          status: 400,
          body: refusalBody(message),
        }),
      ),
      { status: 400, body: '' },
    ],
    readings: [
      [{ 'error-code': 'ABC' }, { status: 400, body: refusalBody('Invalid user credentials', 'ABC-9999') }],
      [
        { 'error-code': 'ABC-4001' },
        { status: 400, body: refusalBody('Invalid user credentials', 'ABC-4001') },
      ],
    ],
  },
  {
    id: 'SES-09',
    at: 'session.create',
    variants: ['wrong-secret', 'unknown-client'],
    right: [
      { status: 400, body: wrongCredentials },
      { status: 401, body: refusalBody('anything', 'x') },
    ],
    wrong: [
      { status: 400, body: { ...wrongCredentials, more: 1 } },
      { status: 400, body: { error: { code: 'x' } } },
      { status: 400, body: { error: 'x' } },
      { status: 400, body: { code: 'x', message: 'y' } },
      { status: 400, body: [wrongCredentials] },
      { status: 400, body: 'no' },
      { status: 400 },
      { status: 200, body: { accessToken: 't' } },
    ],
  },
  {
    id: 'HDR-09',
    at: 'certificate.identity',
    variants: ['stale-timestamp'],
    right: [{ status: 400 }, { status: 401, body: 'old' }, { status: 499 }],
    wrong: [{ status: 200 }, { status: 302 }, { status: 500 }],
    readings: [[{ 'stale-after': { seconds: 60, status: 408 } }, { status: 408 }]],
  },
  {
    id: 'CRT-03',
    at: 'certificate.registry',
    variants: ['no-authorization'],
    right: [{ status: 401 }, { status: 401, body: 'anything' }],
    wrong: [{ status: 200, body: 'a key' }, { status: 403 }, { status: 400 }, { status: 500 }],
  },
  { id: 'ENC-11', at: 'otp.verify', variants: ['pkcs1-v1.5'], ...rejection },
  { id: 'ENC-13', at: 'otp.verify', variants: ['raw', 'hex', 'broken-base64'], ...rejection },
  { id: 'ENC-12', at: 'otp.verify', variants: ['oaep-sha256', 'oaep-mixed'], ...rejection },
];

const round = 'otp/1';

for (const { id, at, variants, right, wrong, open = [], readings = [] } of negatives) {
  const tried = (change: Change) =>
    makeExchange({ operation: at, service: operationById(at).service, ...change });
  const twin = tried({ asked: makeAsked('valid', round, 'oaep-sha1'), body: { txnId: 't' } });
  const negative = (change: Change, variant = variants[0] ?? '') =>
    tried({ ...change, asked: makeAsked('negative', round, variant) });
  const judge = (change: Change, values: Partial<ReadingValues> = {}): string =>
    describeConclusion(concludeFromExchanges(id, [negative(change), twin], values));
  const [refused = {}] = right;

  describe(id, () => {
    it('is kept by a refusal for the right reason, under each variant', () => {
      for (const change of right) assert.equal(judge(change), '1 kept, 0 broken', JSON.stringify(change));
      for (const variant of variants)
        assert.equal(
          describeConclusion(concludeFromExchanges(id, [negative(refused, variant), twin])),
          '1 kept, 0 broken',
          variant,
        );
    });

    it('is broken by acceptance, and by a refusal of another kind', () => {
      for (const change of wrong) {
        const expected =
          id === 'SES-09' && change.status === 200 ? 'unjudged, 0 kept, 0 broken' : '0 kept, 1 broken';
        assert.equal(judge(change), expected, JSON.stringify(change));
      }
    });

    it('is left open by a refusal that may have another reason, and the reading is named', () => {
      for (const change of open) {
        const concluded = concludeFromExchanges(id, [negative(change), twin]);
        assert.equal(describeConclusion(concluded), 'unjudged, 0 kept, 0 broken', JSON.stringify(change));
        assert.match(plainTextOrEmpty(concluded.unjudged[0]), /readings\.encryption-rejection/);
      }
    });

    it('follows the readings', () => {
      for (const [values, change] of readings) {
        assert.equal(judge(change, values), '1 kept, 0 broken', JSON.stringify(values));
        const differs = [judge(change), judge(refused, values)].some((told) => told !== '1 kept, 0 broken');
        assert.ok(differs, `${JSON.stringify(values)} changes nothing`);
      }
    });

    it('is left open without an accepted twin', () => {
      const unknown = 'unjudged, 0 kept, 0 broken';
      const alone = concludeFromExchanges(id, [negative(refused)]);
      assert.equal(describeConclusion(alone), unknown);
      assert.match(plainTextOrEmpty(alone.unjudged[0]), /^the valid twin of #1 \(POST \/api\) was not sent$/);
      for (const change of [{ status: 400 }, { status: 500 }, { failure: 'timeout' }] as const) {
        const bad = tried({ ...change, asked: makeAsked('valid', round, 'oaep-sha1') });
        const concluded = concludeFromExchanges(id, [negative(refused), bad]);
        // The hash that the twin used is no negative, but without an accepted one it is unknown which was right.
        assert.equal(describeConclusion(concluded), unknown, JSON.stringify(change));
        assert.match(plainTextOrEmpty(concluded.unjudged[0]), /was not accepted: #2 \(POST \/api\) got /);
      }
      const elsewhere = tried({ asked: makeAsked('valid', 'another round', 'oaep-sha1') });
      assert.equal(describeConclusion(concludeFromExchanges(id, [negative(refused), elsewhere])), unknown);
    });

    it('is left open where the negative itself was not judged by the service', () => {
      for (const change of [{ status: 429 }, { failure: 'timeout' }, { failure: 'unreachable' }] as const) {
        const concluded = concludeFromExchanges(id, [negative(change), twin]);
        assert.equal(describeConclusion(concluded), 'unjudged, 0 kept, 0 broken', JSON.stringify(change));
        assert.match(plainTextOrEmpty(concluded.unjudged[0]), /^#1 \(POST \/api\): (429|no answer)/);
      }
    });

    it('is left open by a status or a page that may have another reason, unless it is named', () => {
      const body = 'no';
      const page = '<!doctype html><html><body>Request blocked</body></html>';
      for (const status of [407, 408, 409, 421, 423, 425, 502, 503, 504]) {
        const concluded = concludeFromExchanges(id, [negative({ status, body }), twin]);
        assert.equal(describeConclusion(concluded), 'unjudged, 0 kept, 0 broken', String(status));
        assert.match(plainTextOrEmpty(concluded.unjudged[0]), /the reason may be another than the mistake/);
      }
      for (const status of [200, 403]) {
        const concluded = concludeFromExchanges(id, [negative({ status, body: page }), twin]);
        assert.equal(describeConclusion(concluded), 'unjudged, 0 kept, 0 broken', String(status));
        assert.match(plainTextOrEmpty(concluded.unjudged[0]), /a page of HTML/);
      }
    });

    it('notes how it was refused, once for equal refusals', () => {
      const all = variants.map((variant) => negative(refused, variant));
      const { notes } = concludeFromExchanges(id, [...all, twin]);
      assert.equal(notes.length, 1);
      assert.match(
        plainTextOrEmpty(notes[0]),
        new RegExp(`^${variants.join(', ')}: refused with ${refused.status}, `),
      );
    });

    it('passes by other variants, open questions and unrequested traffic', () => {
      const none = '0 kept, 0 broken';
      const accepted = { status: 200, body: {} };
      assert.equal(
        describeConclusion(concludeFromExchanges(id, [negative(accepted, 'something-else'), twin])),
        none,
      );
      assert.equal(
        describeConclusion(
          concludeFromExchanges(id, [tried({ asked: makeAsked('open', round, variants[0]) }), twin]),
        ),
        none,
      );
      assert.equal(
        describeConclusion(concludeFromExchanges(id, [negative(accepted), twin].map(withoutAsked))),
        none,
      );
    });

    it('says first that a wrong request was accepted, and names no reading there', () => {
      const [shown] = concludeFromExchanges(id, [negative({ status: 200, body: 'x' }), twin]).breaches;
      if (shown === undefined) return;
      assert.match(plainTextOrEmpty(shown.cause), /accepted|not checked|not compared|open/);
      assert.doesNotMatch(plainTextOrEmpty(shown.cause), /set readings\./);
    });

    it('names both, the negative and its twin', () => {
      const status = open.length === 0 ? 302 : 200;
      const [shown] = concludeFromExchanges(id, [twin, negative({ status, body: 'x' })]).breaches;
      const { evidence } = concludeFromExchanges(id, [twin, negative(refused)]);
      assert.deepEqual(evidence, [2, 1]);
      assert.deepEqual(shown?.exchanges, [2, 1]);
      for (const text of [shown.sent, shown.expected, shown.seen, shown.cause]) assert.notEqual(text, '');
      assert.match(
        plainTextOrEmpty(shown.seen),
        new RegExp(`^${status} ‹text, 1›( \\(the body is not JSON\\))?$`),
      );
    });
  });
}

test('markup is a page of HTML with the media type of HTML, or without one', () => {
  const isPage = (...headers: [string, string][]): boolean =>
    isHtmlPage({ response: { headers, body: { text: '<error>stale</error>' } } } as never);
  assert.ok(isPage());
  assert.ok(isPage(['Content-Type', 'text/html; charset=utf-8']));
  for (const type of ['text/plain', 'application/xml']) assert.ok(!isPage(['content-type', type]), type);
});
