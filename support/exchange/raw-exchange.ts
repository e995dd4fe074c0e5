import type { Subject } from '../contract/words';
import type { OperationId, ServiceName } from '../contract/operations';
import type { Asked, ClientName, Exchange, Failure, HeaderList, RequestFlaw, Withheld } from './exchange';
import type { Facts } from './facts';

/** Bodies are kept and recorded up to this many bytes; longer ones are cut and marked. */
export const recordedBodyLimit = 1024 * 1024;

/** A request or an answer as it crossed the wire. */
interface WireMessage {
  readonly headers: HeaderList;
  readonly body?: Buffer;
  /** What arrived in all, where `body` is only the beginning of it. */
  readonly bytes?: number;
  /** There was a body, and it was not kept. */
  readonly absent?: true;
  /** The compression of `body` was not undone. */
  readonly compressed?: true;
}

export interface WireRequest extends WireMessage {
  readonly method: string;
  /** The address; from a server, until its own is put before it, path and query as they were sent. */
  readonly url: string;
  readonly flaw?: RequestFlaw;
  /** Headers that may have been sent. */
  readonly withheld?: Withheld;
}

export interface WireAnswer extends WireMessage {
  readonly status: number;
  readonly body: Buffer;
}

/** One request and what became of it, as it was seen on the wire. Times in epoch milliseconds. */
export interface WireRecord {
  readonly arrivedAt: number;
  readonly answeredAt: number;
  readonly request: WireRequest;
  readonly response?: WireAnswer;
  readonly failure?: Failure;
  /** The connection to the far side, where it is one over TLS that verified. */
  readonly tls?: Facts['tls'];
  /** The file from which it comes masks values. */
  readonly masked?: true;
  /** It comes from the log of a gateway. */
  readonly logged?: true;
  /** The address from which the request came; it is not recorded. */
  readonly source?: string;
}

/** An exchange as it crossed the wire, secrets and all; it goes no further than the recorder. */
export interface RawExchange extends WireRecord {
  readonly sender: Exchange['sender'];
  readonly subject?: Subject;
  readonly clientInstance?: string;
  readonly client?: ClientName;
  readonly stimulus?: string;
  readonly scenario?: string;
  readonly asked?: Asked;
  readonly service?: ServiceName;
  readonly operation?: OperationId;
  readonly meant?: OperationId;
  /** Its path alone told where it belongs, and no operation. */
  readonly unplaced?: true;
  /** What is known of it besides. */
  readonly facts?: Partial<Facts>;
}

/** A body on its way: what the limit allows is kept, and can be looked at before it is whole. */
export class PassingBody {
  /** What is kept of it. */
  readonly chunks: Buffer[] = [];
  /** What came so far, in all. */
  bytes = 0;

  add(chunk: Buffer): void {
    const room = recordedBodyLimit - this.bytes;
    if (room > 0) this.chunks.push(chunk.subarray(0, room));
    this.bytes += chunk.length;
  }

  get kept(): Buffer {
    const [only] = this.chunks;
    return only !== undefined && this.chunks.length === 1 ? only : Buffer.concat(this.chunks);
  }

  get isCut(): boolean {
    return this.bytes > recordedBodyLimit;
  }
}
