import type { KeyObject } from 'node:crypto';
import { valuesAt } from '../../../contract/member-path';
import { operationPath } from '../../../contract/operations';
import type { ReadingValues } from '../../../contract/readings';
import type { CallbackReply, CallbackRequest } from '../callback-listener';
import type { CycleStore } from './cycle-store';
import type { Unwrapped } from './envelope';
import type { PayerSeams } from './seams';

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

/** What the payer calls us with. */
type Step = 'plan' | 'eligibility' | 'preauth' | 'claim' | 'query' | 'prompt';

/**
 * Takes a callback whose JWT was verified. One that comes twice or late counts, and changes nothing that is decided;
 * one for a cycle that nobody opened is refused, so that the payer learns of it.
 */
export async function takeCallback(
  parts: CallbackParts,
  { path, headers, body }: CallbackRequest,
): Promise<CallbackReply & { readonly correlationId?: string }> {
  const step = stepAt(path, parts.readings);
  if (step === undefined) return { status: 404 };
  const named = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  const message = await parts.seams.envelope.unwrap({ headers: named, body }, parts.envelope, parts.key);
  const correlationId = message && correlationIdOf(message, parts.readings);
  if (message === undefined || correlationId === undefined) return { status: 400 };
  return take(parts, step, correlationId, message.bundle) ? { status: 202, correlationId } : { status: 404 };
}

function take(
  { seams, readings, cycles, acknowledge }: CallbackParts,
  step: Step,
  correlationId: string,
  bundle: object,
): boolean {
  if (step === 'prompt') {
    const isNew = cycles.get(correlationId) === undefined;
    if (isNew) cycles.open(correlationId, 'payment');
    if (isNew && seams.acknowledges) acknowledge(correlationId);
    cycles.take(correlationId, 'answered');
    return true;
  }
  if (cycles.get(correlationId) === undefined) return false;
  if (step === 'query') cycles.take(correlationId, 'queried');
  else if (step === 'plan' || step === 'eligibility') cycles.take(correlationId, 'answered');
  else {
    const decision = seams.decide(bundle, readings);
    if (decision !== undefined) cycles.take(correlationId, decision);
  }
  return true;
}

function stepAt(path: string, readings: ReadingValues): Step | undefined {
  const steps: readonly (readonly [string, Step])[] = [
    [readings['plan-answer'], 'plan'],
    [readings['eligibility-answer'], 'eligibility'],
    [operationPath('preauth.onSubmit'), 'preauth'],
    [operationPath('claim.onSubmit'), 'claim'],
    [operationPath('communication.request'), 'query'],
    [readings['payment-prompt'], 'prompt'],
  ];
  return steps.find(([known]) => known === path)?.[1];
}

function correlationIdOf({ headers, bundle }: Unwrapped, readings: ReadingValues): string | undefined {
  const { where, name } = readings['correlation-id'];
  const value = where === 'body' ? valuesAt(bundle, name)[0] : headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
