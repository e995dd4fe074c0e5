import { headers } from '../../contract/headers';
import type { RawExchange } from '../../exchange/raw-exchange';
import {
  withAnotherHeader,
  withAnswer,
  withAnswerMember,
  withBody,
  withHeader,
  withHeaderNamed,
  withJoinedHeader,
  withLine,
  withMember,
  withStatus,
} from './change-request';
import { readJson } from './escapes';
import type { Phrases } from './phrases';
import { readPhrase } from './phrases';
import { otherKeys } from './published-keys';

/** A change of one detail in a correct message, which is a request or an answer. */
export interface Change {
  readonly inRequest: (raw: RawExchange) => RawExchange;
  readonly inAnswer: (raw: RawExchange) => RawExchange;
}

const isHeader = (name: string): boolean => Object.hasOwn(headers, name);

const objectIn = (body: Buffer | undefined): Record<string, string> =>
  JSON.parse(body?.toString() ?? '{}') as Record<string, string>;

/**
 * Returns a member of a JSON body. Throws if the member is missing, because the example would then test something other
 * than its words.
 */
function textIn(body: Buffer | undefined, name: string): string {
  const text = objectIn(body)[name];
  if (text === undefined) throw new Error(`The example has no ${name}`);
  return text;
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Other ways to write a whole body, by the words of the features. */
const rewritings: Readonly<Record<string, (body: Buffer | undefined) => string | Buffer>> = {
  'its body after a byte order mark': (body) => `\ufeff${body?.toString() ?? ''}`,
  'its body in UTF-16': (body) => Buffer.from(body?.toString() ?? '', 'utf16le'),
  'its body in a JSON string': (body) => JSON.stringify(body?.toString() ?? ''),
  'its body in a list': (body) => JSON.stringify([objectIn(body)]),
  'its body as a form': (body) => new URLSearchParams(objectIn(body)).toString(),
  'its members in snake_case': (body) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(objectIn(body)).map(([name, each]) => [snakeCase(name), each])),
    ),
};

/** Other ways to write a text, by the words of the features. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'in uppercase': (text) => text.toUpperCase(),
  'without hyphens': (text) => text.replaceAll('-', ''),
};

/** All changes of one message that features can name, by their wording. */
export const changes: Phrases<Change> = {
  'no "<path>"': (path) => member(path, undefined),
  '"<name>" "<value>"': (name, value) => member(name, value),
  '"<path>": <JSON>': (path, json) => member(path, readJson(json)),
  'a second "<name>": <JSON>': (name, json) =>
    body((whole) =>
      JSON.stringify(objectIn(whole)).replace(/\}$/, () => `,${JSON.stringify(name)}:${json}}`),
    ),
  ...Object.fromEntries(
    Object.entries(spellings).map(([words, spell]) => [
      `"<name>" ${words}`,
      (name: string): Change => ({
        inRequest: (raw) => withMember(raw, name, spell(textIn(raw.request.body, name))),
        inAnswer: (raw) => withAnswerMember(raw, name, spell(textIn(raw.response?.body, name))),
      }),
    ]),
  ),
  '"<name>" <number> minutes ahead': (header, minutes) => minutesOff(header, Number(minutes)),
  '"<name>" <number> minutes behind': (header, minutes) => minutesOff(header, -Number(minutes)),
  '"<name>" called "<value>"': (header, name) => request(name, (raw) => withHeaderNamed(raw, header, name)),
  'a second "<name>" "<value>"': (header, value) =>
    request(header, (raw) => withAnotherHeader(raw, header, value)),
  'another "<name>" "<value>" in front': (header, value) =>
    request(header, (raw) => withAnotherHeader(raw, header, value, true)),
  '"<name>" joined with "<value>"': (header, value) =>
    request(header, (raw) => withJoinedHeader(raw, header, value)),
  'the header "<name>: <value>"': (name, value) => request(name, (raw) => withHeader(raw, name, value)),
  'the line "<request line>"': (line) => request(line, (raw) => withLine(raw, line)),
  'status <status>': (status) => answer(status, (raw) => withStatus(raw, Number(status))),
  'the body <text>': (text) => body(() => text),
  ...Object.fromEntries(Object.entries(rewritings).map(([words, rewrite]) => [words, () => body(rewrite)])),
  'the failure <code>': (code) => answer(code, (raw) => failed(raw, code)),
  ...Object.fromEntries(
    Object.entries(otherKeys).map(([words, key]) => [
      words,
      () => answer(words, (raw) => withAnswer(raw, key())),
    ]),
  ),
};

/** Reads a change as features write it. Throws for an unknown one; the message lists {@link changes}. */
export const readChange = (text: string): Change => readPhrase(changes, text, 'change of one message');

const headerText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Creates a change that sets a member of a body, or a header of a request if `path` is the name of a header;
 * `undefined` removes it.
 */
function member(path: string, content: unknown): Change {
  return {
    inRequest: (raw) =>
      isHeader(path)
        ? withHeader(raw, path, content === undefined ? undefined : headerText(content))
        : withMember(raw, path, content),
    inAnswer: (raw) => withAnswerMember(raw, path, content),
  };
}

function body(write: (body: Buffer | undefined) => string | Buffer): Change {
  return {
    inRequest: (raw) => withBody(raw, write(raw.request.body)),
    inAnswer: (raw) => withAnswer(raw, write(raw.response?.body)),
  };
}

function request(value: string, inRequest: Change['inRequest']): Change {
  return { inRequest, inAnswer: () => unfit(value, 'answer') };
}

function answer(value: string, inAnswer: Change['inAnswer']): Change {
  return { inAnswer, inRequest: () => unfit(value, 'request') };
}

function unfit(value: string, side: string): never {
  throw new Error(`No ${side} can be changed by: ${value}`);
}

/**
 * Creates a change that sets a header of a request to a time in the document's form: `minutes` after the arrival of the
 * request, or before it if negative.
 */
function minutesOff(header: string, minutes: number): Change {
  return request(header, (raw) =>
    withHeader(raw, header, new Date(raw.arrivedAt + minutes * 60_000).toISOString()),
  );
}

function failed(raw: RawExchange, code: string): RawExchange {
  const { response, ...others } = raw;
  return { ...others, failure: { kind: 'tls', code, message: code } };
}
