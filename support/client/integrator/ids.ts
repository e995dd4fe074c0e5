import { v4 as uuidv4 } from 'uuid';

/** Makes the ids of requests and cycles. */
export interface Ids {
  /** REQUEST-ID: a lowercase UUID v4, new for every request (clause 5.2). */
  requestId(): string;
  /** The id that all callbacks of one cycle share (clause 6.1). */
  correlationId(): string;
  /** `x-hcx-api_call_id`, `x-hcx-request_id` and `x-hcx-workflow_id`. */
  payerId(): string;
}

export const randomIds: Ids = {
  requestId: () => uuidv4(),
  correlationId: () => uuidv4(),
  payerId: () => uuidv4(),
};
