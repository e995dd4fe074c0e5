import { decodedBody } from '../exchange/content-coding';
import type { Failure, RequestFlaw } from '../exchange/exchange';
import { headerValue } from '../exchange/exchange';
import type { PassingBody, WireAnswer, WireRecord } from '../exchange/raw-exchange';
import { pairs } from '../exchange/raw-headers';

/** What went through a relay, as Node handed it over: the relay itself reads none of it. Times in epoch milliseconds. */
export interface Passed {
  readonly arrivedAt: number;
  readonly answeredAt: number;
  readonly method: string;
  /** The target as it was sent. */
  readonly url: string;
  /** Names and values in turn, in the order of the wire. */
  readonly headers: readonly string[];
  /** Absent where nothing could be read. */
  readonly body?: Body;
  readonly flaw?: RequestFlaw;
  readonly answer?: PassedAnswer;
  readonly failure?: Failure;
  readonly tls?: NonNullable<WireRecord['tls']>;
  readonly source?: string;
}

interface PassedAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Body;
}

/** What was kept of a body, in pieces, and how long it was. */
export type Body = Pick<PassingBody, 'chunks' | 'bytes'>;

/** The same as it is recorded: each body as it is read, where its coding is one that is known and whole. */
export function wireRecordOf(passed: Passed): WireRecord {
  const { arrivedAt, answeredAt, method, url, headers, body, flaw, answer, failure, tls, source } = passed;
  return {
    arrivedAt,
    answeredAt,
    request: {
      method,
      url,
      ...(body === undefined || flaw?.kind === 'unreadable'
        ? asItCame(headers, body)
        : contentOf(headers, body)),
      ...(flaw && { flaw }),
    },
    ...(answer && { response: { status: answer.status, ...contentOf(answer.headers, answer.body) } }),
    ...(failure && { failure }),
    ...(tls && { tls }),
    ...(source !== undefined && { source }),
  };
}

function asItCame(headers: readonly string[], body: Body | undefined): Pick<WireAnswer, 'headers'> {
  return { headers: pairs(headers), ...(body && { body: whole(body) }) };
}

/** Headers and body as they are recorded. */
export function contentOf(raw: readonly string[], body: Body): Omit<WireAnswer, 'status'> {
  const headers = pairs(raw);
  const kept = whole(body);
  const decoded = decodedBody(kept, headerValue(headers, 'content-encoding'));
  return { headers, ...decoded, ...(body.bytes > kept.length && { bytes: body.bytes }) };
}

function whole({ chunks }: Body): Buffer {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}
