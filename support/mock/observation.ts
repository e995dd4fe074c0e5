import type { IncomingMessage } from 'node:http';
import type { MockService, OperationName } from './seams';

type Headers = readonly (readonly [name: string, value: string])[];

/** Why a request is not whole. */
export interface RequestFlaw {
  /** `unreadable`: method, target and headers are what could be made out. `incomplete`: only the body broke off. */
  readonly kind: 'unreadable' | 'incomplete';
  /** Node's, as in `HPE_HEADER_OVERFLOW`. */
  readonly code: string;
}

/** One request that reached the mock, whatever became of it, as it crossed the wire. */
export interface Observation {
  readonly service: MockService;
  /** Absent where no documented operation was addressed, or the bytes were no request at all. */
  readonly operation?: OperationName;
  /** The operation that a tolerant service took it for, where none was addressed. */
  readonly meant?: OperationName;
  /** Epoch milliseconds: the head of the request had arrived, the answer was given. */
  readonly arrivedAt: number;
  readonly answeredAt: number;
  readonly method: string;
  /** Whether it came over TLS. */
  readonly secure?: boolean;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: Headers;
  /** Up to the recorded limit. */
  readonly body: Buffer;
  /** What arrived in all, in bytes. */
  readonly bodyBytes: number;
  readonly flaw?: RequestFlaw;
  /** Absent where nobody was left to answer. */
  readonly answer?: { readonly status: number; readonly headers: Headers; readonly body: Buffer };
  /** The stimulus in force. */
  readonly stimulus?: string;
}

export type Observer = (observation: Observation) => void;

/** Bodies are kept up to this many bytes, for whoever records; handlers see no more either. */
export const bodyLimit = 1024 * 1024;

/** A body on its way in: what the limit allows is kept, and can be looked at before it is whole. */
export class ArrivingBody {
  readonly #chunks: Buffer[] = [];
  #kept = 0;
  #bytes = 0;

  /** Reads to the end, or to where the client went away; tells which. */
  async read(request: IncomingMessage): Promise<'whole' | 'broken'> {
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        this.#bytes += chunk.length;
        if (this.#kept < bodyLimit) this.#chunks.push(chunk.subarray(0, bodyLimit - this.#kept));
        this.#kept = Math.min(bodyLimit, this.#bytes);
      }
      return 'whole';
    } catch {
      return 'broken';
    }
  }

  get kept(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isCut(): boolean {
    return this.#bytes > this.#kept;
  }
}
