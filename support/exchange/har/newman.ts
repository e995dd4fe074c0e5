import type { Entry } from 'har-format';
import type { JsonMembers } from '../../contract/json';
import { isObject, parseBoundedJson } from '../../contract/json';
import { longestAnswerMs } from './har-entry';
import type { CutEntry } from './read-har';

/** What is read of an entry; the rest of HAR tells nothing that is judged. */
type ToldEntry = Pick<Entry, 'startedDateTime' | 'time'> & {
  readonly request: Pick<Entry['request'], 'method' | 'url' | 'headers' | 'bodySize'> & {
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: Pick<Entry['response'], 'status' | 'headers'> & {
    readonly content: { readonly size?: number; readonly text?: string; readonly encoding?: 'base64' };
    readonly _error?: string;
  };
};

/** An execution of newman's report as an entry of HAR; `undefined` where it holds no request. */
function entryOf(execution: JsonMembers, startedAt: number): ToldEntry | undefined {
  const { request, response, requestError } = execution;
  if (!isObject(request)) return undefined;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: tookMs(execution),
    request: requestOf(request),
    response: isObject(response) ? answerOf(response) : failureOf(requestError),
  };
}

/** How long newman waited for the answer; 0 where what it says cannot be. */
function tookMs({ response }: JsonMembers): number {
  const took = isObject(response) ? response.responseTime : undefined;
  return typeof took === 'number' && took > 0 && took <= longestAnswerMs ? took : 0;
}

/** What a header of the answer says; `undefined` where there is no such header. */
function answerHeader({ response }: JsonMembers, wanted: string): string | undefined {
  const headers = isObject(response) ? headersOf(response.header) : [];
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
}

function requestOf(request: JsonMembers): ToldEntry['request'] {
  const headers = headersOf(request.header);
  const method = textOf(request.method, 'GET');
  const body = isObject(request.body) && request.body.disabled !== true ? request.body : {};
  const { text, mimeType } = bodyOf(body);
  const told = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  const isAnnounced = told('transfer-encoding') !== undefined || Number(told('content-length') ?? 0) > 0;
  // A GET goes without its body by default, and the report has it all the same.
  const isSent = isAnnounced || (!/^(GET|HEAD|OPTIONS)$/i.test(method) && told('content-length') !== '0');
  const isTyped = mimeType === undefined || told('content-type') !== undefined;
  const isKept = isSent && text !== undefined && text !== '';
  return {
    method,
    url: addressOf(request.url),
    // This one is made where the body is, and stands in no report.
    headers: isTyped || !isSent ? headers : [...headers, { name: 'Content-Type', value: mimeType }],
    bodySize: isSent && text === undefined && Object.keys(body).length > 0 ? -1 : 0,
    ...(isKept && { postData: { mimeType: told('content-type') ?? '', text } }),
  };
}

/** The text of a body, where the report has it, and the type that newman sends with it by itself. */
function bodyOf(body: JsonMembers): { readonly text?: string; readonly mimeType?: string } {
  if (body.mode === 'raw') return { text: textOf(body.raw, '') };
  if (body.mode === 'urlencoded') {
    const pairs = enabled(body.urlencoded).map(({ key, value }) =>
      [key, value].map((each) => encodeURIComponent(textOf(each, ''))).join('='),
    );
    return { text: pairs.join('&'), mimeType: 'application/x-www-form-urlencoded' };
  }
  return body.mode === 'formdata' ? { mimeType: 'multipart/form-data' } : {};
}

function answerOf(response: JsonMembers): ToldEntry['response'] {
  const { code, header, stream, responseSize } = response;
  const data = isObject(stream) ? stream.data : undefined;
  return {
    // As JSON, Infinity would be null, which is no answer.
    status: typeof code === 'number' ? Math.min(code, Number.MAX_SAFE_INTEGER) : 0,
    headers: headersOf(header),
    content: {
      ...(typeof responseSize === 'number' && { size: responseSize }),
      ...(typeof data === 'string' && { text: data, encoding: 'base64' }),
    },
  };
}

const failureOf = (error: unknown): ToldEntry['response'] => ({
  status: 0,
  headers: [],
  content: {},
  _error: isObject(error) ? textOf(error.code, '') : '',
});

function addressOf(url: unknown): string {
  if (!isObject(url)) return textOf(url, '');
  const { protocol, host, port, path } = url;
  const query = enabled(url.query)
    .map(({ key, value }) => [key, value].filter((each) => typeof each === 'string').join('='))
    .join('&');
  const at = typeof port === 'string' ? `:${port}` : '';
  const found = query === '' ? '' : `?${query}`;
  return `${textOf(protocol, 'http')}://${joined(host, '.')}${at}/${joined(path, '/')}${found}`;
}

const joined = (parts: unknown, sign: string): string =>
  Array.isArray(parts) ? parts.map((each) => textOf(each, '')).join(sign) : textOf(parts, '');

const headersOf = (list: unknown): { name: string; value: string }[] =>
  enabled(list).map(({ key, value }) => ({ name: textOf(key, ''), value: textOf(value, '') }));

/** What a user switched off was not sent. */
const enabled = (list: unknown): JsonMembers[] =>
  Array.isArray(list) ? list.filter(isObject).filter(({ disabled }) => disabled !== true) : [];

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** Whether a file begins like a report of newman's reporter `json`. */
export const isNewman = (start: string): boolean => /^\{\s*"collection"\s*:/.test(start);

/** The executions of newman's report as entries of HAR, or why there are none. */
export function newmanEntries(text: string): readonly CutEntry[] | { readonly flaw: string } {
  const json = parseBoundedJson(withShortBodies(text));
  if ('flaw' in json) return json;
  const run = isObject(json.value) ? json.value.run : undefined;
  if (!isObject(run) || !Array.isArray(run.executions)) return { flaw: 'it has no run.executions' };
  const { started, completed } = isObject(run.timings) ? run.timings : {};
  if (typeof started !== 'number') return { flaw: 'it has no run.timings.started' };
  const executions = run.executions.map((each: unknown) => (isObject(each) ? each : {}));
  const kept = withoutRepeats(executions);
  const times = timesOf(kept, started, typeof completed === 'number' ? completed : Infinity);
  return executions.map((each, at) => (kept[at] === undefined ? { flaw: hidden } : cut(each, times[at])));
}

/** The last instant that a date can be. */
const lastMs = 8.64e15;

function cut(execution: JsonMembers, startedAt: number | undefined): CutEntry {
  if (startedAt === undefined) return { flaw: 'nothing tells when it was sent: its answer has no Date' };
  if (!(Math.abs(startedAt) <= lastMs)) return { flaw: 'its time is no date' };
  const entry = entryOf(execution, startedAt);
  return entry === undefined ? { flaw: 'no request' } : { text: JSON.stringify(entry) };
}

/** newman writes each byte of a body on a line of its own: as Base64 it is no million members. */
function withShortBodies(text: string): string {
  return text.replace(
    /"data"\s*:\s*\[([\d\s,]*)\]/g,
    (_all, list: string) => `"data":"${bytesIn(list).toString('base64')}"`,
  );
}

/** The numbers of a list, sign by sign: a text for each of some million would take hundreds of megabytes. */
function bytesIn(list: string): Buffer {
  const bytes = Buffer.alloc(Math.ceil(list.length / 2));
  let [size, isWithin] = [0, false];
  for (let at = 0; at < list.length; at += 1) {
    const digit = list.charCodeAt(at) - zero;
    const isDigit = digit >= 0 && digit <= 9;
    if (isDigit) bytes[size] = 10 * (bytes[size] ?? 0) + digit;
    else if (isWithin) size += 1;
    isWithin = isDigit;
  }
  return bytes.subarray(0, isWithin ? size + 1 : size);
}

const zero = 0x30;

const hidden =
  'newman reports another request in place of one that a script sent (pm.sendRequest): make it a request of the collection';

/**
 * newman writes what the last request of an item was once for each request that the item sent: the others are lost.
 * Gives the executions with `undefined` for each repeat.
 */
function withoutRepeats(executions: readonly JsonMembers[]): readonly (JsonMembers | undefined)[] {
  const last = new Map<unknown, number>();
  const refOf = ({ cursor }: JsonMembers): unknown => (isObject(cursor) ? cursor.ref : undefined);
  for (const [at, each] of executions.entries()) last.set(refOf(each) ?? each, at);
  return executions.map((each, at) => (last.get(refOf(each) ?? each) === at ? each : undefined));
}

/** A TIMESTAMP that was right would look stale otherwise (reading stale-after). */
const mostDoubtMs = 60_000;

/**
 * When each request was sent. The report has the times of its run alone: a request came behind the answers before it,
 * and with those behind it before the end. The Date of its answer says when in between.
 */
function timesOf(
  executions: readonly (JsonMembers | undefined)[],
  started: number,
  completed: number,
): (number | undefined)[] {
  const latest: number[] = [];
  let until = completed;
  for (const [at, each] of [...executions.entries()].reverse()) latest[at] = until -= tookMs(each ?? {});
  let free = started;
  return executions.map((each = {}, at) => {
    const date = Date.parse(answerHeader(each, 'date') ?? '');
    const end = Math.max(free, latest[at] ?? free);
    if (Number.isNaN(date) && end - free > mostDoubtMs) return undefined;
    const sentAt = Number.isNaN(date) ? free : Math.min(Math.max(date, free), end);
    free = sentAt + tookMs(each);
    return sentAt;
  });
}
