import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureKind } from '../../support/exchange/exchange';
import {
  makeAsked,
  concludeFromExchanges,
  makeExchange,
  sessionExchange,
  describeConclusion,
  token,
  withoutAsked,
} from './exchanges';
import { plainTextOrEmpty } from '../plain';

const answerRules = ['SES-05', 'SES-06', 'SES-07', 'SES-10'] as const;
type Told = readonly [shape: string, tokens: string, lifetimes: string, expiry: string];
const kept = '1 kept, 0 broken';
const broken = '0 kept, 1 broken';
const open = 'unjudged, 0 kept, 0 broken';
const none = '0 kept, 0 broken';

/** What the four rules about the answer make of one session. */
const judge = (...exchanges: ReturnType<typeof sessionExchange>[]): string[] =>
  answerRules.map((id) => describeConclusion(concludeFromExchanges(id, exchanges)));

function check(cases: Readonly<Record<string, readonly [ReturnType<typeof sessionExchange>, Told]>>): void {
  for (const [what, [given, told]] of Object.entries(cases))
    it(what, () => {
      assert.deepEqual(judge(given), told);
    });
}

const jws = {
  'response:/accessToken': token('[a]', { expiresAt: 2200 }),
  'response:/refreshToken': token('[r]'),
};
const facts = (tokens: object, clockSkewMs: number | undefined = 0) => ({
  facts: { scheme: 'https', loopback: false, tokens: { ...jws, ...tokens }, clockSkewMs } as never,
});
const access = (fact: object) => facts({ 'response:/accessToken': { ...token('[a]'), ...fact } });

describe('a session answer: shape, tokens, lifetimes, expiry', () => {
  check({
    'the documented one': [sessionExchange(), [kept, kept, kept, kept]],
    'members in another order and one more': [sessionExchange({ scope: 'x' }), [kept, kept, kept, kept]],
    'a member missing is the shape alone': [
      sessionExchange({ tokenType: undefined }),
      [broken, kept, open, kept],
    ],
    'a number as text is the shape alone': [
      sessionExchange({ refreshExpiresIn: '1800' }),
      [broken, kept, kept, kept],
    ],
    'the lifetime as text is the shape alone': [
      sessionExchange({ expiresIn: '1200' }),
      [broken, kept, kept, kept],
    ],
    'what the text says is judged': [sessionExchange({ expiresIn: '0' }), [broken, kept, broken, broken]],
    'members in a wrapper are the shape alone': [
      sessionExchange({}, { body: `{"data":${sessionExchange().response?.body?.text ?? ''}}` }),
      [broken, kept, kept, kept],
    ],
    'an opaque token beside a missing one is told': [
      sessionExchange(
        { refreshToken: undefined },
        facts({
          'response:/accessToken': { pseudonym: '[a]', jwt: false, flaw: 'opaque' },
          'response:/refreshToken': undefined,
        }),
      ),
      [broken, broken, kept, open],
    ],
    'a fraction is the shape alone': [sessionExchange({ refreshExpiresIn: 0.5 }), [broken, kept, open, kept]],
    'another token type is SES-07 alone': [
      sessionExchange({ tokenType: 'Bearer' }),
      [kept, kept, broken, kept],
    ],
    'a lifetime of zero is SES-07 alone': [
      sessionExchange({ expiresIn: 0 }, access({ expiresAt: 1000, issuedAt: 1000 })),
      [kept, kept, broken, kept],
    ],
    'a refresh lifetime of zero is right': [
      sessionExchange({ refreshExpiresIn: 0 }),
      [kept, kept, kept, kept],
    ],
    'an empty refresh token is right with a lifetime of zero only': [
      sessionExchange(
        { refreshExpiresIn: 0, refreshToken: '' },
        facts({ 'response:/refreshToken': { pseudonym: '', jwt: false, flaw: 'an empty text' } }),
      ),
      [kept, kept, kept, kept],
    ],
    'an empty refresh token with a lifetime is SES-06 alone': [
      sessionExchange(
        { refreshToken: '' },
        facts({ 'response:/refreshToken': { pseudonym: '', jwt: false, flaw: 'an empty text' } }),
      ),
      [kept, broken, kept, kept],
    ],
    'a negative lifetime is SES-07 alone': [
      sessionExchange({ refreshExpiresIn: -5 }),
      [kept, kept, broken, kept],
    ],
    'an opaque token is SES-06 alone': [
      sessionExchange(
        {},
        facts({ 'response:/refreshToken': { pseudonym: '[r]', jwt: false, flaw: 'opaque' } }),
      ),
      [kept, broken, kept, kept],
    ],
    'status 201 is the shape alone': [sessionExchange({}, { status: 201 }), [broken, kept, kept, kept]],
    'status 202 is the shape alone': [sessionExchange({}, { status: 202 }), [broken, kept, kept, kept]],
    'no body': [
      sessionExchange({}, { body: '', facts: { tokens: {} } as never }),
      [broken, open, open, open],
    ],
    'a body that is no JSON': [
      sessionExchange({}, { body: '<html>', facts: { tokens: {} } as never }),
      [broken, open, open, open],
    ],
  });
});

describe('a status that the target declares', () => {
  const conclude = (members: Record<string, unknown>, status: number) =>
    concludeFromExchanges('SES-05', [sessionExchange(members, { status })], { 'session-status': 202 });
  const causeOf = (...of: Parameters<typeof conclude>) =>
    plainTextOrEmpty(conclude(...of).breaches[0]?.cause);

  it('is a departure, and the documented one stays right', () => {
    assert.match(causeOf({}, 202), /^the session comes with status 202, as readings\.session-status says: /);
    assert.equal(describeConclusion(conclude({}, 200)), kept);
  });

  it('hides neither a wrong shape nor another status', () => {
    assert.match(causeOf({ tokenType: undefined }, 202), /^a member is left out/);
    assert.match(causeOf({}, 201), /^another status than the 200/);
  });
});

describe('the expiry', () => {
  const skewed = (seconds: number): ReturnType<typeof sessionExchange> =>
    sessionExchange(
      {},
      {
        arrivedAt: 1_000_000 - seconds * 1000,
        answeredAt: 1_000_000 - seconds * 1000,
        ...facts({}, seconds * 1000),
      },
    );
  check({
    'an exp within five seconds agrees': [
      sessionExchange({}, access({ expiresAt: 2205 })),
      [kept, kept, kept, kept],
    ],
    'one later does not': [sessionExchange({}, access({ expiresAt: 2206 })), [kept, kept, kept, broken]],
    'one earlier does not': [sessionExchange({}, access({ expiresAt: 2194 })), [kept, kept, kept, broken]],
    'milliseconds do not': [sessionExchange({ expiresIn: 1_200_000 }), [kept, kept, kept, broken]],
    'without exp nothing is known': [sessionExchange({}, access({})), [kept, kept, kept, open]],
    'a skew between the machines does no harm': [skewed(3600), [kept, kept, kept, kept]],
    'a skew the other way neither': [skewed(-3600), [kept, kept, kept, kept]],
    'half of a slow answer is allowed for': [
      sessionExchange({}, { arrivedAt: 1_000_000, answeredAt: 1_020_000, ...access({ expiresAt: 2200 }) }),
      [kept, kept, kept, kept],
    ],
    'an encrypted token cannot be read': [
      sessionExchange({}, access({ encrypted: true })),
      [kept, kept, kept, open],
    ],
    'an opaque token is left to SES-06': [
      sessionExchange({}, access({ jwt: false, flaw: 'opaque' })),
      [kept, broken, kept, open],
    ],
  });

  it('stands on iat where the gateway sends no Date', () => {
    const dated = (issuedAt?: number) => ({
      facts: {
        scheme: 'https',
        loopback: false,
        tokens: {
          ...jws,
          'response:/accessToken': { ...token('[a]', { expiresAt: 9200 }), ...(issuedAt && { issuedAt }) },
        },
        clockSkewMs: undefined,
      } as never,
    });
    assert.equal(
      describeConclusion(concludeFromExchanges('SES-10', [sessionExchange({}, dated(8000))])),
      kept,
    );
    assert.equal(
      describeConclusion(concludeFromExchanges('SES-10', [sessionExchange({}, dated(7000))])),
      broken,
    );
    // With neither, only the suite's own clock is left, and the gateway's may differ from it.
    assert.equal(describeConclusion(concludeFromExchanges('SES-10', [sessionExchange({}, dated())])), open);
  });
});

describe('the expiry of the refresh token', () => {
  const refresh = (fact: object) => facts({ 'response:/refreshToken': { ...token('[r]'), ...fact } });
  const right = refresh({ expiresAt: 2800 });
  const judged = (given: ReturnType<typeof sessionExchange>): string =>
    describeConclusion(concludeFromExchanges('SES-12', [given]));

  const cases: Readonly<Record<string, readonly [ReturnType<typeof sessionExchange>, string]>> = {
    'an exp within five seconds agrees': [sessionExchange({}, refresh({ expiresAt: 2795 })), kept],
    'one later does not': [sessionExchange({}, refresh({ expiresAt: 2806 })), broken],
    'one earlier does not': [sessionExchange({}, refresh({ expiresAt: 2794 })), broken],
    'the exp of the access token does not': [sessionExchange({}, refresh({ expiresAt: 2200 })), broken],
    'milliseconds do not': [sessionExchange({ refreshExpiresIn: 1_800_000 }, right), broken],
    'a lifetime as text is read': [sessionExchange({ refreshExpiresIn: '1800' }, right), kept],
    'expiresIn is none of its affair': [sessionExchange({ expiresIn: 5 }, right), kept],
    'without the lifetime nothing is known': [sessionExchange({ refreshExpiresIn: undefined }, right), open],
    'an encrypted token cannot be read': [sessionExchange({}, refresh({ encrypted: true })), open],
    'in traffic it is judged alike': [
      withoutAsked(sessionExchange({}, refresh({ expiresAt: 2200 }))),
      broken,
    ],
  };
  for (const [what, [given, told]] of Object.entries(cases))
    it(what, () => {
      assert.equal(judged(given), told);
    });

  it('is noted where the token is no JWT, or names no end', () => {
    for (const [fact, note] of [
      [{}, /^the refresh token has no exp/],
      [{ jwt: false, flaw: 'opaque' }, /^the refresh token is no JWT/],
    ] as const) {
      const without = sessionExchange({}, refresh(fact));
      const { notes, ...alone } = concludeFromExchanges('SES-12', [without]);
      assert.equal(describeConclusion({ notes, ...alone }), open);
      assert.match(plainTextOrEmpty(notes[0]), note);
      assert.equal(alone.unjudged[0]?.kind, 'cannot-be-seen');
      const beside = concludeFromExchanges('SES-12', [without, sessionExchange({}, right)]);
      assert.deepEqual([beside.observations, beside.notes.length], [1, 1]);
    }
  });
});

describe('an answer that never came whole', () => {
  const shape = (change: Parameters<typeof sessionExchange>[1]): string =>
    describeConclusion(
      concludeFromExchanges('SES-05', [sessionExchange({}, { ...change, facts: { tokens: {} } as never })]),
    );

  it("is the gateway's fault where it hung, broke down or spoke nonsense", () => {
    for (const failure of ['timeout', 'reset', 'too-large', 'malformed'] as const)
      assert.equal(shape({ failure }), broken, failure);
    for (const status of [500, 502, 503])
      assert.equal(shape({ status, body: 'oops' }), broken, String(status));
  });

  it('is not judged where it was refused, limited, redirected or not reached', () => {
    const failures: readonly FailureKind[] = ['unreachable', 'tls'];
    for (const failure of failures) assert.equal(shape({ failure }), open, failure);
    for (const status of [302, 400, 401, 404, 429])
      assert.equal(shape({ status, body: {} }), open, String(status));
  });

  it('says more of a rate limit', () => {
    const { unjudged } = concludeFromExchanges('SES-05', [
      sessionExchange({}, { status: 429, url: 'https://g.example/sessions' }),
    ]);
    assert.match(
      plainTextOrEmpty(unjudged[0]),
      /^#1 \(POST \/sessions\) was rate-limited; lower limits\.requestsPerMinute/,
    );
  });

  it('shows nothing of the others', () => {
    for (const failure of ['timeout', 'unreachable'] as const)
      assert.deepEqual(judge(sessionExchange({}, { failure, facts: { tokens: {} } as never })).slice(1), [
        open,
        open,
        open,
      ]);
  });
});

describe('in traffic that the suite did not ask for', () => {
  it('every session that was granted is judged, a refused one is not', () => {
    assert.deepEqual(judge(withoutAsked(sessionExchange())), [kept, kept, kept, kept]);
    assert.deepEqual(judge(withoutAsked(sessionExchange({ tokenType: 'Bearer' }))), [
      kept,
      kept,
      broken,
      kept,
    ]);
    for (const status of [400, 401, 500])
      assert.deepEqual(judge(withoutAsked(sessionExchange({}, { status }))), [none, none, none, none]);
  });

  it('negatives and open questions are none of theirs', () => {
    for (const part of ['negative', 'open'] as const)
      assert.deepEqual(judge(sessionExchange({ tokenType: 'x' }, { asked: makeAsked(part, 'r') })), [
        none,
        none,
        none,
        none,
      ]);
    assert.deepEqual(judge(makeExchange({ body: {} })), [none, none, none, none]);
  });

  it('evidence names what was judged', () => {
    const { evidence, breaches } = concludeFromExchanges('SES-07', [
      makeExchange(),
      sessionExchange(),
      sessionExchange({ tokenType: 'B' }),
    ]);
    assert.deepEqual(evidence, [2, 3]);
    assert.deepEqual(
      breaches.map(({ exchanges }) => exchanges),
      [[3]],
    );
    assert.match(plainTextOrEmpty(breaches[0]?.seen), /tokenType "‹text, 1›"/);
  });
});
