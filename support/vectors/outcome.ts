/** How a case came out on one implementation. */
export interface CaseOutcome {
  /** As in `noble`, `node:crypto`, `adapter`. */
  readonly implementation: string;
  readonly state: 'passed' | 'failed' | 'not-applicable';
  /** Of a failed one: what would have been right, and what was seen. */
  readonly expected?: string;
  readonly got?: string;
}

/** What an implementation makes of an input: a text that can be compared, `null` as an adapter gave it, or nothing where it refuses. */
export type Compute = () => string | null | undefined;

/** Compares what an implementation computes with what the case says. */
export function outcomeOf(
  implementation: string,
  { result, wanted }: { readonly result: 'valid' | 'invalid'; readonly wanted: string },
  compute: Compute,
): CaseOutcome {
  const got = compute();
  if (result === 'valid') {
    if (got === wanted) return { implementation, state: 'passed' };
    return { implementation, state: 'failed', expected: shown(wanted), got: shown(got) };
  }
  if (got === undefined) return { implementation, state: 'passed' };
  return { implementation, state: 'failed', expected: 'a refusal', got: shown(got) };
}

/** Runs what throws where it refuses. */
export function refusing(compute: () => string): Compute {
  return () => {
    try {
      return compute();
    } catch {
      return undefined;
    }
  };
}

const shownLength = 100;

function shown(text: string | null | undefined): string {
  if (text === undefined) return 'a refusal';
  if (text === null) return 'null';
  return JSON.stringify(text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);
}
