import type { FailureKind } from '../../exchange/exchange';

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
