import { operation, operationPath } from '../../../contract/operations';
import type { OperationId } from '../../../contract/operations';
import type { CycleFact } from '../../../contract/payer-facts';
import type { AdapterAnswer } from '../../../exchange/evidence';
import type { Facts } from '../../../exchange/facts';
import type { Run } from '../../../run/run';
import { doneBy } from '../done-by';
import type { PlayedServices } from '../played-services';
import { keptBody } from '../record-call';

/** What the suite does to its own dummy payer crosses no wire; it stands in the recording for the order of things. */
export function recordOwn(
  run: Run,
  played: PlayedServices,
  id: OperationId,
  body: object,
  facts: Partial<Facts> = {},
): void {
  const { method, service } = operation(id);
  const url = played.mock.urls[service] + operationPath(id, {}, run.target.readings['payer-segment']);
  const now = Date.now();
  played.recorder.record({
    sender: 'suite',
    subject: 'integrator',
    arrivedAt: now,
    answeredAt: now,
    operation: id,
    service,
    facts,
    ...doneBy(run.evidence, played),
    request: { method, url, headers: [], body: Buffer.from(JSON.stringify(body)) },
  });
}

/** What a client says of a cycle. */
export function recordState(
  run: Run,
  played: PlayedServices,
  id: string,
  seen: Omit<CycleFact, 'correlationId'>,
  askedAt: number,
): void {
  const {
    evidence: { keeper, recording },
  } = run;
  const { state, callbacks } = seen;
  const leaks = played.leaks.find(JSON.stringify(seen), 'body');
  recording.append<AdapterAnswer>({
    kind: 'adapter answer',
    askedAt,
    arrivedAt: Date.now(),
    ...doneBy(run.evidence, played),
    method: 'cycle.get',
    body: keptBody(seen, keeper),
    facts: {
      cycle: {
        correlationId: keeper.value('correlationId', id),
        state: keeper.value('state', state),
        ...(callbacks !== undefined && { callbacks }),
      },
      ...(leaks.length > 0 && { leaks }),
    },
  });
}
