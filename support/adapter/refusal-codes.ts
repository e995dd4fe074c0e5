import { rpcErrorCodes } from './protocol';

/** Error codes that do not count as a refusal, with their meanings. */
const meaningsOfFailures: ReadonlyMap<number, string> = new Map([
  [rpcErrorCodes.internalError, 'the adapter itself failed'],
  [rpcErrorCodes.invalidParams, 'the adapter did not understand the call'],
  [rpcErrorCodes.parseError, 'the adapter could not read the call'],
]);

/**
 * Returns why an error code does not count as a refusal, with the code to return instead. Returns `undefined` for codes
 * that count.
 */
export function reasonAgainstRefusal(code: number): string | undefined {
  const meaning = meaningsOfFailures.get(code);
  return (
    meaning &&
    `error ${code} does not count as a refusal: ${meaning}; a client that refuses on purpose answers error ${rpcErrorCodes.refused} and the reason`
  );
}
