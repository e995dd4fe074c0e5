import { firstProblem } from '../../contract/schemas';
import { decodedBody } from '../content-coding';
import type { HeaderList } from '../exchange';
import { headerValue } from '../exchange';
import type { ReadEntry } from '../har/har-entry';
import { latestMs, longestAnswerMs } from '../har/har-entry';
import type { WireAnswer, WireRequest } from '../raw-exchange';
import { recordedBodyLimit } from '../raw-exchange';
import { withheldBesides } from '../withheld';
import { nearMiss, wantedTime } from './near-miss';

/** The shape of a line of a traffic log (`schemas/traffic-line.schema.json`). */
interface TrafficLine {
  readonly startedAt: string | number;
  readonly durationMs?: number;
  readonly client?: { readonly address?: string };
  /** Names of the headers that the log keeps; absent: all of them. */
  readonly kept?: readonly string[];
  readonly request: LoggedMessage & { readonly method: string; readonly url: string };
  readonly response?: LoggedMessage & { readonly status: number };
}

interface LoggedMessage {
  readonly headers: Readonly<Record<string, string | readonly string[]>> | HeaderList;
  readonly body?: string;
  readonly bodyBase64?: string;
}

/** Reads one line of a traffic log: nothing is taken on trust, and a body that was not kept is unknown. */
export function readLogEntry(value: unknown): ReadEntry {
  const problem = firstProblem('traffic-line', value);
  if (problem !== undefined) return { kind: 'broken', why: nearMiss(problem, value) };
  const { startedAt, durationMs = 0, client, kept, request, response } = value as TrafficLine;
  if (!URL.canParse(request.url)) return { kind: 'broken', why: 'request.url is no address' };
  const arrivedAt = typeof startedAt === 'string' ? Date.parse(startedAt) : startedAt;
  if (!(arrivedAt <= latestMs))
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

/** A request has a body where one of these says so (RFC 9112, section 6.3). */
const announcesBody = (headers: HeaderList): boolean =>
  headers.some(([name, value]) => /^transfer-encoding$/i.test(name) || isLength([name, value]));

const isLength = ([name, value]: HeaderList[number]): boolean =>
  /^content-length$/i.test(name) && value.trim() !== '0';

/** What stands in place of a header or a body that there was not: a `log_format` of NGINX leaves no member out. */
const isNothing = (value: string): boolean => /^\s*-?\s*$/.test(value);

/** In their order, repeated ones too; the pseudo-headers of HTTP/2 are none. */
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

/** As much as is kept of what crosses the wire before us; absent where the log kept none. */
function bodyOf({ body: text, bodyBase64 }: LoggedMessage, headers: HeaderList): KeptBody | undefined {
  if (bodyBase64 !== undefined) {
    const bytes = Buffer.from(bodyBase64, 'base64');
    return cut(decodedBody(bytes, headerValue(headers, 'content-encoding')));
  }
  return text === undefined ? undefined : cut({ body: Buffer.from(isNothing(text) ? '' : text) });
}

function cut({ body, ...rest }: KeptBody): KeptBody {
  const kept = body.subarray(0, recordedBodyLimit);
  return { body: kept, ...rest, ...(kept.length < body.length && { bytes: body.length }) };
}
