import type { Run } from '../../run/run';
import { transfersOfEachRole } from '../integrator/transfer/each-role';
import { hipJourney, hiuJourney } from '../integrator/transfer/transfer-journeys';

/** How far a transfer has come, in the words of the features. */
const states = {
  'an HIU has sent its public key and nonce to the HIP': hipJourney,
  'an HIP has the public key and nonce of the HIU': hiuJourney,
  'transfers between HIP and HIU work': transfersOfEachRole,
} as const satisfies Readonly<Record<string, (run: Run) => Promise<unknown>>>;

export type TransferState = keyof typeof states;
export const transferStates = Object.keys(states) as readonly TransferState[];

/** The journey that leads there, made once in a run. */
export function transfersFor(run: Run, state: TransferState): Promise<unknown> {
  return states[state](run);
}
