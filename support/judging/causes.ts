import { namedIn } from '../exchange/text';
import type { Obligation } from '../obligations';
import type { CycleSteps } from './cycle-steps';
import type { ObligationResult, PlacedBreach } from './verdict';

/**
 * Marks failures that only follow from others: every breach of theirs shares an exchange or a payer cycle with a breach
 * of an obligation that theirs may follow from. They stay failed. What is listed of a cause may end early: later breaches
 * are compared with nothing.
 */
export function withCauses(
  rows: readonly ObligationResult[],
  followsOf: (id: string) => Obligation['follows'],
  cycles: readonly CycleSteps[],
): ObligationResult[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const cycleOf = cyclesBySeq(cycles);
  return rows.map((row) => {
    const { breaches = [] } = row;
    const causes = (followsOf(row.id) ?? []).flatMap((id) => byId.get(id) ?? []);
    const found = breaches.map((breach) =>
      causes.filter(
        (cause) => breach.itself !== true && cause.breaches?.some((each) => leadsTo(each, breach, cycleOf)),
      ),
    );
    const told = { ...row, ...(breaches.length > 0 && { breaches: breaches.map(withoutMark) }) };
    const compared = found.filter((each, index) => each.length > 0 || !isBeyond(breaches[index], causes));
    if (compared.length === 0 || compared.some((each) => each.length === 0)) return told;
    const ids = new Set(found.flat().map(({ id }) => id));
    return { ...told, follows: causes.map(({ id }) => id).filter((id) => ids.has(id)) };
  });
}

/** Whether a breach is later than all that is listed of a cause, which has more. */
function isBeyond(breach: PlacedBreach | undefined, causes: readonly ObligationResult[]): boolean {
  const first = Math.min(...(breach?.exchanges ?? []));
  return causes.some(({ breaches = [], broken = 0 }) => {
    const last = Math.max(...breaches.flatMap(({ exchanges }) => exchanges));
    return broken > breaches.length && first > last;
  });
}

/** What decides about causes alone stands in no result. */
function withoutMark({ itself: _itself, ...breach }: PlacedBreach): PlacedBreach {
  return breach;
}

/** By row, what it needs and the subject broke, where that may have kept it from being seen. */
export function brokenNeedsIn(
  rows: readonly ObligationResult[],
  needsOf: (id: string) => Obligation['needs'],
): ReadonlyMap<string, readonly string[]> {
  const failed = new Map(rows.filter(({ verdict }) => verdict === 'failed').map((row) => [row.id, row]));
  const found = rows.map((row): [string, string[]] => [
    row.id,
    (needsOf(row.id) ?? []).filter((id) => mayPrevent(failed.get(id), row)),
  ]);
  return new Map(found.filter(([, ids]) => ids.length > 0));
}

/** Where the reason names what a service answered, the failure has to be about one of these answers. */
function mayPrevent(
  cause: ObligationResult | undefined,
  { subject, reason = '' }: ObligationResult,
): boolean {
  const named = subject === 'service' ? namedIn(reason) : [];
  return (
    cause !== undefined &&
    (named.length === 0 ||
      cause.breaches?.some(({ exchanges }) => exchanges.some((seq) => named.includes(seq))) === true)
  );
}

type CycleOf = ReadonlyMap<number, CycleSteps>;

function cyclesBySeq(cycles: readonly CycleSteps[]): CycleOf {
  return new Map(cycles.flatMap((cycle) => cycle.steps.map(({ seq }): [number, CycleSteps] => [seq, cycle])));
}

function leadsTo(cause: PlacedBreach, breach: PlacedBreach, cycleOf: CycleOf): boolean {
  if (cause.exchanges.some((seq) => breach.exchanges.includes(seq))) return true;
  const cycles = cyclesOf(breach, cycleOf);
  return cyclesOf(cause, cycleOf).some((each) => cycles.includes(each));
}

function cyclesOf({ exchanges }: PlacedBreach, cycleOf: CycleOf): CycleSteps[] {
  return exchanges.flatMap((seq) => cycleOf.get(seq) ?? []);
}
