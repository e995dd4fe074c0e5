import { isObject } from '../../contract/json';
import type { SchemaProblem } from '../../contract/schemas';
import { firstProblem } from '../../contract/schemas';
import { decodedBody } from '../content-coding';
import type { HeaderList } from '../exchange';
import type { ReadEntry } from '../har/har-entry';
import { latestEntryTimeMs, longestAnswerMs } from '../har/har-entry';
import { withheldBesides } from '../masks';
import type { WireAnswer, WireRequest } from '../raw-exchange';
import { recordedBodyLimit } from '../raw-exchange';

const headers = 'an object of names with texts, or a list of pairs';
const body = 'a text, even of JSON';
const base64 = 'the bytes in Base64';
const size = 'a number of milliseconds from 0 on, as in 18';

/** The expected form of the time of a request, for messages. */
const wantedTime = 'a time, as in "2026-11-20T08:30:00.125Z", or milliseconds since 1970';

/** Maps each member of a log line to its expected form, for messages. */
const wanted: Readonly<Record<string, string>> = {
  '': 'an object with startedAt and request',
  startedAt: wantedTime,
  durationMs: size,
  client: 'an object, as in {"address": "192.0.2.7"}',
  'client.address': 'a text, as in "192.0.2.7"',
  kept: 'a list of names of headers, as in ["Authorization"]',
  request: 'an object with method, url and headers',
  'request.method': 'a text, as in "POST"',
  'request.url': 'a whole address, as in "https://gateway.example/path"',
  'request.headers': headers,
  'request.body': body,
  'request.bodyBase64': base64,
  response: 'an object with status and headers; where no answer came, it is left out',
  'response.status': 'a number from 100 to 999, as in 200',
  'response.headers': headers,
  'response.body': body,
  'response.bodyBase64': base64,
};

/** Returns the expected form of an element of `kept`, or of a header value. */
const within = (above: string): string => (above === 'kept' ? 'a text' : 'a text, or a list of texts');

const longestName = 60;

/** Returns a message about a missing or wrong member of a log line. The message never contains values of the line. */
function nearMiss({ path, keyword }: SchemaProblem, line: unknown): string {
  const names = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const member = names.join('.');
  const shown = member === '' ? 'the line' : member.slice(0, longestName);
  if (keyword === 'additionalProperties') return `${shown} is none of its members: ${membersOf(names)}`;
  const form = wanted[member] ?? within(names.slice(0, -1).join('.'));
  if (keyword === 'required') return `${shown} is missing; it is ${form}`;
  const kind = kindOf(valueAt(line, names));
  // The kind may be right and the value wrong: a number may be too small, a list may contain wrong elements.
  const isAlmost = kind !== 'null' && form.includes(kind);
  return `${shown} is ${kind}${isAlmost ? ' of another kind' : ''}; it should be ${form}`;
}

/** Returns the names of the members that a log line may have at the level of this member. */
function membersOf(names: readonly string[]): string {
  const above = names
    .slice(0, -1)
    .map((name) => `${name}.`)
    .join('');
  return Object.keys(wanted)
    .filter((name) => name.startsWith(above) && name !== '' && !name.slice(above.length).includes('.'))
    .map((name) => name.slice(above.length))
    .join(', ');
}

function valueAt(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((at, name) => {
    if (Array.isArray(at)) return at[Number(name)] as unknown;
    return isObject(at) ? at[name] : undefined;
  }, value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === '') return 'an empty text';
  if (typeof value === 'string') return 'a text';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The shape of a line of a traffic log (`schemas/traffic-line.schema.json`). */
interface TrafficLine {
  readonly startedAt: string | number;
  readonly durationMs?: number;
  readonly client?: { readonly address?: string };
  /** Names of the headers that the log keeps; `undefined` if it keeps all of them. */
  readonly kept?: readonly string[];
  readonly request: LoggedMessage & { readonly method: string; readonly url: string };
  readonly response?: LoggedMessage & { readonly status: number };
}

interface LoggedMessage {
  readonly headers: Readonly<Record<string, string | readonly string[]>> | HeaderList;
  readonly body?: string;
  readonly bodyBase64?: string;
}

/** Reads one line of a traffic log. Checks the line first. Marks a body as unknown if the log does not contain it. */
export function readLogEntry(value: unknown): ReadEntry {
  const problem = firstProblem('traffic-line', value);
  if (problem !== undefined) return { kind: 'broken', why: nearMiss(problem, value) };
  const { startedAt, durationMs = 0, client, kept, request, response } = value as TrafficLine;
  if (!URL.canParse(request.url)) return { kind: 'broken', why: 'request.url is no address' };
  const arrivedAt = typeof startedAt === 'string' ? Date.parse(startedAt) : startedAt;
  if (!(arrivedAt <= latestEntryTimeMs))
    return { kind: 'broken', why: `startedAt is no time; it should be ${wantedTime}` };
  return {
    kind: 'exchange',
    raw: {
      logged: true,
      arrivedAt,
      answeredAt: Math.round(arrivedAt + Math.min(durationMs, longestAnswerMs)),
      ...(client?.address !== undefined && { source: client.address }),
      request: { ...requestOf(request), ...(kept && { withheld: withheldBesides(kept) }) },
      ...(response === undefined
        ? { failure: { kind: 'reset', code: 'NO_ANSWER', message: 'the log holds no answer' } }
        : { response: answerOf(response, request.method.toUpperCase()) }),
    },
  };
}

function requestOf(request: TrafficLine['request']): WireRequest {
  const headers = headersOf(request);
  const kept = bodyOf(request, headers);
  const isKept = kept !== undefined && (kept.body.length > 0 || !announcesBody(headers));
  const body = isKept ? kept : announcesBody(headers) ? { absent: true as const } : {};
  return { method: request.method.toUpperCase(), url: request.url, headers, ...body };
}

function answerOf(response: NonNullable<TrafficLine['response']>, method: string): WireAnswer {
  const headers = headersOf(response);
  const kept = bodyOf(response, headers);
  const isMissing = kept?.body.length === 0 && method !== 'HEAD' && headers.some(isLength);
  const unknown = { body: Buffer.alloc(0), absent: true as const };
  return { status: response.status, headers, ...(kept === undefined || isMissing ? unknown : kept) };
}

/** Returns whether the headers of a request announce a body (RFC 9112, section 6.3). */
const announcesBody = (headers: HeaderList): boolean =>
  headers.some(([name, value]) => /^transfer-encoding$/i.test(name) || isLength([name, value]));

const isLength = ([name, value]: HeaderList[number]): boolean =>
  /^content-length$/i.test(name) && value.trim() !== '0';

/**
 * Returns whether a text means that a header or a body was missing. A `log_format` of NGINX cannot leave a member out:
 * it writes `-` or an empty text.
 */
const isNothing = (value: string): boolean => /^\s*-?\s*$/.test(value);

/** Returns the headers in their order, including repeated ones, but without the pseudo-headers of HTTP/2. */
function headersOf({ headers }: LoggedMessage): [string, string][] {
  const pairs = isList(headers)
    ? headers.map(([name, value]): [string, string] => [name, value])
    : Object.entries(headers).flatMap(([name, values]) =>
        [values].flat().map((value): [string, string] => [name, value]),
      );
  return pairs.filter(([name, value]) => !name.startsWith(':') && !isNothing(value));
}

const isList = (headers: LoggedMessage['headers']): headers is HeaderList => Array.isArray(headers);

type KeptBody = Pick<WireAnswer, 'body' | 'bytes' | 'compressed'>;

/** Returns the body of a message, cut at {@link recordedBodyLimit}; `undefined` if the log did not keep the body. */
function bodyOf({ body: text, bodyBase64 }: LoggedMessage, headers: HeaderList): KeptBody | undefined {
  if (bodyBase64 !== undefined) {
    const bytes = Buffer.from(bodyBase64, 'base64');
    return cut(decodedBody(bytes, headers));
  }
  return text === undefined ? undefined : cut({ body: Buffer.from(isNothing(text) ? '' : text) });
}

function cut({ body, ...rest }: KeptBody): KeptBody {
  const kept = body.subarray(0, recordedBodyLimit);
  return { body: kept, ...rest, ...(kept.length < body.length && { bytes: body.length }) };
}
