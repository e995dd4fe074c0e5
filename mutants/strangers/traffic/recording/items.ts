import type { Entry } from 'har-format';
import type { HeaderList } from '../../../../support/exchange/exchange';
import type { WireRecord } from '../../../../support/exchange/raw-exchange';
import type { LoggedMessage, TrafficLine } from '../../../traffic/traffic-log';
import type { Dimension } from '../../dimension';
import { withDefaultPort } from '../default-port';
import type { TrafficPart } from '../shape';

const named = (change: (name: string) => string) => (): TrafficPart => ({
  recorded: [
    (wire) => ({
      ...wire,
      request: { ...wire.request, headers: renamed(wire.request.headers, change) },
      ...(wire.response && {
        response: { ...wire.response, headers: renamed(wire.response.headers, change) },
      }),
    }),
  ],
});

const renamed = (headers: HeaderList, change: (name: string) => string): HeaderList =>
  headers.map(([name, value]) => [change(name), value]);

const pseudo = (entry: Entry): Entry => ({
  ...entry,
  request: {
    ...entry.request,
    httpVersion: 'h2',
    headers: [
      { name: ':method', value: entry.request.method },
      { name: ':authority', value: new URL(entry.request.url).host },
      { name: ':path', value: new URL(entry.request.url).pathname },
      { name: ':scheme', value: 'https' },
      ...entry.request.headers.map(({ name, value }) => ({ name: name.toLowerCase(), value })),
    ],
  },
});

const asObject = <Message extends LoggedMessage>(message: Message): Message => ({
  ...message,
  headers: Object.fromEntries(message.headers as readonly (readonly [string, string])[]),
});

const asLists = <Message extends LoggedMessage>(message: Message): Message => ({
  ...message,
  headers: Object.fromEntries(
    (message.headers as readonly (readonly [string, string])[]).map(([name, value]) => [name, [value]]),
  ),
});

function changedHeaders(
  line: TrafficLine,
  change: <Of extends LoggedMessage>(message: Of) => Of,
): TrafficLine {
  const { request, response } = line;
  return { ...line, request: change(request), ...(response && { response: change(response) }) };
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const inBase64 = <Of extends LoggedMessage>({ body, ...message }: Of): Of =>
  ({ ...message, ...(body !== undefined && { bodyBase64: base64(body) }) }) as Of;

const answerInBase64 = (entry: Entry): Entry => ({
  ...entry,
  response: {
    ...entry.response,
    content: {
      ...entry.response.content,
      text: base64(entry.response.content.text ?? ''),
      encoding: 'base64',
    },
  },
});

/** Writes the times of entries and lines. */
const times = (write: (time: number) => string, number?: true) => (): TrafficPart => ({
  entries: [(entry, _random, { arrivedAt }) => ({ ...entry, startedDateTime: write(arrivedAt) })],
  lines: [
    (line, _random, { arrivedAt }) => ({
      ...line,
      startedAt: number === true ? arrivedAt : write(arrivedAt),
    }),
  ],
});

const minuteMs = 60_000;
const india = (time: number): string => new Date(time + 330 * minuteMs).toISOString().replace('Z', '+05:30');
const precise = (time: number): string => new Date(time).toISOString().replace('Z', '123Z');

/** Moves the first members of an object behind all others. */
const turned = <Of extends object>(value: Of): Of =>
  Object.fromEntries(Object.entries(value).reverse()) as Of;

const durations = (change: (own: number, random: () => number) => number) => (): TrafficPart => ({
  entries: [(entry, random) => ({ ...entry, time: change(entry.time, random) })],
  lines: [({ durationMs = 0, ...line }, random) => ({ ...line, durationMs: change(durationMs, random) })],
});

const addressed = (change: (url: URL, text: string) => string) => (): TrafficPart => ({
  recorded: [
    (wire: WireRecord) => ({
      ...wire,
      request: { ...wire.request, url: change(new URL(wire.request.url), wire.request.url) },
    }),
  ],
});

/** Dimensions of the form in which a tool writes an exchange, without loss. */
export const itemDimensions: readonly Dimension<TrafficPart>[] = [
  {
    name: 'header names',
    sentence:
      'RFC 9110, section 5.1: names of fields are case-insensitive. RFC 9113, section 8.2: HTTP/2 has lower case.',
    seam: 'case of header names in the file',
    values: [
      { words: 'header names as sent', allowedBy: '' },
      {
        words: 'header names in lower case',
        allowedBy: 'RFC 9110, section 5.1',
        change: named((name) => name.toLowerCase()),
      },
      {
        words: 'header names in upper case',
        allowedBy: 'RFC 9110, section 5.1',
        change: named((name) => name.toUpperCase()),
      },
      {
        words: 'pseudo-headers of HTTP/2',
        allowedBy: 'RFC 9113, section 8.3; HAR of Chromium has them',
        change: () => ({ ...named((name) => name.toLowerCase())(), entries: [pseudo] }),
      },
    ],
  },
  {
    name: 'log headers',
    sentence: 'schemas/traffic-line.schema.json: headers are an object, or pairs of name and value.',
    seam: 'layout of headers in log lines',
    values: [
      { words: 'log headers as pairs', allowedBy: '' },
      {
        words: 'log headers as an object',
        allowedBy: 'schemas/traffic-line.schema.json',
        change: () => ({ lines: [(line) => changedHeaders(line, asObject)] }),
      },
      {
        words: 'log headers as lists',
        allowedBy: 'schemas/traffic-line.schema.json: several values of one name as a list',
        change: () => ({ lines: [(line) => changedHeaders(line, asLists)] }),
      },
    ],
  },
  {
    name: 'coding of bodies',
    sentence: 'HAR 1.2, content: encoding may be base64. schemas/traffic-line.schema.json: bodyBase64.',
    seam: 'coding of bodies in the file',
    values: [
      { words: 'bodies as text', allowedBy: '' },
      {
        words: 'bodies in Base64',
        allowedBy: 'HAR 1.2, content: encoding',
        change: () => ({ entries: [answerInBase64], lines: [(line) => changedHeaders(line, inBase64)] }),
      },
    ],
  },
  {
    name: 'times',
    sentence:
      'HAR 1.2, entries: startedDateTime is ISO 8601. schemas/traffic-line.schema.json: RFC 3339 or milliseconds.',
    seam: 'spelling of times',
    values: [
      { words: 'times in UTC', allowedBy: '' },
      {
        words: 'times with the offset of India',
        allowedBy: 'RFC 3339, section 5.6; the example of HAR 1.2',
        change: times(india),
      },
      {
        words: 'times with six digits',
        allowedBy: 'RFC 3339, section 5.6: time-secfrac has any number of digits',
        change: times(precise),
      },
      {
        words: 'times with +00:00',
        allowedBy: 'RFC 3339, section 5.6; isoformat in Python',
        change: times((time) => new Date(time).toISOString().replace('Z', '+00:00')),
      },
      {
        words: 'log times in milliseconds',
        allowedBy: 'schemas/traffic-line.schema.json: milliseconds since 1970',
        change: times((time) => new Date(time).toISOString(), true),
      },
    ],
  },
  {
    name: 'durations',
    sentence:
      'HAR 1.2, entries: time is a number of milliseconds. schemas/traffic-line.schema.json: durationMs is optional.',
    seam: 'durations in the file',
    values: [
      { words: 'durations in milliseconds', allowedBy: '' },
      {
        words: 'durations with a fraction',
        allowedBy: 'HAR 1.2, entries: time is a number; Chromium writes fractions',
        change: durations((own) => own + 0.25),
      },
    ],
  },
  {
    name: 'order of members',
    sentence: 'RFC 8259, section 1: an object is an unordered collection.',
    seam: 'order of members in the file',
    values: [
      { words: 'members in the usual order', allowedBy: '' },
      {
        words: 'members in reverse',
        allowedBy: 'RFC 8259, section 1',
        change: () => ({ entries: [turned], lines: [turned], logs: [turned] }),
      },
    ],
  },
  {
    name: 'addresses',
    sentence:
      'RFC 9110, section 4.2.3: scheme and host are case-insensitive, and 443 is the default port of https.',
    seam: 'spelling of addresses',
    values: [
      { words: 'addresses as sent', allowedBy: '' },
      {
        words: 'default ports written out',
        allowedBy: 'RFC 9110, section 4.2.3',
        change: addressed((_url, text) => withDefaultPort(text)),
      },
      {
        words: 'hosts in upper case',
        allowedBy: 'RFC 9110, section 4.2.3',
        change: addressed(({ protocol, host }, text) =>
          text.replace(`${protocol}//${host}`, `${protocol}//${host.toUpperCase()}`),
        ),
      },
    ],
  },
];
