/** One message of a request cycle, as people follow it (clause 4.7). */
export interface CycleStep {
  readonly seq: number;
  /** ISO-8601; absent where its time cannot be written down. */
  readonly at?: string;
  readonly from: string;
  readonly to: string;
  /** What it is, and what it says, as in `POST /v1/preauth/on_submit, approved`. */
  readonly message: string;
  /** Status of its answer, or why none came. */
  readonly answer: string;
}

export interface CycleTimeline {
  readonly correlationId: string;
  readonly subject: 'integrator' | 'service';
  readonly steps: readonly CycleStep[];
}

/** How long after the first message of its cycle it was sent, as in `7 ms`; `undefined` where that is not known. */
export function timeSinceCycleStart(
  { steps }: Pick<CycleTimeline, 'steps'>,
  { at }: CycleStep,
): string | undefined {
  const took = Date.parse(at ?? '') - Date.parse(steps[0]?.at ?? '');
  return Number.isNaN(took) ? undefined : `${took} ms`;
}
