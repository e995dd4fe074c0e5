import type { CycleState } from '../../../adapter/protocol';
import { operationPath } from '../../../contract/operations';
import type { ReadingValues } from '../../../contract/readings';

/** A callback that has passed the JWT check. */
export interface TrustedCallback {
  /** Path without the query string. */
  readonly path: string;
  /** Header values by lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Meaning of a callback for its cycle: the new state, a payment prompt that opens a cycle, or a decision to
 * be read from the bundle.
 */
export type CallbackMeaning = Extract<CycleState, 'answered' | 'queried'> | 'prompt' | 'decision';

/** Returns the meaning of a callback, which depends only on its path; `undefined` if the path is unknown. */
export function meaningOfCallback(path: string, readings: ReadingValues): CallbackMeaning | undefined {
  const meanings: readonly (readonly [string, CallbackMeaning])[] = [
    [readings['plan-answer'], 'answered'],
    [readings['eligibility-answer'], 'answered'],
    [operationPath('preauth.onSubmit'), 'decision'],
    [operationPath('claim.onSubmit'), 'decision'],
    [operationPath('communication.request'), 'queried'],
    [readings['payment-prompt'], 'prompt'],
  ];
  return meanings.find(([known]) => known === path)?.[1];
}
