import type { PlantedValue } from '../../contract/field-facts';
import { inspectField } from '../../crypto/node/field-inspection';
import type { AnsweredChallenge } from '../../cases/answered-challenge';
import type { Run } from '../../run/run';
import type { AdapterSession } from './adapter-session';
import type { PlayedServices } from './played-services';
import { planterOf } from './played-services';

/** A client that can be asked to act, through an adapter or by a file. */
export interface AskedClient extends Pick<AdapterSession, 'act' | 'ended'> {
  readonly played: Pick<PlayedServices, 'clientInstance' | 'inspect' | 'plant'> &
    // Answers in a file come without a log.
    Partial<Pick<PlayedServices, 'secrets'>>;
}

/** The client that answered a challenge: it is asked as an adapter is, and no service is played for it. */
export function answeredClient(run: Run, { channel, keys, values }: AnsweredChallenge): AskedClient {
  const planted: PlantedValue[] = [];
  const played: AskedClient['played'] = {
    clientInstance: undefined,
    plant: planterOf(planted, run),
    inspect: (service, pointer, value) =>
      inspectField({ pointer, wanted: 'encrypted' }, value, { service, keys, planted }),
  };
  for (const { kind, value } of values) if (kind !== undefined) played.plant(kind, value);
  return {
    played,
    ended: false,
    act: (method, params) => channel.call(method, params),
  };
}
