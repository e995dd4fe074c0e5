import type { Entry } from 'har-format';
import type { Members } from '../../contract/json';
import { isObject } from '../../contract/json';
import { longestAnswerMs } from './har-entry';

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
export function entryOf(execution: Members, startedAt: number): ToldEntry | undefined {
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
export function tookMs({ response }: Members): number {
  const took = isObject(response) ? response.responseTime : undefined;
  return typeof took === 'number' && took > 0 && took <= longestAnswerMs ? took : 0;
}

/** What a header of the answer says; `undefined` where there is no such header. */
export function answerHeader({ response }: Members, wanted: string): string | undefined {
  const headers = isObject(response) ? headersOf(response.header) : [];
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
}

function requestOf(request: Members): ToldEntry['request'] {
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
function bodyOf(body: Members): { readonly text?: string; readonly mimeType?: string } {
  if (body.mode === 'raw') return { text: textOf(body.raw, '') };
  if (body.mode === 'urlencoded') {
    const pairs = enabled(body.urlencoded).map(({ key, value }) =>
      [key, value].map((each) => encodeURIComponent(textOf(each, ''))).join('='),
    );
    return { text: pairs.join('&'), mimeType: 'application/x-www-form-urlencoded' };
  }
  return body.mode === 'formdata' ? { mimeType: 'multipart/form-data' } : {};
}

function answerOf(response: Members): ToldEntry['response'] {
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
const enabled = (list: unknown): Members[] =>
  Array.isArray(list) ? list.filter(isObject).filter(({ disabled }) => disabled !== true) : [];

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
