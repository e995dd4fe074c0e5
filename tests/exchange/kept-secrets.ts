import type { RedactorOptions } from '../../support/exchange/exchange-redactor';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import { replaceFormsByChar } from '../../support/exchange/read-form';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';
import { SecretRedactor } from '../../support/exchange/secret-redactor';
import { randomBytes, randomInt } from '../seed';
import { leakFinder } from './canaries';
import { rawWithResponse, rawWithRequest, bytesOf, plantable, rawExchange, ways } from './planting';
import { anywhere, named, secretNames, sending, told } from './secret-places';

const letters = (count: number): string =>
  randomBytes(2 * count)
    .toString('base64')
    .replace(/\W/g, '')
    .slice(0, count);
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(0, 10)).join('');

/** What the table of planted values leaves out. */
const more = (): Readonly<Record<string, string>> => ({
  'API key': `sk_live_${letters(24)}`,
  'key of a cloud': `AKIA${letters(16).toUpperCase()}`,
  'card number': `4${digits(15)}`,
  'telephone number': `1${randomInt(5, 10)}${digits(8)}`,
  'opaque token': letters(40),
  'random password': `Wq7!${letters(9)}#`,
  'connection string': `Server=db;User=sa;Password=${letters(12)}`,
  'address of a database': `postgres://admin:${letters(20)}@db.example:5432/claims`,
});

/** Names of which a value in a documented form is kept, and in no other. */
const documented = [
  ...[
    'REQUEST-ID',
    'TIMESTAMP',
    'X-CM-ID',
    'X-HIP-ID',
    'Content-Type',
    'Accept',
    'Content-Length',
    'Retry-After',
  ],
  ...['User-Agent', 'Server', 'Date', 'Location', 'Origin', 'Host', 'WWW-Authenticate', 'Cache-Control'],
  ...['X-Forwarded-For', 'RateLimit', 'ETag', 'x-hcx-sender_code', 'x-hcx-correlation_id', 'x-hcx-status'],
  ...[
    'txnId',
    'clientId',
    'correlationId',
    'providerId',
    'grantType',
    'tokenType',
    'action',
    'expiresIn',
    'expiry',
  ],
  ...[
    'otp',
    'otpValue',
    'loginId',
    'nonce',
    'content',
    'keyValue',
    'payload',
    'curve',
    'resourceType',
    'authResult',
  ],
  ...['message', 'code', 'description', 'error', 'mobile', 'name', 'birthDate', 'remark', 'claimNumber'],
];

/** Places of the table of what is kept. */
const places: Readonly<Record<string, (name: string, value: string) => Partial<RawExchange>>> = {
  header: (name, value) => rawWithRequest('https://a.example/', [[name, value]]),
  member: (name, value) => sending(JSON.stringify({ [name]: value })),
  'member of a refusal': (name, value) => ({
    response: { status: 400, headers: [], body: Buffer.from(JSON.stringify({ error: { [name]: value } })) },
  }),
  'list of bytes': (name, value) => sending(JSON.stringify({ [name]: bytesOf(value) })),
  buffer: (name, value) => sending(JSON.stringify({ [name]: { type: 'Buffer', data: bytesOf(value) } })),
  'object of bytes': (name, value) =>
    rawWithResponse(JSON.stringify({ [name]: Object.fromEntries(bytesOf(value).entries()) })),
  'JSON in JSON': (name, value) =>
    sending(JSON.stringify({ x: JSON.stringify({ y: JSON.stringify({ [name]: value }) }) })),
  parameter: (name, value) => rawWithRequest(`https://a.example/?${name}=${encodeURIComponent(value)}`),
  form: (name, value) => sending(`a=1&${name}=${encodeURIComponent(value)}`),
};

const refused =
  (put: (value: string) => Partial<RawExchange>) =>
  (value: string): Partial<RawExchange> => {
    const raw = put(value);
    return {
      ...raw,
      response: {
        status: 500,
        headers: [],
        body: raw.request?.body ?? raw.response?.body ?? Buffer.alloc(0),
      },
    };
  };

/** What stands in secrets of which it says nothing. */
const ordinary = /beginprivatekey|endprivatekey|privatekey|password|server|user|admin/g;

const stripped = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(ordinary, ' ');

/** So many letters and digits of a secret in a row are no chance. */
const telling = 8;

/** What a place shows of a value that tells nothing. */
const shownOf = (kept: unknown): string => replaceFormsByChar(JSON.stringify(kept));

/** Looks for a secret in what was kept, once forms are taken away: as it was written, in pieces, and decoded. */
function finderOf(
  value: string,
): (kept: unknown, written: string, otherwise: string, expected: string) => string | undefined {
  const leaks = leakFinder({ value });
  const seen = new Map<string, boolean>();
  return (kept, written, otherwise, expected) => {
    const left = shownOf(kept).replace(expected, '');
    if (left === otherwise) return undefined;
    const sought = stripped(written);
    const [text, size] = [stripped(left), Math.min(telling, sought.length)];
    for (let at = 0; at + size <= sought.length; at += 1) {
      const piece = sought.slice(at, at + size);
      if (text.includes(piece) && !stripped(otherwise).includes(piece)) return `${piece} in ${left}`;
    }
    let isLeak = seen.get(left);
    if (isLeak === undefined) seen.set(left, (isLeak = leaks(left).length > 0));
    return isLeak ? left : undefined;
  };
}

/** What is recorded of an exchange. */
function recordingBy(options: RedactorOptions): (raw: Partial<RawExchange>) => unknown {
  const recorder = createRecorder(createRecording(), new ExchangeRedactor(options));
  return (raw) => ({ ...recorder.record(rawExchange(raw)), seq: 0 });
}

const values = async (): Promise<[string, string][]> => [
  ...(await plantable()).map(({ name, value }): [string, string] => [name, value]),
  ...Object.entries(more()),
];

type Put = (value: string) => Partial<RawExchange>;
type Places = Readonly<Record<string, Put>>;

const placesOf = (
  names: readonly string[],
  table: Readonly<Record<string, (name: string, value: string) => Partial<RawExchange>>>,
): Places =>
  Object.fromEntries(
    Object.entries(table).flatMap(([place, put]) =>
      names.map((name): [string, Put] => [`${name} in ${place}`, (value) => put(name, value)]),
    ),
  );

/** Places that the document does not have, in requests and in what is said of a refusal. */
export const undocumented: Places = {
  ...anywhere,
  ...Object.fromEntries(
    Object.entries(anywhere).map(([place, put]) => [`${place} of a refusal`, refused(put)]),
  ),
};

/** Facts and failures that quote what stood in a message. */
export const inFacts: Places = told;

export const underSecretNames: Places = placesOf(secretNames, named);

/** Places at which values of a documented form are kept. */
export const atDocumented: Places = placesOf(documented, places);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Values that the document has, each with the names under which it is kept where it is not known. */
const documentedValues: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    uuid,
    ['REQUEST-ID', 'X-HIP-ID', 'x-hcx-correlation_id', 'txnId', 'clientId', 'correlationId', 'workflowId'],
  ],
  [/^\d{1,7}$/, ['Content-Length', 'Retry-After', 'expiresIn', 'status']],
  [/^\d{1,10}$/, ['x-hcx-sender_code', 'providerId', 'sender', 'recipient']],
  [/^1[5-9]\d{8}(?:\d{3})?$/, ['TIMESTAMP', 'Date', 'expiry', 'Retry-After']],
];
/** Bytes are no value of a name. */
const ofBytes = /bytes|buffer/;

/** Whether a secret, as it is written, cannot be told from a right value there. */
export const isDocumented = (place: string, written: string): boolean =>
  !ofBytes.test(place) &&
  documentedValues.some(
    ([form, names]) => form.test(written) && names.some((name) => place.startsWith(`${name} in `)),
  );

/** Learns of no secret: each place is to keep it by itself. */
class Forgetful extends SecretRedactor {
  override learn(): string {
    return '';
  }
}

/** What shows at which places, one failure a line. */
export async function survivors(
  tried: Places,
  {
    mayStay = () => false,
    isTried = () => true,
    options = () => ({ secrets: new Forgetful() }),
    waysEach = Infinity,
  }: {
    /** What is right there stands once, and nothing else tells of it. */
    readonly mayStay?: (place: string, written: string) => boolean;
    readonly isTried?: (place: string, written: string) => boolean;
    readonly options?: (value: string) => RedactorOptions;
    /** How many ways of writing are drawn for each kind and place, besides the plain one. */
    readonly waysEach?: number;
  } = {},
): Promise<string[]> {
  const failures: string[] = [];
  for (const [kind, value] of await values()) {
    const [keep, find] = [recordingBy(options(value)), finderOf(value)];
    const all = Object.entries(ways).map(([way, write]) => [way, write(value)] as const);
    for (const [place, put] of Object.entries(tried)) {
      const otherwise = shownOf(keep(put('‹')));
      for (const [way, written] of drawn(all, waysEach)) {
        if (!isTried(place, written)) continue;
        const expected = mayStay(place, written) ? written : '';
        const found = find(keep(put(written)), written, otherwise, expected);
        if (found !== undefined) failures.push(`${kind} as ${way} in ${place}: ${found}`);
      }
    }
  }
  return failures;
}

function drawn<Of>(all: readonly Of[], count: number): readonly Of[] {
  if (count >= all.length) return all;
  const from = randomInt(0, all.length);
  const stride = Math.floor(all.length / count);
  return all.filter((_each, index) => index === 0 || (index + from) % stride === 0);
}
