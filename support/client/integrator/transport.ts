import { unpaced } from '../pace';
import type { OutgoingRequest, RawAnswer } from '../sender';
import { createSender } from '../sender';
import type { Exchange, FailureKind } from '../../exchange/exchange';
import type { Recorder } from '../../exchange/recorder';

/** A service answered with a status that is no success. Its words are left out: they could quote a secret. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    readonly operation: string,
    readonly status: number,
  ) {
    super(`${operation} was answered with status ${status}`);
  }
}

/** No whole answer came. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    readonly kind: FailureKind,
    readonly code: string,
  ) {
    super(`no answer: ${kind} (${code})`);
  }
}

/** A 200 whose body is not what the operation answers. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';
}

/** Carries one request to its service; rejects with a ConnectionError where no whole answer came back. */
export interface Transport {
  send(request: OutgoingRequest): Promise<RawAnswer>;
}

/** Makes the transport of a connection; `ca` is the PEM to trust instead of the public authorities. */
export type TransportMaker = (ca?: string) => Transport;

const bounds = { deadlineMs: 30_000, maxBytes: 4 * 1024 * 1024 };

/** Sends through pactum, over TLS wherever the address says so. */
export const pactumTransport: TransportMaker = (ca) => {
  const sender = createSender({
    recorder: keepsNothing,
    bounds,
    pace: unpaced,
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

/** An integrator is recorded by whom it talks to; nothing but a failure is worth handing back. */
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
