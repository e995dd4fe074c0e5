import { randomUUID } from 'node:crypto';
import type { OutgoingRequest, Sender, SentRequest } from '../../client/sender';
import { EnvironmentError } from '../../contract/outcome';
import type { Exchange } from '../../exchange/exchange';
import { isRepeatable, oddFailureOf } from '../../exchange/exchange';

/** How often a request is sent again at most. */
const mostRepeats = 3;

/**
 * Sends a request; where it fails as it may only now and then, the same goes again at once, up to three times, to find
 * out. Gives the first that was answered, or else the last; all are recorded, and the first failure stays one.
 */
export async function sendOrRepeat(sender: Sender, request: OutgoingRequest): Promise<SentRequest> {
  const first = await sender.send(request);
  let last = first;
  for (let repeat = 1; repeat <= mostRepeats && mayRepeat(request, last); repeat += 1) {
    const next = await sendAgain(sender, request, first.exchange);
    if (next === undefined) break;
    last = next;
  }
  return last;
}

function mayRepeat({ operation, asked }: OutgoingRequest, { exchange }: SentRequest): boolean {
  if (oddFailureOf(exchange) === undefined || !isRepeatable(operation)) return false;
  if (asked?.part === 'valid') return true;
  // Wrong credentials may count as failed logins. What got no answer is not judged, and another time-out would take the
  // place of the valid twin's.
  return asked?.part === 'negative' && asked.round !== 'wrong-credentials' && exchange.response !== undefined;
}

/** The same request under an id of its own; `undefined` where its service counts as down by now. */
async function sendAgain(
  sender: Sender,
  request: OutgoingRequest,
  { seq }: Exchange,
): Promise<SentRequest | undefined> {
  const { asked, headers } = request;
  const renewed = headers['REQUEST-ID'] === undefined ? headers : { ...headers, 'REQUEST-ID': randomUUID() };
  try {
    return await sender.send({
      ...request,
      headers: renewed,
      ...(asked && { asked: { ...asked, repeats: seq } }),
    });
  } catch (error) {
    if (error instanceof EnvironmentError) return undefined;
    throw error;
  }
}

/** Exchanges with those that they repeat, in the order of their sending. */
export function withRepeated(exchanges: readonly Exchange[], all: readonly Exchange[]): Exchange[] {
  return exchanges.flatMap((exchange) => {
    const first = exchange.asked?.repeats;
    if (first === undefined) return [exchange];
    return all.filter(({ seq, asked }) => seq <= exchange.seq && (seq === first || asked?.repeats === first));
  });
}
