import type {
  AttemptResult,
  VectorAnswer,
  VectorAttempt,
  CaseOutcome,
  UnclearAnswer,
} from '../cases/vector-attempt';

type Judged = Pick<CaseOutcome, 'implementation' | 'state' | 'expected' | 'got'>;

/**
 * Compares an answer with the expected answer. In both, `undefined` means that the implementation rejects the
 * input.
 */
export function judgeAttempt(
  { implementation }: VectorAttempt,
  wanted: VectorAnswer,
  got: VectorAnswer,
): Judged {
  if (agrees(wanted, got)) return { implementation, state: 'passed' };
  return { implementation, state: 'failed', expected: shown(wanted), got: shown(got, wanted) };
}

/** Returns the outcome of a case if its answer shows neither an output nor a rejection. */
export function unclearOutcome(
  { implementation }: VectorAttempt,
  wanted: VectorAnswer,
  { reason }: UnclearAnswer,
): Judged {
  return { implementation, state: 'inconclusive', expected: shown(wanted), got: reason };
}

function agrees(wanted: VectorAnswer, got: VectorAnswer): boolean {
  if (wanted === undefined || got === undefined) return wanted === got;
  return Object.entries(wanted).every(([name, value]) => got[name] === value);
}

/** Wraps a computation so that it returns `undefined` (a rejection) instead of throwing. */
export function orRefusal(compute: () => AttemptResult): () => VectorAnswer {
  return () => {
    try {
      return compute();
    } catch {
      return undefined;
    }
  };
}

const shownLength = 100;

/** Formats an answer to show in a failure message. Shows only the members that `wanted` has. */
function shown(answer: VectorAnswer, wanted: VectorAnswer = answer): string {
  if (answer === undefined) return 'a refusal';
  const values = Object.keys(wanted ?? answer).map((name) => answer[name]);
  if (values.length === 0) return 'accepted';
  if (values.includes(null)) return 'null';
  const text = values.join(' ');
  return JSON.stringify(text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);
}
