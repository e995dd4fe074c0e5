import type { Subject } from '../contract/words';
import type { OperationId, ServiceName } from '../contract/operations';
import type { AdapterCall, Asked, Exchange, Failure, RequestFlaw } from './exchange';
import type { Facts } from './facts';

export type RawHeaders = readonly (readonly [name: string, value: string])[];

/** An exchange as it crossed the wire, secrets and all; it goes no further than the recorder. */
export interface RawExchange {
  readonly sender: Exchange['sender'];
  readonly subject?: Subject;
  readonly call?: AdapterCall;
  readonly clientInstance?: string;
  readonly stimulus?: string;
  readonly arrivedAt: number;
  readonly answeredAt: number;
  readonly scenario?: string;
  readonly asked?: Asked;
  readonly service?: ServiceName;
  readonly operation?: OperationId;
  readonly meant?: OperationId;
  /** `bytes`: what arrived in all, where `body` is only the beginning of it. */
  readonly request: {
    method: string;
    url: string;
    headers: RawHeaders;
    body?: Buffer;
    bytes?: number;
    /** There was a body, and it was not kept. */
    absent?: true;
    flaw?: RequestFlaw;
  };
  readonly response?: {
    status: number;
    headers: RawHeaders;
    body: Buffer;
    bytes?: number;
    absent?: true;
  };
  readonly failure?: Failure;
  readonly tls?: Facts['tls'];
  /** What is known of it besides. */
  readonly facts?: Partial<Facts>;
}
