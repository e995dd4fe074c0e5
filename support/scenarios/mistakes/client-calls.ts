import { generateKeyPairSync } from 'node:crypto';
import type { RawExchange } from '../../exchange/raw-exchange';
import { withAnswer, withBody, withHeader, withMembers, withStatus } from './change-request';
import type { EncryptFieldValue } from './encryptions';
import { otherKeys, paddings, encryptCorrectly } from './encryptions';
import type { FieldKeys } from './field-keys';
import { fieldFinderWith, fieldKeys, plantedWith } from './field-keys';
import { recordExamples } from './judge-example';
import { fixedPhrases, readPhrase } from './phrases';
import { rightRequest } from './right-messages';
import type { ExamplePair } from './slip';

const otp = { id: 'otp-1', kind: 'otp', value: '483201' } as const;

/** What a client of the examples is given. */
interface Calls {
  readonly keys: FieldKeys;
  /** A key that is not that of the registry. */
  readonly otherKey: string;
}

const session = (): RawExchange => rightRequest('session.create');
const fetched = (service: 'registry' | 'identity'): RawExchange => rightRequest(`certificate.${service}`);

/** An OTP that is verified, encrypted in that way. */
const verified = ({ keys }: Calls, encrypt: EncryptFieldValue = encryptCorrectly): RawExchange =>
  withMembers(rightRequest('otp.verify'), { otp: encrypt(otp.value, keys), txnId: keys.txnId });

const rejection = JSON.stringify({ error: { code: 'SVC-1001', message: 'decryption failed' } });
const rejected = (raw: RawExchange): RawExchange => withAnswer(withStatus(raw, 400), rejection);

/** A v3 request that is neither a session nor a GET. */
function posted(): RawExchange {
  const { operation, ...raw } = fetched('identity');
  const url = new URL('/identity/api/v3/enrolment/consent', raw.request.url).href;
  const headers = [...raw.request.headers, ['Content-Type', 'application/json'] as const];
  return withBody({ ...raw, request: { ...raw.request, method: 'POST', url, headers } }, '{}');
}

const v3Calls = (): RawExchange[] => [session(), fetched('identity'), posted()];

/** The v3 calls, of which those at these places lack a header. */
const lacking =
  (header: string, ...places: readonly number[]) =>
  (): RawExchange[] =>
    v3Calls().map((raw, place) => (places.includes(place) ? withHeader(raw, header, undefined) : raw));

const headersLeft = (header: string): Readonly<Record<string, () => RawExchange[]>> => ({
  [`${header} on no v3 call`]: lacking(header, 0, 1, 2),
  [`${header} on all v3 calls but the session call`]: lacking(header, 0),
  [`${header} on the session call alone`]: lacking(header, 1, 2),
  [`${header} on all v3 calls but a GET`]: lacking(header, 1),
  [`${header} on one POST and not on the next`]: () => [
    ...v3Calls(),
    withHeader(posted(), header, undefined),
  ],
});

/** The same call with a header that no parser takes for one. */
function unreadable(raw: RawExchange, name: string): RawExchange {
  const { request, ...others } = withHeader(raw, name.trim(), undefined);
  const flaw = { kind: 'unreadable', code: 'HPE_INVALID_HEADER_TOKEN', header: name } as const;
  return { ...others, request: { ...request, flaw } };
}

const inPlain = (raw: RawExchange): RawExchange => ({
  ...raw,
  request: { ...raw.request, url: raw.request.url.replace('https:', 'http:') },
});

/** An answer that leads elsewhere. */
const redirected = (raw: RawExchange, location: string): RawExchange => ({
  ...raw,
  response: { status: 307, headers: [['Location', location]], body: Buffer.alloc(0) },
});

/** The same call with the token that the session gave it in a cookie. */
function inCookie(raw: RawExchange): RawExchange {
  const [, bearer = ''] = raw.request.headers.find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return withHeader(
    withHeader(raw, 'Authorization', undefined),
    'Cookie',
    `token=${bearer.replace('Bearer ', '')}`,
  );
}

/** Moves the token of a call from Authorization to `bearer_auth`. */
function inBearerAuth(raw: RawExchange): RawExchange {
  const [, bearer = ''] = raw.request.headers.find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return withHeader(withHeader(raw, 'Authorization', undefined), 'bearer_auth', bearer);
}

/** Returns a request of another party, with this value in a form. */
function postedElsewhere(value: string): RawExchange {
  const { operation: _none, service: _neither, ...raw } = session();
  const request = { ...raw.request, url: 'https://login.elsewhere.example/get/session' };
  return withBody({ ...raw, outside: true, request }, `password=${value}`);
}

/** Returns a session request with this client secret. */
const sessionWith = (clientSecret: string): RawExchange => withMembers(session(), { clientSecret });
const uncommonSecret = 'a1b2c3d4-0000-4000-8000-abcdefabcdef';

const later = (seconds: number, raw: RawExchange): RawExchange => ({
  ...raw,
  arrivedAt: raw.arrivedAt + seconds * 1000,
  answeredAt: raw.answeredAt + seconds * 1000,
});

/** Returns the call with an answer that arrives after this number of seconds. */
const slow = (seconds: number, raw: RawExchange): RawExchange => ({
  ...raw,
  answeredAt: raw.arrivedAt + seconds * 1000,
});

const hours = (count: number, raw: RawExchange): RawExchange => later(count * 3600, raw);

/** Returns the call with a TIMESTAMP of that time, if it has one. */
function dated(raw: RawExchange, time: number): RawExchange {
  const has = raw.request.headers.some(([name]) => name === 'TIMESTAMP');
  return has ? withHeader(raw, 'TIMESTAMP', new Date(time).toISOString()) : raw;
}

/** What a client does wrong in several calls, in the words of the features. */
const nights: Readonly<Record<string, (calls: Calls) => readonly RawExchange[]>> = {
  ...headersLeft('REQUEST-ID'),
  ...headersLeft('TIMESTAMP'),
  'one TIMESTAMP for all calls': v3Calls,
  'one TIMESTAMP for a request and its retry after 503': () => [withStatus(session(), 503), session()],
  'a blank before the colon of TIMESTAMP': () => [session(), unreadable(fetched('identity'), 'TIMESTAMP ')],
  'a redirect to plain http that is followed': () => {
    const plain = inPlain(session());
    return [redirected(session(), plain.request.url), plain];
  },
  'a txnId that was never given out': (calls) => [
    session(),
    withMembers(verified(calls), { txnId: '11111111-2222-4333-8444-555555555555' }),
  ],
  'the token in a cookie': () => [session(), inCookie(fetched('identity'))],
  'the token in bearer_auth alone on a payer operation': () => [
    session(),
    inBearerAuth(rightRequest('preauth.submit')),
  ],
  'the client secret in a form for another party': () => [
    sessionWith(uncommonSecret),
    postedElsewhere(uncommonSecret),
  ],
  'another password in a form for another party': () => [
    sessionWith(uncommonSecret),
    postedElsewhere('c0ffee12-3f5a'),
  ],
  'a session for each OTP': (calls) => [1, 2, 3].flatMap(() => [session(), verified(calls)]),
  'a session after a 403': (calls) => [
    session(),
    fetched('registry'),
    withStatus(verified(calls), 403),
    session(),
    ...[1, 2, 3].map(() => verified(calls)),
  ],
  'a token that ended an hour ago': () => [session(), hours(2, fetched('identity'))],
  'the certificate fetched for each OTP': (calls) => [
    session(),
    ...[1, 2, 3].flatMap(() => [fetched('registry'), verified(calls)]),
  ],
  'the certificate fetched after every second OTP': (calls) => [
    session(),
    ...[1, 2].flatMap(() => [fetched('registry'), verified(calls), verified(calls)]),
  ],
  'the certificate fetched twice in a row': (calls) => [
    session(),
    fetched('registry'),
    fetched('registry'),
    ...[1, 2, 3].map(() => verified(calls)),
  ],
  'the certificate fetched twice at once': (calls) => [
    session(),
    slow(4, fetched('registry')),
    fetched('registry'),
    ...[1, 2, 3].map(() => verified(calls)),
  ],
  'the certificate fetched after a 400 that names nothing': (calls) => [
    session(),
    fetched('registry'),
    verified(calls),
    withStatus(verified(calls), 400),
    fetched('registry'),
    ...[1, 2, 3].map(() => verified(calls)),
  ],
  'no certificate fetched before three OTPs': (calls) => [session(), ...[1, 2, 3].map(() => verified(calls))],
  'no certificate fetched before three OTPs under another key': (calls) => [
    session(),
    ...[1, 2, 3].map(() => verified(calls, otherKeys['under a key that no service has'])),
  ],
  'no certificate fetched before three OTPs under the key of the identity service': (calls) => [
    session(),
    ...[1, 2, 3].map(() =>
      verified(calls, (value) => encryptCorrectly(value, { ...calls.keys, publicKey: calls.otherKey })),
    ),
  ],
  'a certificate request answered 503 before three OTPs': (calls) => [
    session(),
    withStatus(fetched('registry'), 503),
    fetched('registry'),
    ...[1, 2, 3].map(() => verified(calls)),
  ],
  'an OTP under the key of the identity service': (calls) => [
    session(),
    verified(calls, (value) => encryptCorrectly(value, { ...calls.keys, publicKey: calls.otherKey })),
  ],
  'an OTP under a key that no service has': (calls) => [
    session(),
    verified(calls, otherKeys['under a key that no service has']),
  ],
  'an OTP as it is': (calls) => [session(), rejected(verified(calls, (value) => value))],
  'an OTP in Base64 alone': (calls) => [
    session(),
    rejected(verified(calls, (value) => Buffer.from(value).toString('base64'))),
  ],
  'a rejected OTP sent again under another hash alone': (calls) => [
    session(),
    fetched('registry'),
    rejected(verified(calls)),
    rejected(verified(calls, paddings['with OAEP over SHA-256'])),
    rejected(verified(calls)),
  ],
  'a rejected OTP sent again as it was': (calls) => [
    session(),
    fetched('registry'),
    rejected(verified(calls)),
    rejected(verified(calls)),
  ],
};

/** What is right about each: nothing at all is wrong there. */
const right = (calls: Calls): readonly RawExchange[] => [
  ...v3Calls(),
  fetched('registry'),
  verified(calls),
  rejected(verified(calls)),
  fetched('registry'),
  verified(calls, paddings['with OAEP over SHA-256']),
  hours(2, session()),
  hours(2, fetched('identity')),
];

/** The calls of a client that does all right, and those of one with one mistake. Throws for words that name none. */
export function clientCallsSlip(words: string): ExamplePair {
  const wrong = readPhrase(fixedPhrases(nights), words, 'mistake in the calls of a client');
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const registry = fieldKeys();
  const identity = { name: 'identity', service: 'identity', privateKey: other.privateKey } as const;
  const keys = { ...registry, known: [...registry.known, identity] };
  const otherKey = other.publicKey.export({ type: 'spki', format: 'pem' });
  const calls = { keys, otherKey: otherKey.toString() };
  const finder = fieldFinderWith(keys, plantedWith(keys, otp));
  const record = (raws: readonly RawExchange[], isStopped: boolean) =>
    recordExamples(timed(raws, isStopped), [finder]);
  return {
    right: record(right(calls), false),
    wrong: record(wrong(calls), words.startsWith('one TIMESTAMP')),
  };
}

/** Two seconds lie between one call and the next. `isStopped`: the clock that dates them is. */
function timed(raws: readonly RawExchange[], isStopped: boolean): RawExchange[] {
  const [first] = raws;
  return raws
    .map((raw, place) => later(2 * place, raw))
    .map((raw) => dated(raw, isStopped && first !== undefined ? first.arrivedAt : raw.arrivedAt));
}
