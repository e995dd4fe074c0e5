import fc from 'fast-check';
import type { SecretKind } from '../../support/contract/secrets';
import { encryptedMembers, secretHeaders, secretMembers } from '../../support/contract/secrets';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import { exampleBases } from '../../support/published/deployment';
import type { Message } from './one-form-messages';
import { ofIntegrator, ofSuite, start, texts } from './one-form-messages';

/** A secret that the recorder is told of beforehand. */
export interface Announced {
  readonly kind: SecretKind;
  readonly value: string;
}

/** Exchanges in which secrets stand where anything else may, with the secrets that are announced. */
export interface Scene {
  readonly announced: readonly Announced[];
  readonly exchanges: readonly RawExchange[];
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${length - 1}}$`));

/** Values that are secret beyond doubt: none of them may be found in what is recorded. */
const secrets = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_-]{24}$/),
  fc.uuid({ version: 4 }),
  digits(6),
  digits(12),
);

/** Where a plain word is a secret, it is hidden in the sentences of errors: what they say is not judged then. */
const inSentences = ['Invalid', 'user', 'credentials', 'padding:', 'cannot', 'decrypt', 'verified'];
const ordinary = texts.filter((text) => !inSentences.includes(text) && !text.includes(' '));

const announced: fc.Arbitrary<Announced> = fc.record({
  kind: fc.constantFrom<SecretKind>('client-secret', 'otp', 'national-id', 'access-token'),
  value: fc.oneof(secrets, fc.constantFrom(...ordinary), fc.constantFrom(...ordinary)),
});

const spellings: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => value,
  (value) => `of ${value}.`,
  (value) => Buffer.from(value).toString('base64'),
  (value) => Buffer.from(value).toString('hex'),
  encodeURIComponent,
];

const oddTexts = ['2026-11-21T09:30:00Z', '1795253400000', '2026-11-21T15:00:00.000+05:30', ' ', '', 'v0.5'];

/** One change to a message: a part of it is replaced by a text, which is a secret as often as not. */
interface Change {
  readonly at: number;
  readonly part: 'header' | 'sent' | 'nested' | 'answered' | 'path' | 'query' | 'name';
  readonly which: number;
  readonly text: string;
  /** What stands in place of the text where no secret is spelt otherwise. */
  readonly plain: string;
}

/**
 * No client has its secret as the id of a cycle in two spellings, nor in hexadecimal as a lifetime or as the id of a
 * request: a stand-in has none of these.
 */
const unspelt = ['x-hcx-correlation_id', 'correlationId', 'expiresIn', 'refreshExpiresIn', 'REQUEST-ID'];

const secretPlaces = { ...secretMembers, ...encryptedMembers, ...secretHeaders };

/** No client has an id or a time as its secret: where it stood before, unknown as a secret, it was kept. */
function atPlace(name: string, text: string): string {
  return name.toLowerCase() in secretPlaces && /^[\da-f]{8}-|^\d{13}$/.test(text) ? `${text}0` : text;
}

function changesWith(known: readonly Announced[]): fc.Arbitrary<Change[]> {
  // One of them: two may be alike but for their case.
  const plain = known.slice(0, 1).map(({ value }) => value);
  const secret = fc
    .tuple(fc.constantFrom(...known.map(({ value }) => value)), fc.constantFrom(...spellings))
    .map(([value, spell]) => spell(value));
  const change = fc.record<Change>({
    at: fc.nat(3),
    part: fc.constantFrom('header', 'header', 'sent', 'sent', 'nested', 'answered', 'path', 'query', 'name'),
    which: fc.nat(4),
    text: fc.oneof({ weight: 2, arbitrary: secret }, fc.constantFrom(...texts), fc.constantFrom(...oddTexts)),
    plain: fc.oneof(fc.constantFrom(...plain), fc.constantFrom(...oddTexts)),
  });
  return fc.array(change, { maxLength: 3 });
}

function changed(message: Message, change: Change): Message {
  const { part, which, text } = change;
  switch (part) {
    case 'header':
      return { ...message, headers: put(message.headers ?? {}, change) as Record<string, string> };
    case 'sent':
    case 'answered':
      return { ...message, [part]: put(message[part] ?? {}, change, numberIn) };
    case 'nested':
      return {
        ...message,
        sent: { ...message.sent, otp: { timeStamp: text, value: atPlace('otp', text), list: [text] } },
      };
    case 'name':
      return { ...message, sent: { ...message.sent, [text]: text } };
    case 'query':
      return { ...message, path: `${message.path}?otp=${encodeURIComponent(atPlace('otp', text))}` };
    case 'path':
      return {
        ...message,
        path: message.path
          .split('/')
          .map((each, index) => (index === which + 1 ? encodeURIComponent(text) : each))
          .join('/'),
      };
  }
}

const numberIn = (text: string): string | number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : text);

function put(
  members: Readonly<Record<string, unknown>>,
  { which, text, plain }: Change,
  write: (text: string) => string | number = String,
): Record<string, unknown> {
  const name = Object.keys(members)[which] ?? 'X-Note';
  return { ...members, [name]: write(atPlace(name, unspelt.includes(name) ? plain : text)) };
}

function toRaw(message: Message, sender: 'integrator' | 'suite', index: number): RawExchange {
  const {
    service,
    operation,
    method = 'POST',
    path,
    headers = {},
    sent,
    answered = {},
    status = 200,
    location,
  } = message;
  const at = start + index * 700;
  return {
    sender,
    arrivedAt: at,
    answeredAt: at + 20,
    service,
    ...(operation && { operation }),
    ...(message.asked && { asked: message.asked }),
    ...(sender === 'integrator' && index % 2 === 0 && { call: { method: operation ?? 'fields.send' } }),
    request: {
      method,
      url: exampleBases[service] + path,
      headers: Object.entries(headers),
      ...(sent && { body: Buffer.from(JSON.stringify(sent)) }),
    },
    ...(status === 302 && index % 2 === 1
      ? { failure: { kind: 'reset', code: 'ECONNRESET', message: `after ${path}` } }
      : {
          response: {
            status,
            headers: location === undefined ? [] : [['Location', location]],
            body: Buffer.from(JSON.stringify(answered)),
          },
        }),
  };
}

/** Up to four messages of one side, some of them twice, with a few changes. */
export const scenes: fc.Arbitrary<Scene> = fc
  .array(announced, { minLength: 1, maxLength: 2 })
  .chain((known) =>
    fc
      .tuple(
        fc.oneof(
          fc.tuple(
            fc.constant('integrator' as const),
            fc.array(fc.constantFrom(...ofIntegrator), { minLength: 1, maxLength: 4 }),
          ),
          fc.tuple(
            fc.constant('suite' as const),
            fc.array(fc.constantFrom(...ofSuite), { minLength: 1, maxLength: 4 }),
          ),
        ),
        changesWith(known),
      )
      .map(([[sender, messages], changes]) => ({
        announced: known,
        exchanges: messages
          .map((message, index) => changes.filter(({ at }) => at === index).reduce(changed, message))
          .map((message, index) => toRaw(message, sender, index)),
      })),
  );

/** Whether a value was made to be a secret, and is no text of the messages. */
export function isTrueSecret({ value }: Announced): boolean {
  return !texts.includes(value);
}
