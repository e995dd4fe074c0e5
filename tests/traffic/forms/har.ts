import type { HeaderList } from '../../../support/exchange/exchange';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import type { FormatBasis } from '../../../support/traffic/format-basis';

/** A JSON object, as tools write it. */
export type WrittenJson = Record<string, unknown>;

/** A format in which a program writes traffic. */
export interface TrafficFormat {
  readonly basis: FormatBasis;
  readonly write: (seen: readonly WireRecord[]) => string;
}

/** A tool that writes HAR, with the members in which its files differ from those of other tools. */
export interface HarTool {
  readonly basis: FormatBasis;
  readonly creator: WrittenJson;
  /** Members of the log beside `creator` and `entries`. */
  readonly log?: WrittenJson;
  readonly startedDateTime?: (at: number) => string;
  readonly httpVersion?: string;
  /** HTTP/2: header names in lowercase, after the pseudo-headers. */
  readonly http2?: true;
  /** Headers of a request that the tool leaves out. */
  readonly leavesOut?: RegExp;
  /** Members of an entry that only this tool has. */
  readonly entry?: (seen: WireRecord) => WrittenJson;
  readonly request?: (seen: WireRecord) => WrittenJson;
  /** Returns `undefined` if the tool leaves `postData` out. */
  readonly postData?: (seen: WireRecord) => WrittenJson | undefined;
  readonly response?: (seen: WireRecord) => WrittenJson;
  readonly content?: (seen: WireRecord) => WrittenJson;
  readonly indent?: number;
}

/** Returns the HAR file that the tool would write. */
export function harBy(tool: HarTool): TrafficFormat {
  const write = (seen: readonly WireRecord[]) => {
    const entries = seen.map((each) => entryOf(each, tool));
    const log = { version: '1.2', creator: tool.creator, ...tool.log, entries };
    return JSON.stringify({ log }, undefined, tool.indent);
  };
  return { basis: tool.basis, write };
}

function entryOf(seen: WireRecord, tool: HarTool): WrittenJson {
  const { startedDateTime = (at: number) => new Date(at).toISOString() } = tool;
  const time = seen.answeredAt - seen.arrivedAt;
  return {
    startedDateTime: startedDateTime(seen.arrivedAt),
    time,
    request: requestOf(seen, tool),
    response: responseOf(seen, tool),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...tool.entry?.(seen),
  };
}

function requestOf(seen: WireRecord, tool: HarTool): WrittenJson {
  const { method, url, headers } = seen.request;
  const { host, pathname } = new URL(url);
  const pseudo: HeaderList = [
    [':authority', host],
    [':method', method],
    [':path', pathname],
    [':scheme', 'https'],
  ];
  const kept = headers.filter(([name]) => tool.leavesOut?.test(name) !== true);
  const body = requestBytes(seen.request);
  const plain = body.length === 0 ? undefined : { mimeType: 'application/json', text: body.toString() };
  const postData = tool.postData === undefined ? plain : tool.postData(seen);
  return {
    method,
    url,
    httpVersion: tool.httpVersion ?? 'HTTP/1.1',
    cookies: [],
    headers: named(kept, tool, pseudo),
    queryString: [],
    headersSize: -1,
    bodySize: body.length,
    ...(postData && { postData }),
    ...tool.request?.(seen),
  };
}

function responseOf(seen: WireRecord, tool: HarTool): WrittenJson {
  const { status = 0, headers = [] } = seen.response ?? {};
  const body = responseBytes(seen);
  return {
    status,
    statusText: 'OK',
    httpVersion: tool.httpVersion ?? 'HTTP/1.1',
    cookies: [],
    headers: named(headers, tool, [[':status', String(status)]]),
    content: {
      size: body.length,
      mimeType: typeOf(seen),
      ...(tool.content === undefined ? { text: body.toString() } : tool.content(seen)),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: body.length,
    ...tool.response?.(seen),
  };
}

const named = (headers: HeaderList, { http2 }: HarTool, pseudo: HeaderList): WrittenJson[] =>
  http2 === true
    ? [...pseudo, ...headers.filter(([name]) => !/^(Host|Connection)$/i.test(name))].map(([name, value]) => ({
        name: name.toLowerCase(),
        value,
      }))
    : headers.map(([name, value]) => ({ name, value }));

export const requestBytes = ({ body = Buffer.alloc(0) }: WireRecord['request']): Buffer => body;

export const responseBytes = ({ response }: WireRecord): Buffer => response?.body ?? Buffer.alloc(0);

export const typeOf = ({ response }: WireRecord): string =>
  response?.headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';

/** Writes a time in the zone +05:30. */
export function inZone(at: number): string {
  const local = new Date(at + 330 * 60_000).toISOString();
  return local.replace('Z', '+05:30');
}

export const base64 = (body: Buffer): WrittenJson => ({ text: body.toString('base64'), encoding: 'base64' });
