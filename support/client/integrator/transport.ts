import { unlimitedRate } from '../rate-limiter';
import type { OutgoingRequest, RawAnswer } from '../sender';
import { createSender } from '../sender';
import type { Exchange, FailureKind } from '../../exchange/exchange';
import type { Recorder } from '../../exchange/recorder';

/**
 * Thrown if a service answers with a status other than 2xx. Does not include the response body, which could
 * quote a secret.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    readonly operation: string,
    readonly status: number,
  ) {
    super(`${operation} was answered with status ${status}`);
  }
}

/** Thrown if no complete response arrives. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    readonly kind: FailureKind,
    readonly code: string,
  ) {
    super(`no answer: ${kind} (${code})`);
  }
}

/** Thrown if a successful response does not have the documented content. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';
}

/** Sends requests to the services. Rejects with a ConnectionError if no complete response arrives. */
export interface Transport {
  send(request: OutgoingRequest): Promise<RawAnswer>;
}

/**
 * Creates a connection's transport. `ca` is the PEM certificate of the certificate authority to trust instead
 * of the public ones.
 */
export type TransportMaker = (ca?: string) => Transport;

const bounds = { deadlineMs: 30_000, maxBytes: 4 * 1024 * 1024 };

export const pactumTransport: TransportMaker = (ca) => {
  const sender = createSender({
    recorder: keepsNothing,
    bounds,
    pace: unlimitedRate,
    ...(ca !== undefined && { ca }),
  });
  return {
    async send(request) {
      const { answer, exchange } = await sender.send(request);
      if (answer !== undefined) return answer;
      const { kind, code } = exchange.failure ?? { kind: 'reset', code: 'unknown' };
      throw new ConnectionError(kind, code);
    },
  };
};

/**
 * Recorder that discards headers and bodies, because the transport needs only the failure. The services that
 * the integrator calls record the traffic.
 */
const keepsNothing: Recorder = {
  record: ({ sender, arrivedAt, answeredAt, request, failure }): Exchange => ({
    seq: 0,
    sender,
    arrivedAt,
    answeredAt,
    request: { method: request.method, url: request.url, headers: [] },
    ...(failure && { failure }),
    facts: { scheme: 'http', loopback: false },
  }),
};
