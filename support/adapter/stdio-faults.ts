import type { RpcResponse } from './call-results';
import type { AdapterFault } from './fault';

/** What is wrong with an answer that is not awaited; `answered` holds the ids of calls that had theirs. */
export function strayFault({ id, error }: RpcResponse, answered: ReadonlySet<number>): AdapterFault {
  if (typeof id === 'number' && answered.has(id))
    return { what: `answered call ${id} twice`, likely: 'it answers, and once more from an error handler' };
  if (id === null && error !== undefined && error !== null)
    return {
      what: `could not read the call (error ${error.code})`,
      text: error.message,
      likely: 'it reads by the buffer, not by the line, or has a limit below 32 MiB',
    };
  return {
    what: `answered ${JSON.stringify(id)}, which is the id of no call`,
    likely: 'an answer repeats the id of its call, as the same number; a text "1" is another id than 1',
  };
}

/** What is wrong with the end of a program; `rest` is a line that it began, `asked` whether an answer was awaited. */
export function endFault(words: string, rest: Buffer, asked: boolean): AdapterFault {
  if (rest.length > 0)
    return {
      what: `ended with ${words} in the middle of a line`,
      text: rest.toString('utf8'),
      likely: 'it does not flush stdout before it ends, or does not end its lines',
    };
  if (asked)
    return {
      what: `ended with ${words} before it answered`,
      likely:
        'it does not compile, or nothing caught an error; an adapter stays until shutdown, or until stdin ends',
    };
  return {
    what: `ended with ${words} between two calls`,
    likely: 'an adapter stays until shutdown, or until stdin ends, and answers more than one call',
  };
}
