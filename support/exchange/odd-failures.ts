import type { OperationId } from '../contract/operations';
import type { Exchange } from './exchange';

/** How a request failed that may well succeed another time, as in `502` or `reset`; `undefined` where it did not. */
export function oddFailureOf({
  response,
  failure,
}: Pick<Exchange, 'response' | 'failure'>): string | undefined {
  if (failure !== undefined)
    return failure.kind === 'reset' || failure.kind === 'timeout' ? failure.kind : undefined;
  return response !== undefined && response.status >= 500 ? String(response.status) : undefined;
}

const repeatable: readonly OperationId[] = ['session.create', 'certificate.identity', 'certificate.registry'];

/** Whether sending it again changes nothing: it spends no OTP, begins no cycle and decides none. */
export function isRepeatable(operation: OperationId | undefined): boolean {
  return operation !== undefined && repeatable.includes(operation);
}
