import type { Call, MockState } from '../seams';

/** A request as it would have been without its slips, and what the handler is to know besides. */
export interface Mended {
  readonly call: Call;
  readonly state: MockState;
}
