import type { IncomingMessage } from 'node:http';
import type { MockService, OperationName } from './seams';

/** One request that reached the mock, whatever became of it, as it crossed the wire. */
export interface Observation {
  readonly service: MockService;
  /** Absent where no documented operation was addressed, or the bytes were no request at all. */
  readonly operation?: OperationName;
  /** Epoch milliseconds: the head of the request had arrived, the answer was given. */
  readonly arrivedAt: number;
  readonly answeredAt: number;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Up to the recorded limit. */
  readonly body: Buffer;
  /** What arrived in all, in bytes. */
  readonly bodyBytes: number;
  /** The client went away before its request was whole. */
  readonly broken?: true;
  readonly answer?: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: Buffer;
  };
  /** The stimulus in force. */
  readonly stimulus?: string;
}

export type Observer = (observation: Observation) => void;

/** Bodies are kept up to this many bytes, for whoever records; handlers see no more either. */
export const bodyLimit = 1024 * 1024;

export interface ReadBody {
  readonly kept: Buffer;
  readonly bytes: number;
  readonly broken: boolean;
}

/** Reads a body to its end, or to where the client went away; keeps what the limit allows. */
export async function readBody(request: IncomingMessage): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let kept = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (kept < bodyLimit) chunks.push(chunk.subarray(0, bodyLimit - kept));
      kept = Math.min(bodyLimit, bytes);
    }
    return { kept: Buffer.concat(chunks), bytes, broken: false };
  } catch {
    return { kept: Buffer.concat(chunks), bytes, broken: true };
  }
}

/** Header fields in the order and spelling of the wire. */
export function rawHeaders({ rawHeaders: raw }: IncomingMessage): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_unused, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);
}
