import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import type { SecretKind } from '../../support/contract/secrets';
import type { Exchange } from '../../support/exchange/exchange';
import type { RedactorOptions } from '../../support/exchange/exchange-redactor';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';
import { SecretRedactor } from '../../support/exchange/secret-redactor';
import { randomBytes, randomInt, randomUUID } from '../seed';

/** A secret that the tests plant, by name, with its kind. */
export interface Planted {
  readonly name: string;
  readonly kind: SecretKind;
  readonly value: string;
}

export function jwt(claims: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT({ sub: randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('20m')
    .sign(randomBytes(32));
}

export function privateKey(): string {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Fresh values of every kind; one is not ASCII, one is full of characters that encodings treat apart. */
export async function plantable(): Promise<readonly Planted[]> {
  return [
    { name: 'client secret', kind: 'client-secret', value: randomUUID() },
    { name: 'odd secret', kind: 'client-secret', value: `q"\\/+=& ${randomUUID()}<é` },
    // Its Base64 holds + and / at each offset.
    { name: 'steep secret', kind: 'client-secret', value: `>>>>>>??????${randomUUID()}` },
    { name: 'access JWT', kind: 'access-token', value: await jwt() },
    { name: 'refresh JWT', kind: 'refresh-token', value: await jwt() },
    { name: 'opaque token', kind: 'access-token', value: randomBytes(24).toString('base64url') },
    { name: 'bearer_auth', kind: 'token', value: randomBytes(24).toString('base64') },
    { name: 'otp', kind: 'otp', value: randomInt(100_000, 1_000_000).toString() },
    {
      name: 'national id',
      kind: 'national-id',
      value: randomInt(0, 2 ** 47)
        .toString()
        .padStart(14, '7'),
    },
    { name: 'private key', kind: 'private-key', value: privateKey() },
  ];
}

const bytes = (value: string): Buffer => Buffer.from(value, 'utf8');
const padded = (value: string, offset: number): Buffer =>
  Buffer.concat([Buffer.from('\u0001\u0002\u0003'.slice(0, offset)), bytes(value), Buffer.from('\u0001')]);
const wide = (value: string, unit: 2 | 4, littleEndian: boolean): string => {
  const text = Buffer.alloc(unit * value.length);
  for (let index = 0; index < value.length; index += 1) {
    const at = unit * index + (littleEndian ? 0 : unit - 2);
    if (littleEndian) text.writeUInt16LE(value.charCodeAt(index), at);
    else text.writeUInt16BE(value.charCodeAt(index), at);
  }
  return text.toString('latin1');
};
const entity = (value: string, form: (code: number) => string): string =>
  Array.from(value, (character) => form(character.codePointAt(0) ?? 0)).join('');
const twice = (value: string, offset: number): string =>
  padded(bytes(value).toString('base64'), offset).toString('base64');
const unicode = (value: string, form: (hex: string) => string): string =>
  Array.from({ length: value.length }, (_each, index) =>
    form(value.charCodeAt(index).toString(16).padStart(4, '0')),
  ).join('');
const percent = (value: string): string =>
  [...bytes(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Ways in which a value may be written; each is text that could stand in a body, a header or an address. */
export const encodings: Readonly<Record<string, (value: string) => string>> = {
  raw: (value) => value,
  'JSON string': (value) => JSON.stringify(value).slice(1, -1),
  'JSON string with \\/': (value) => JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
  '\\u of every character': (value) => unicode(value, (hex) => `\\u${hex}`),
  '\\U in capitals': (value) => unicode(value, (hex) => `\\u${hex.toUpperCase()}`),
  '\\u of the first character': (value) =>
    unicode(value.charAt(0), (hex) => `\\u${hex}`) + JSON.stringify(value.slice(1)).slice(1, -1),
  'JSON in JSON': (value) => JSON.stringify(JSON.stringify(value)).slice(1, -1),
  'URL component': encodeURIComponent,
  'URL component in small letters': (value) =>
    encodeURIComponent(value).replace(/%../g, (each) => each.toLowerCase()),
  'form field': (value) => new URLSearchParams({ a: value }).toString().slice(2),
  'percent of every byte': percent,
  'percent of every byte in capitals': (value) => percent(value).toUpperCase(),
  'percent of the first byte': (value) => percent(value.charAt(0)) + encodeURIComponent(value.slice(1)),
  hex: (value) => bytes(value).toString('hex'),
  'hex in capitals': (value) => bytes(value).toString('hex').toUpperCase(),
  ...Object.fromEntries(
    [0, 1, 2].flatMap((offset) => [
      [`Base64 at offset ${offset}`, (value: string) => padded(value, offset).toString('base64')],
      [`base64url at offset ${offset}`, (value: string) => padded(value, offset).toString('base64url')],
      [
        `Base64 at offset ${offset} in a URL`,
        (value: string) => encodeURIComponent(padded(value, offset).toString('base64')),
      ],
      [
        `Base64 at offset ${offset} with \\/`,
        (value: string) => padded(value, offset).toString('base64').replaceAll('/', '\\/'),
      ],
    ]),
  ),
};

/** Ways in which a value is still read by people or by machines, although no plain search finds it. */
const disguises: Readonly<Record<string, (value: string) => string>> = {
  capitals: (value) => value.toUpperCase(),
  'small letters': (value) => value.toLowerCase(),
  'dashes in between': (value) => value.replace(/(.{4})(?=.)/gsu, '$1-'),
  'spaces in between': (value) => value.replace(/(.{4})(?=.)/gsu, '$1 '),
  'UTF-16, little end first': (value) => wide(value, 2, true),
  'UTF-16, big end first': (value) => wide(value, 2, false),
  'UTF-32, little end first': (value) => wide(value, 4, true),
  'UTF-32, big end first': (value) => wide(value, 4, false),
  'entities of XML': (value) => entity(value, (code) => `&#${code};`),
  'hexadecimal entities': (value) => entity(value, (code) => `&#x${code.toString(16)};`),
  'quoted-printable': (value) =>
    [...bytes(value)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  'lines of quoted-printable': (value) => value.replaceAll('=', '=3D').replace(/(.{5})(?=.)/gsu, '$1=\r\n'),
  'Base64 twice': (value) => twice(value, 0),
  'Base64 twice at offset 1': (value) => twice(value, 1),
  'Base64 twice at offset 2': (value) => twice(value, 2),
  'Base64 of UTF-16': (value) => Buffer.from(value, 'utf16le').toString('base64'),
};

export const bytesOf = (value: string): number[] => [...bytes(value)];

export const ways: Readonly<Record<string, (value: string) => string>> = {
  ...encodings,
  ...disguises,
  '\\x of every byte': (value) => percent(value).replaceAll('%', '\\x'),
  'a list of bytes': (value) => JSON.stringify(bytesOf(value)),
  'entities of some': (value) => value.replace(/[a-z0-9]/g, (each) => `&#${each.charCodeAt(0)};`),
};

/** Secrets that are known beforehand: digits are one-time passwords. */
export function knowing(...values: readonly string[]): SecretRedactor {
  const secrets = new SecretRedactor();
  for (const value of values) secrets.learn(/^\d+$/.test(value) ? 'otp' : 'client-secret', value);
  return secrets;
}

/** A GET that was answered 200 with nothing (or failed), but for what a test changes. */
export function rawExchange(change: Partial<RawExchange> = {}): RawExchange {
  return {
    sender: 'suite',
    arrivedAt: 1_000_000,
    answeredAt: 1_000_010,
    request: { method: 'GET', url: 'https://gateway.example/', headers: [] },
    ...(change.failure === undefined && {
      response: { status: 200, headers: [], body: Buffer.alloc(0) },
    }),
    ...change,
  };
}

/** A recorder of one test that knows these secrets beforehand. */
export function recorderKnowing(
  known: readonly Planted[] = [],
  options: RedactorOptions = {},
): (raw: Partial<RawExchange>) => Exchange {
  const secrets = new SecretRedactor();
  for (const { kind, value } of known) secrets.learn(kind, value);
  const recorder = createRecorder(createRecording(), new ExchangeRedactor({ secrets, ...options }));
  return (raw) => recorder.record(rawExchange(raw));
}

/** An exchange whose answer has this body. */
export function rawWithResponse(
  body: string | Buffer,
  headers: [string, string][] = [],
): Partial<RawExchange> {
  return { response: { status: 200, headers, body: Buffer.from(body as string) } };
}

/** A request with this address, these headers and this body. */
export const rawWithRequest = (
  url: string,
  headers: [string, string][] = [],
  body = '',
): Partial<RawExchange> => ({
  request: { method: 'POST', url, headers, body: Buffer.from(body) },
});
