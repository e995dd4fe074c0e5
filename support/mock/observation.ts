import type { WireRecord } from '../exchange/raw-exchange';
import type { MockService, MockOperation } from './seams';

/** One request that reached the mock, whatever became of it. No response: the connection was gone. */
export interface Observation extends Omit<WireRecord, 'failure'> {
  readonly service: MockService;
  /** Absent where no documented operation was addressed, or the bytes were no request at all. */
  readonly operation?: MockOperation;
  /** The operation that a tolerant service took it for, where none was addressed. */
  readonly meant?: MockOperation;
  /** Whether it came over TLS. */
  readonly secure?: boolean;
  /** The version of TLS over which it came, as Node names it. */
  readonly tlsVersion?: string;
  /** The stimulus in force. */
  readonly stimulus?: string;
}

export type Observer = (observation: Observation) => void;
