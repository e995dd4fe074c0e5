import { EnvironmentError } from '../../../contract/outcome';
import type { DecryptAsk, TransferAsk, TransferMethod } from '../../../cases/ask';
import type { MistakenAsk } from '../../../cases/mistaken-asks';
import { paramsOf } from '../../../cases/params';
import type { Run } from '../../../run/run';
import type { AskedClient } from '../answered-client';
import { doneBy } from '../done-by';
import { MistakeSearch } from './mistake-search';
import type { CallEnding } from './record-transfer';
import { recordTransfer } from './record-transfer';

/** Puts an ask to a client, and records what becomes of it. */
export type PutAsk = (ask: TransferAsk) => Promise<CallEnding>;

/** @param mistaken the contents that are tried where a right one is not read */
export function putTo(
  client: AskedClient,
  run: Run,
  mistaken: (right: DecryptAsk) => Iterable<MistakenAsk>,
): PutAsk {
  const mistakes = new MistakeSearch(async (ask) => {
    const ending = await endingOf(client, ask);
    return ending.kind === 'result' && 'bundle' in ending.value ? ending.value.bundle : ending.kind;
  }, mistaken);
  return async (ask) => {
    const askedAt = Date.now();
    const ending = await endingOf(client, ask);
    // When the answers to a challenge were made is unknown; it was after the challenge.
    const made = run.plan.challenge?.createdAt;
    const times = made === undefined ? { askedAt, arrivedAt: Date.now() } : { arrivedAt: made };
    const arrival = { ...times, ...doneBy(run.evidence, client.played) };
    const mistake = await mistakes.find(ask, ending);
    recordTransfer(run.evidence, ask, ending, { ...arrival, ...(mistake && { mistake }) });
    return ending;
  };
}

/** One call that goes wrong says nothing about the others, unless the adapter cannot be asked any more. */
export async function endingOf(client: AskedClient, ask: TransferAsk): Promise<CallEnding> {
  const { secrets } = client.played;
  secrets?.asking(ask);
  try {
    const outcome = await client.act<TransferMethod>(ask.method, paramsOf(ask));
    secrets?.answered(ask, outcome);
    return outcome;
  } catch (error) {
    if (!(error instanceof EnvironmentError) || client.ended) throw error;
    return { kind: 'fault', message: error.message };
  }
}
