import type { OperationId } from '../../../support/contract/operations';
import { operationById } from '../../../support/contract/operations';
import type { Exchange } from '../../../support/exchange/exchange';
import type { Change } from '../exchanges';
import { makeAsked, makeExchange } from '../exchanges';
import type { AbsenceRow } from './rows';

/** Returns the row of a request with a mistake, without and with its valid twin, which the service accepts. */
export function twinRow(
  operation: OperationId,
  variant: string,
  refusal: Change,
  accepted: Change = {},
): AbsenceRow {
  const { method, service } = operationById(operation);
  const send = (seq: number, part: 'valid' | 'negative', change: Change): Exchange =>
    makeExchange({
      method: method === 'GET' ? 'GET' : 'POST',
      operation,
      service,
      ...change,
      asked: makeAsked(part, 'otp/1', part === 'valid' ? 'oaep-sha1' : variant),
      seq,
    });
  const negative = send(1, 'negative', refusal);
  return { missing: [negative], present: [negative, send(2, 'valid', accepted)] };
}
