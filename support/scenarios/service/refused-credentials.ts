import type { SentRequest } from '../../client/sender';
import { parseJson } from '../../contract/json';
import type { Exchange } from '../../exchange/exchange';
import { showAnswer } from '../../obligations/judge/answers';
import { ConfigurationError } from '../../targets/errors';
import type { Target } from '../../targets/target';
import type { Run } from '../../run/run';
import { isClockOff } from './clock-skew';
import { firstSession } from './sessions';

/** How bodies say of a request that it is the credentials which are wrong; of a 400 nothing else tells. */
const aboutCredentials = /credential|client|unauthori[sz]ed|secret/i;

/**
 * Why the run cannot go on: the gateway refused the credentials of the target with its first session. `undefined`
 * where it accepted them, or where it is down, overloaded or off by its clock, so that the answer shows nothing.
 */
export async function credentialsRefused(run: Run): Promise<ConfigurationError | undefined> {
  if (run.services.embedded || run.target.credentials === undefined) return undefined;
  // What keeps a request from being sent at all is an environment's fault, and no refusal.
  const sent = await firstSession(run).catch(() => undefined);
  return sent !== undefined && isRefusal(sent) ? refusalOf(run.target, sent.exchange) : undefined;
}

function isRefusal({ exchange, answer }: SentRequest): boolean {
  const status = exchange.response?.status;
  if (isClockOff(exchange)) return false;
  if (status === 401 || status === 403) return true;
  // Words that a recording does not keep count as well: with wrong credentials a run would lock the account.
  const body = parseJson(answer?.body.toString('utf8') ?? '');
  return status === 400 && aboutCredentials.test(JSON.stringify(body ?? ''));
}

function refusalOf({ file, secrets }: Target, exchange: Exchange): ConfigurationError {
  const { variable = 'the secret' } = secrets.find(({ kind }) => kind === 'client-secret') ?? {};
  return new ConfigurationError(
    `were refused by the gateway (${showAnswer(exchange)})`,
    { ...(file !== undefined && { file }), at: 'credentials' },
    `rotated? update ${variable}; if they are right, the gateway is wrong: run without --profile nightly to have it judged`,
  );
}
