import type { CycleState } from '../../../adapter/protocol';
import { operationPath } from '../../../contract/operations';
import type { ReadingValues } from '../../../contract/readings';

/** A callback whose JWT was verified. */
export interface TrustedCallback {
  /** Without the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a callback tells of its cycle: how it stands now, a prompt that begins it, or a decision to be read. */
export type CallbackMeaning = Extract<CycleState, 'answered' | 'queried'> | 'prompt' | 'decision';

/** By its path; `undefined` for any other path. */
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
