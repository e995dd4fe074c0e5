import type { KeyObject } from 'node:crypto';
import type { CycleState } from '../../../adapter/protocol';
import { correlationIdIn } from '../../../contract/correlation-id';
import { operationPath } from '../../../contract/operations';
import type { ReadingValues } from '../../../contract/readings';
import type { PlainMessage } from '../../../crypto/jose/jwe';
import type { CallbackAnswer } from '../../../exchange/callback-listener';
import type { CycleStore } from './cycle-store';
import type { PayerSeams } from './seams';

/** A callback whose JWT was verified. */
export interface TrustedCallback {
  /** Without the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface CallbackParts {
  readonly seams: PayerSeams;
  readonly readings: ReadingValues;
  readonly envelope: ReadingValues['envelope'];
  /** Opens what the payer encrypted for us. */
  readonly key: KeyObject;
  readonly cycles: CycleStore;
  /** Acknowledges a payment notice, in its own time. */
  readonly acknowledge: (correlationId: string) => void;
}

/**
 * Takes a callback whose JWT was verified. One that comes twice or late counts, and changes nothing that is decided;
 * one for a cycle that nobody opened is refused, so that the payer learns of it.
 */
export async function takeCallback(
  parts: CallbackParts,
  { path, headers, body }: TrustedCallback,
): Promise<CallbackAnswer & { readonly correlationId?: string }> {
  const { seams, readings, envelope, key } = parts;
  const meaning = meaningOf(path, readings);
  if (meaning === undefined) return { status: 404 };
  const message = await seams.envelope.unwrap({ headers, body }, envelope, key).catch(() => undefined);
  const correlationId = message && correlationIdIn({ http: message.headers, ...message }, readings);
  if (message === undefined || correlationId === undefined) return { status: 400 };
  return take(parts, meaning, correlationId, message) ? { status: 202, correlationId } : { status: 404 };
}

function take(
  { seams, readings, cycles, acknowledge }: CallbackParts,
  meaning: Meaning,
  correlationId: string,
  { bundle }: PlainMessage,
): boolean {
  if (cycles.get(correlationId) === undefined) {
    if (meaning !== 'prompt') return false;
    cycles.open(correlationId, 'payment');
    if (seams.acknowledges) acknowledge(correlationId);
  }
  const state =
    meaning === 'decision' ? seams.decide(bundle, readings) : meaning === 'prompt' ? 'answered' : meaning;
  if (state !== undefined) cycles.take(correlationId, state);
  return true;
}

/** What a callback tells of its cycle: how it stands now, a prompt that begins it, or a decision to be read. */
type Meaning = Extract<CycleState, 'answered' | 'queried'> | 'prompt' | 'decision';

function meaningOf(path: string, readings: ReadingValues): Meaning | undefined {
  const meanings: readonly (readonly [string, Meaning])[] = [
    [readings['plan-answer'], 'answered'],
    [readings['eligibility-answer'], 'answered'],
    [operationPath('preauth.onSubmit'), 'decision'],
    [operationPath('claim.onSubmit'), 'decision'],
    [operationPath('communication.request'), 'queried'],
    [readings['payment-prompt'], 'prompt'],
  ];
  return meanings.find(([known]) => known === path)?.[1];
}
