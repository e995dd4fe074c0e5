import type { ConnectionLimits } from './connection';
import type { Observer } from './arriving-request';
import type { MockService, MockState, MockOperation, Route } from './seams';
import type { StimulusInForce } from './stimuli';
import type { TlsMaterial } from './tls';
import type { Tolerance } from './tolerance';

export interface ListenerOptions {
  readonly service: MockService;
  /** Faults to play. */
  readonly stimuli: StimulusInForce;
  /** Told of every request that arrived, whatever became of it. */
  readonly observe?: Observer;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly limits: ConnectionLimits;
  readonly tls?: TlsMaterial;
  readonly routes: readonly Route[];
  /** What stands before those routes in the address that clients are given; on its way here it may be stripped. */
  readonly publicPath: string;
  readonly state: MockState;
  /** Absent: the service refuses what the contract lets it refuse. */
  readonly tolerance?: Tolerance;
  /** Told of what a handler threw, which the caller sees as 500 only. */
  readonly onError: (operation: MockOperation, error: unknown) => void;
}
