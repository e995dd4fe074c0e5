import type { ConnectionLimits } from './connection';
import type { RecordObserver } from './arriving-request';
import type { OutsideAnswers } from './outside/place';
import type { MockService, MockState, MockOperation, MockRoute } from './seams';
import type { StimulusInForce } from './stimuli';
import type { TlsMaterial } from './tls';
import type { Tolerance } from './tolerance';

export interface ListenerOptions {
  readonly service: MockService;
  /** Holds the injected fault, if any, which may change while the listener runs. */
  readonly stimuli: StimulusInForce;
  /** Called for every request that arrived, including incomplete and unreadable ones. */
  readonly observe?: RecordObserver;
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly limits: ConnectionLimits;
  readonly tls?: TlsMaterial;
  readonly routes: readonly MockRoute[];
  /**
   * Path prefixes of the address that clients use, from the outermost to the innermost. Requests may arrive with or
   * without each of them, because a proxy may strip one.
   */
  readonly prefixes: readonly string[];
  readonly state: MockState;
  /**
   * Repairs faulty requests before the service handles them. If `undefined`, the service refuses everything
   * that the contract lets it refuse.
   */
  readonly tolerance?: Tolerance;
  /** Answers to requests outside the contract. If `undefined`, the service refuses them with 404. */
  readonly outside?: OutsideAnswers;
  /** Returns the base addresses of all services of the mock; none as long as some of them do not listen yet. */
  readonly addresses: () => Readonly<Partial<Record<MockService, string>>>;
  /**
   * Called if a handler or `observe` throws. If a handler throws, the client receives a 500 that does not
   * reveal the error.
   */
  readonly onError: (operation: MockOperation, error: unknown) => void;
}
