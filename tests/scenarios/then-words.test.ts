import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultReadings, resolveReadings } from '../../support/contract/readings';
import type { Exchange } from '../../support/exchange/exchange';
import type { FieldFact } from '../../support/exchange/facts';
import {
  fetchedAfterRejection,
  fetchedBeforeNextCiphertext,
  oneCertificateServes,
  retriesRejectedValue,
} from '../../support/scenarios/matchers/certificates';
import { answerHolds, readMember } from '../../support/scenarios/matchers/members';
import { answersWhatWasBegun, isPayerAddress } from '../../support/scenarios/matchers/outcomes';
import { namesConsentManager } from '../../support/scenarios/matchers/requests';
import { acceptEachTime } from '../../support/scenarios/matchers/tokens';
import { conversationOf } from '../../support/scenarios/mistakes/payer/conversations';
import { recordTurns } from '../../support/scenarios/mistakes/payer/record-turns';
import type { Change } from '../obligations/exchanges';
import { makeExchange } from '../obligations/exchanges';

const facts = { scheme: 'https', loopback: false } as const;

/** The exchanges with their numbers, one second apart. */
const inOrder = (...changes: readonly Change[]): Exchange[] =>
  changes.map((change, index) =>
    makeExchange({
      ...{ sender: 'integrator', clientInstance: 'process-1', service: 'registry' },
      ...{ seq: index + 1, arrivedAt: index * 1000, answeredAt: index * 1000 + 10 },
      ...change,
    }),
  );

const fetch: Change = {
  method: 'GET',
  operation: 'certificate.registry',
  url: 'https://registry.example/v4/api/v1/auth/cert',
};

const value = (field: Partial<FieldFact> = {}, change: Change = {}): Change => ({
  url: 'https://registry.example/v4/api/v2/verify',
  facts: {
    ...facts,
    fields: [
      {
        pointer: '/otp',
        wanted: 'encrypted',
        form: 'base64',
        key: 'registry',
        padding: 'oaep-sha1',
        ...field,
      },
    ],
    ...(change.status === 400 && { rejects: 'decryption' as const }),
  },
  ...change,
});

const planted = (equals: string): Partial<FieldFact> => ({ plaintext: { bytes: 6, equals, contains: [] } });

describe('"the access token is accepted each time"', () => {
  const token = { jwt: true, pseudonym: 'p' } as const;
  const use = (status: number): Change => ({
    status,
    facts: { ...facts, tokens: { 'request:authorization': token } },
  });
  /** Whether each use is accepted, after a session with a token of this lifetime in seconds. */
  const isAccepted = (expiresIn: number, ...uses: readonly Change[]): boolean => {
    const tokens = { 'response:/accessToken': token };
    const [session, ...others] = inOrder({ body: { expiresIn }, facts: { ...facts, tokens } }, ...uses);
    assert.ok(session);
    return acceptEachTime(others, [session, ...others]);
  };

  it('needs two accepted uses and no refusal of the token', () => {
    assert.ok(isAccepted(1200, use(200), use(200), use(200)));
    assert.ok(isAccepted(1200, use(200), use(503), use(200)), 'a 503 refuses no token');
    for (const statuses of [[200], [200, 503], [200, 200, 401], [403, 200, 200]])
      assert.ok(!isAccepted(1200, ...statuses.map(use)), statuses.join());
    assert.ok(!isAccepted(1200, {}, {}), 'requests without a token');
  });

  it('leaves out refusals of a token that has expired, or is about to', () => {
    assert.ok(isAccepted(4, use(200), use(200), use(401)), 'less than a second before the end');
    assert.ok(!isAccepted(5, use(200), use(200), use(401)), 'a second before the end, or longer');
    assert.ok(isAccepted(3, use(200), use(200), use(200), use(401)), 'after the end');
  });
});

describe('"one certificate is used for 3 values or more"', () => {
  const serves = (...changes: readonly Change[]): boolean => oneCertificateServes(3, inOrder(...changes), 1);

  it('counts the values under one certificate, and not all values', () => {
    assert.ok(serves(fetch, value(), value(), value()));
    assert.ok(serves(fetch, fetch, value(), value(), value()), 'fetched twice before the first value');
    assert.ok(!serves(fetch, value(), fetch, value(), fetch, value()), 'a fetch for each value');
    assert.ok(!serves(fetch, value(), value(), fetch, value(), value()));
    assert.ok(!serves(fetch, value(), value()), 'too few values');
  });

  it('counts each process and service apart, and asks for no more values than a service gets', () => {
    const identity = { service: 'identity' } as const;
    assert.ok(serves(fetch, value(), value(), value({}, identity)), 'each certificate was fetched once');
    assert.ok(!serves(fetch, value(), fetch, value(), value({}, identity)), 'one was fetched again');
    const other = { clientInstance: 'process-2' };
    assert.ok(serves(fetch, value(), { ...fetch, ...other }, value({}, other), value({}, other)));
  });

  it('lets each process that the target declares fetch once', () => {
    const inTurn = inOrder(fetch, value(), fetch, value(), value());
    assert.ok(oneCertificateServes(3, inTurn, 2));
    assert.ok(!oneCertificateServes(3, inTurn, 1));
    assert.ok(!oneCertificateServes(3, inOrder(fetch, value(), fetch, value(), fetch, value()), 2));
  });
});

describe('"the certificate is fetched again before the next ciphertext"', () => {
  const rejected = value({}, { status: 400 });
  const sha256 = value({ padding: 'oaep-sha256' });
  const isFetched = (...changes: readonly Change[]): boolean =>
    fetchedBeforeNextCiphertext(inOrder(...changes), defaultReadings, 1);

  it('leaves out values if the target declares several processes, which may share a token', () => {
    const withToken = (change: Change, pseudonym: string): Change => ({
      ...change,
      facts: { ...facts, ...change.facts, tokens: { 'request:authorization': { jwt: true, pseudonym } } },
    });
    const between = (pseudonym: string) =>
      inOrder(withToken(rejected, 'p'), withToken(value(), pseudonym), withToken(fetch, 'p'));
    assert.ok(fetchedBeforeNextCiphertext(between('q'), defaultReadings, 2));
    assert.ok(!fetchedBeforeNextCiphertext(between('q'), defaultReadings, 1));
    assert.ok(fetchedBeforeNextCiphertext(between('p'), defaultReadings, 2));
  });

  it('looks at what lies between the rejection and the fetch', () => {
    assert.ok(isFetched(fetch, rejected, fetch, value()));
    assert.ok(isFetched(rejected, fetch));
    assert.ok(!isFetched(fetch, rejected, value(), fetch), 'the fetch came after the next ciphertext');
    assert.ok(!isFetched(fetch, rejected, value()), 'no fetch after the rejection');
    assert.ok(!isFetched(fetch, value(), fetch), 'no rejection');
  });

  it('needs a ciphertext in the rejected request', () => {
    const empty: Change = { ...rejected, facts: { ...facts, rejects: 'decryption' } };
    assert.ok(isFetched(empty, rejected, fetch));
    assert.ok(isFetched(fetch, empty, value(), rejected, fetch), 'nothing was rejected before the value');
    assert.ok(!isFetched(empty, fetch));
  });

  it('counts a later fetch by the same process for the question whether another value is needed', () => {
    const isDone = (...changes: readonly Change[]): boolean =>
      fetchedAfterRejection(inOrder(...changes), defaultReadings);
    assert.ok(isDone(rejected, value(), fetch));
    assert.ok(!isDone(rejected, value()));
    assert.ok(!isDone(rejected, { ...fetch, clientInstance: 'process-2' }), 'by another process');
  });

  it('leaves room for one attempt with SHA-256, and for what was under way', () => {
    assert.ok(isFetched(rejected, sha256, fetch));
    assert.ok(!isFetched(rejected, sha256, sha256, fetch), 'two attempts');
    const elsewhere = { ...sha256, url: 'https://registry.example/v4/api/v2/other' };
    assert.ok(!isFetched(rejected, elsewhere, fetch), 'at another operation');
    assert.ok(isFetched({ ...rejected, answeredAt: 1500 }, value(), fetch), 'sent before the answer came');
    assert.ok(!isFetched(rejected, { ...fetch, clientInstance: 'process-2' }), 'by another process');
  });
});

describe('"the rejected value is retried with OAEP and SHA-256"', () => {
  const rejected = value(planted('otp-1'), { status: 400 });
  const again = { padding: 'oaep-sha256' } as const;
  const isRetried = (...changes: readonly Change[]): boolean =>
    retriesRejectedValue(inOrder(...changes), defaultReadings);

  it('needs the value that was rejected, at the same operation, after the rejection', () => {
    assert.ok(isRetried(rejected, value({ ...again, ...planted('otp-1') })));
    assert.ok(isRetried(rejected, value(again)), 'a value that the suite cannot tell');
    assert.ok(!isRetried(rejected, value({ ...again, ...planted('otp-2') })), 'another value');
    assert.ok(!isRetried(value({ ...again, ...planted('otp-1') }), rejected), 'SHA-256 came first');
    assert.ok(!isRetried(rejected, value(planted('otp-1'))), 'SHA-1 again');
    const elsewhere = { url: 'https://registry.example/v4/api/v2/other' };
    assert.ok(!isRetried(rejected, value({ ...again, ...planted('otp-1') }, elsewhere)));
    assert.ok(!isRetried(value(planted('otp-1')), value({ ...again, ...planted('otp-1') })), 'no rejection');
  });
});

describe('"the answer holds txnId as it was sent"', () => {
  it('compares the answer with the request', () => {
    const echoed = (txnId: unknown): boolean =>
      answerHolds(
        makeExchange({ sent: { txnId: 'a-1' }, body: { txnId } }),
        readMember('"txnId" as it was sent'),
      );
    assert.ok(echoed('a-1'));
    for (const wrong of ['A-1', 'a-2', '', 1, undefined]) assert.ok(!echoed(wrong), String(wrong));
  });
});

describe('"every request carries X-CM-ID sbx"', () => {
  it('needs the value of the target', () => {
    assert.ok(namesConsentManager(' sbx', 'sbx'));
    assert.ok(namesConsentManager('live', 'live'));
    for (const wrong of ['', 'live', 'sbx2']) assert.ok(!namesConsentManager(wrong, 'sbx'), wrong);
  });

  it('allows every value but that of the sandbox if the production target names none', () => {
    for (const right of ['live', 'not-named']) assert.ok(namesConsentManager(right, ''), right);
    for (const wrong of ['', ' ', 'sbx', '@SBX']) assert.ok(!namesConsentManager(wrong, ''), wrong);
  });
});

describe('"accessToken as a JWT that expires after expiresIn seconds"', () => {
  /** Whether the answer of a slow gateway holds its token without iat, which lives this long from the request on. */
  const isHeld = (lifeSeconds: number, clockSkewMs?: number): boolean => {
    const tokens = { 'response:/accessToken': { jwt: true, pseudonym: 'p', expiresAt: 1000 + lifeSeconds } };
    const exchange = makeExchange({
      ...{ operation: 'session.create', arrivedAt: 1_000_000, answeredAt: 1_009_000 },
      body: { expiresIn: 1200 },
      facts: { ...facts, tokens, ...(clockSkewMs !== undefined && { clockSkewMs }) },
    });
    return answerHolds(exchange, readMember('"accessToken" as a JWT that expires after expiresIn seconds'));
  };

  it('allows for the time that the answer took', () => {
    // The Date of the answer is that of its end.
    assert.ok(isHeld(1200, 4500), 'made when the request arrived');
    assert.ok(isHeld(1209, 4500), 'made when the answer was sent');
    for (const wrong of [600, 1190, 1230]) assert.ok(!isHeld(wrong, 4500), String(wrong));
  });

  it('does not compare the times of a token whose begin is unknown', () => {
    assert.ok(isHeld(600));
  });
});

describe('"addressed to 1000003538 and the network suffix"', () => {
  it('compares number and suffix', () => {
    const isPayer = (recipient: string): boolean => isPayerAddress(recipient, '1000003538', '1000003538@sbx');
    assert.ok(isPayer('1000003538@sbx'));
    for (const wrong of [
      '1000003538@',
      '1000003538',
      '1000003538@other',
      '1000003538@sbx@sbx',
      '1000000001@sbx',
    ])
      assert.ok(!isPayer(wrong), wrong);
    assert.ok(!isPayerAddress('1000003538@sbx', '1000003539', '1000003538@sbx'));
  });
});

describe('"every callback carries the correlation id of its request"', () => {
  const recorded = recordTurns(
    // The claim comes first, so the answer to the preauthorization may have its id.
    ['an approved claim', 'an approved preauthorization'].flatMap(conversationOf),
    'service',
  ).filter((each) => each.kind === undefined);
  const isOwn = (exchanges: readonly Exchange[]): boolean => answersWhatWasBegun(exchanges, defaultReadings);
  const idOf = (operation: string): string =>
    recorded.find((each) => each.operation === operation)?.facts.payer?.correlationId ?? '';

  /** The exchanges, with another correlation id in the answer to the preauthorization. */
  const answered = (correlationId: string): Exchange[] =>
    recorded.map((each) => {
      const { payer } = each.facts;
      if (each.operation !== 'preauth.onSubmit' || payer === undefined) return each;
      return { ...each, facts: { ...each.facts, payer: { ...payer, correlationId } } };
    });

  it('is not content with the id of any other request', () => {
    assert.ok(isOwn(recorded));
    assert.ok(isOwn(answered(idOf('preauth.submit'))));
    assert.ok(!isOwn(answered(idOf('claim.submit'))), 'the id of a claim');
    assert.ok(!isOwn(answered('00000000-0000-4000-8000-000000000000')), 'an id of no request');
  });

  it('does not compare kinds on a path that belongs to several kinds of answers', () => {
    const path = '/v1/preauth/on_submit';
    const shared = resolveReadings({ 'plan-answer': path, 'eligibility-answer': path });
    assert.ok(answersWhatWasBegun(recorded, shared));
    assert.ok(answersWhatWasBegun(answered(idOf('claim.submit')), shared), 'the id of a claim');
    assert.ok(!answersWhatWasBegun(answered('00000000-0000-4000-8000-000000000000'), shared));
  });

  it('is content with the id of another kind if no request of its own kind waits', () => {
    const twice = recorded.flatMap((each) => {
      if (each.operation !== 'preauth.onSubmit') return [each];
      const [own, other] = [recorded, answered(idOf('claim.submit'))].map((all) =>
        all.find(({ seq }) => seq === each.seq),
      );
      return own && other ? [own, { ...other, seq: other.seq + 0.5 }] : [];
    });
    assert.ok(isOwn(twice));
  });

  it('is not content with a request that came later', () => {
    const late = recorded.map((each) =>
      each.operation === 'preauth.submit' ? { ...each, arrivedAt: Number.MAX_SAFE_INTEGER } : each,
    );
    assert.ok(!isOwn(late));
  });
});
