import type { RawExchange } from '../../support/exchange/raw-exchange';
import {
  withAnswer,
  withAnswerMember,
  withBody,
  withHeader,
  withHeaderNamed,
  withLine,
  withMember,
  withStatus,
} from './change-request';
import { otherKey, otherKeys } from './published-keys';

/** One thing that is changed in a message that is right. */
export interface Change {
  readonly inRequest: (raw: RawExchange) => RawExchange;
  readonly inAnswer: (raw: RawExchange) => RawExchange;
}

const headers = /^(Authorization|REQUEST-ID|TIMESTAMP|X-CM-ID|Content-Type|Accept|bearer_auth)$/;

const objectIn = (body: Buffer | undefined): Record<string, string> =>
  JSON.parse(body?.toString() ?? '{}') as Record<string, string>;

/** Throws where there is none: the example would try something else than its words say. */
function textIn(body: Buffer | undefined, name: string): string {
  const text = objectIn(body)[name];
  if (text === undefined) throw new Error(`The example has no ${name}`);
  return text;
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The whole body written in another way, by the words of the features. */
const rewritings: Readonly<Record<string, (body: Buffer | undefined) => string>> = {
  'its body in a list': (body) => JSON.stringify([objectIn(body)]),
  'its body as a form': (body) => new URLSearchParams(objectIn(body)).toString(),
  'its members in snake_case': (body) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(objectIn(body)).map(([name, each]) => [snakeCase(name), each])),
    ),
};

/** A text written in another way, by the words of the features. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'in uppercase': (text) => text.toUpperCase(),
  'without hyphens': (text) => text.replaceAll('-', ''),
};

type Read = (parts: readonly string[]) => Change;

/** Ways to write a change in a feature, each with the reading of its parts. */
const ways: readonly (readonly [RegExp, Read])[] = [
  [/no "([\w/-]+)"/, ([name = '']) => member(name, undefined)],
  [/"([\w/-]+)": (.+)/, ([name = '', json = '']) => member(name, JSON.parse(json) as unknown)],
  ...Object.entries(spellings).map(([words, spell]): readonly [RegExp, Read] => [
    new RegExp(`"([\\w-]+)" ${words}`),
    ([name = '']) => ({
      inRequest: (raw) => withMember(raw, name, spell(textIn(raw.request.body, name))),
      inAnswer: (raw) => withAnswerMember(raw, name, spell(textIn(raw.response?.body, name))),
    }),
  ]),
  [
    /"([\w-]+)" ((\d+) minutes (ahead|behind))/,
    ([header = '', value = '', minutes, way]) =>
      request(value, (raw) => withHeader(raw, header, minutesOff(raw, Number(minutes), way === 'ahead'))),
  ],
  [
    /"([\w-]+)" called "([^"]+)"/,
    ([header = '', name = '']) => request(name, (raw) => withHeaderNamed(raw, header, name)),
  ],
  [
    /the header "(([\w-]+): ([^"]+))"/,
    ([value = '', name = '', text = '']) => request(value, (raw) => withHeader(raw, name, text)),
  ],
  [/the line "([A-Z]+ \S+)"/, ([line = '']) => request(line, (raw) => withLine(raw, line))],
  [/status (\d{3})/, ([status = '']) => answer(status, (raw) => withStatus(raw, Number(status)))],
  [
    /the body (\S.*)/,
    ([body = '']) => ({
      inRequest: (raw) => withBody(raw, body),
      inAnswer: (raw) => withAnswer(raw, body),
    }),
  ],
  ...Object.entries(rewritings).map(([words, rewrite]): readonly [RegExp, Read] => [
    new RegExp(words),
    () => ({
      inRequest: (raw) => withBody(raw, rewrite(raw.request.body)),
      inAnswer: (raw) => withAnswer(raw, rewrite(raw.response?.body)),
    }),
  ]),
  [/the failure ([A-Z_]+)/, ([code = '']) => answer(code, (raw) => failed(raw, code))],
  [
    new RegExp(`(${otherKeys.join('|')})`),
    ([words = '']) => answer(words, (raw) => withAnswer(raw, otherKey(words) ?? '')),
  ],
];

/** All texts that name a change, for the parameter type of the steps. */
export const changePattern = new RegExp(
  ways.map(([{ source }]) => source.replace(/(?<!\\)\((?!\?)/g, '(?:')).join('|'),
);

/** Reads a change as features write it. Throws for a text that names none. */
export function readChange(text: string): Change {
  for (const [pattern, read] of ways) {
    const parts = new RegExp(`^${pattern.source}$`).exec(text);
    if (parts !== null) return read(parts.slice(1));
  }
  throw new Error(`No example knows the change: ${text}`);
}

function member(name: string, content: unknown): Change {
  return {
    inRequest: (raw) =>
      headers.test(name) && content === undefined
        ? withHeader(raw, name, undefined)
        : withMember(raw, name, content),
    inAnswer: (raw) => withAnswerMember(raw, name, content),
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

/** A TIMESTAMP in the form of the document, so far off the arrival of its request. */
function minutesOff({ arrivedAt }: RawExchange, minutes: number, ahead: boolean): string {
  return new Date(arrivedAt + (ahead ? minutes : -minutes) * 60_000).toISOString();
}

function failed(raw: RawExchange, code: string): RawExchange {
  const { response, ...others } = raw;
  return { ...others, failure: { kind: 'tls', code, message: code } };
}
