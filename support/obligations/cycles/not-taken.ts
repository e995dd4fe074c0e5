import type { ReadingId } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, exchangeReference } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import { showAnswer } from '../judge/answers';
import type { RuleContext } from '../judge/judge';

/** What a client answers that has not understood a callback; a JWT, a path or an unknown cycle has other statuses. */
const statuses: readonly number[] = [400, 415, 422];

export const notUnderstood =
  'callbacks with the same JWT and envelope were taken: the content of this one is not what the client looks for (reading payer-content)';

/** Whether a callback was refused for what it says, where others were taken: then JWT and envelope are not it. */
function isNotUnderstood(status: number | undefined, othersTaken: boolean): boolean {
  return othersTaken && status !== undefined && statuses.includes(status);
}

const otherContent = 'the content of the query is not what the client looks for (reading payer-content)';
const otherContentOrId = `${otherContent}, or it is kept under another correlation id`;

/** Why a client knows nothing of a query that it took. */
export const unnoticedCauses: readonly string[] = [otherContent, otherContentOrId];

/** A client that has counted the query knows whose it is. */
export const whyUnnoticed = (callbacks = 0): string => (callbacks === 0 ? otherContentOrId : otherContent);

/** Why what was to follow a valid request of the suite's could not: the payer did not accept it. */
export function whyNothingFollows(exchange: Exchange): ReportText | undefined {
  const { sender, asked } = exchange;
  if (sender !== 'suite' || asked?.part !== 'valid' || isAccepted(exchange)) return undefined;
  const how = exchange.response === undefined ? 'got' : 'was answered';
  return reportText`${exchangeReference(exchange)} ${how} ${showAnswer(exchange)}`;
}

const likely = {
  late: 'no answer came in time: take the callback, answer 202, and then work on it',
  brokenOff: 'the receiver broke off the connection over the callback: see its own log',
  failed: 'the receiver, or a proxy in front of it, failed over the callback: see its own log',
  redirected: 'callbacks are redirected: the address that was given is not the one that serves them',
  distrusted:
    'the JWT is not recognised: keys[0] is taken whatever the kid says, the JWKS is read from elsewhere, or an ' +
    'algorithm or a claim is demanded that was not agreed on',
  unserved: 'nothing takes a POST at the path of the callback, or the receiver does not know its cycle',
  notUnderstood,
  refused:
    'the JWT, the envelope or the content is not what the receiver expects (readings callback-jwt, envelope, ' +
    'callback-body, payer-content)',
} as const;

/** Why a valid callback is not taken. */
export const failedCallbackCauses: readonly string[] = Object.values(likely);

/** By how it was answered, and whether others were taken. */
export function causeOfFailedCallback(
  { failure, response }: Pick<Exchange, 'failure' | 'response'>,
  othersTaken: boolean,
): string {
  const status = response?.status ?? 0;
  if (failure?.kind === 'timeout') return likely.late;
  if (failure !== undefined) return likely.brokenOff;
  if (status >= 500) return likely.failed;
  if (status < 400) return likely.redirected;
  if (status === 401 || status === 403) return likely.distrusted;
  if (status === 404 || status === 405 || status === 410) return likely.unserved;
  return isNotUnderstood(status, othersTaken) ? likely.notUnderstood : likely.refused;
}

/**
 * Returns the reading that may explain why a client refuses the body of every callback: some clients do not expect the
 * `type` that the reading `callback-body` adds. Returns `undefined` if the cause of the refusal is another one.
 */
export function readingOfRefusal(
  cause: ReportText,
  { readings }: Pick<RuleContext, 'readings'>,
): ReadingId | undefined {
  const hasType = readings.envelope === 'jwe' && readings['callback-body'] !== 'bare';
  return hasType && cause === likely.refused ? 'callback-body' : undefined;
}
