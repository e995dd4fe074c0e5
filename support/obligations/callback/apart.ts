import { numbered, text } from '../../exchange/text';
import { home } from '../judge/home';
import { at } from '../judge/places';
import type { Judgement } from '../judge/judge';
import { Tally, inFacets, kept } from '../judge/judge';
import { CycleLog, overlap } from '../cycles/cycle-log';
import type { Cycle } from '../cycles/cycle-log';
import { SharedIds, sharedId } from './shared-ids';

const likely = {
  mixed:
    'callbacks are put to the last cycle that was opened, or to one by its kind, and not by correlation id',
  lost: 'among cycles that run at once, the answer did not come to its own: it was put to another, or not taken in',
  alone: 'no callback was mixed up: in a cycle that ran alone, such a decision is lost or misread as well',
} as const;

/** Clause 6.1: cycles that run at the same time stay apart. Two of them are needed to tell. */
export const cyclesApart = home({
  id: 'CBK-05',
  clauses: ['6.1', '4.7.2'],
  quote: 'All callbacks of one request cycle share the correlation id.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'Parallel cycles are told apart',
  rule:
    'When several cycles run at the same time, the integrator separates them by their correlation ' + 'ids.',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  facets: { cycles: ['two of one kind', 'two of different kinds'] },
  follows: ['FLW-03', 'FLW-04', 'FLW-06', 'FLW-07'],
  needs: ['CBK-03', 'FLW-03', 'FLW-06'],
  tells: at('fact payer/correlationId', 'fact payer/decision', 'fact cycle', 'answer line'),
  causes: [likely.mixed, likely.lost, likely.alone, sharedId],
  judge: (context) => {
    const log = new CycleLog(context);
    const shared = new SharedIds(context);
    return {
      observe(exchange) {
        log.observe(exchange);
        if (exchange.kind === undefined) shared.observe(exchange);
      },
      conclude() {
        const tally = new Tally();
        for (const { judgement, seqs } of shared.judgements())
          tally.add(inFacets(judgement, 'two of one kind'), ...seqs);
        const decided = log.cycles.filter(({ request, answer, state }) => request && answer?.taken && state);
        const together = decided.filter((one) =>
          decided.some((other) => other !== one && overlap(one, other)),
        );
        if (together.length < 2) return tally.conclude();
        for (const cycle of together)
          tally.add(
            inFacets(judgeApart(cycle, log.cycles), ...companyOf(cycle, together)),
            cycle.request?.seq ?? 0,
            cycle.answer?.seq ?? 0,
            cycle.state?.seq ?? 0,
          );
        return tally.conclude();
      },
    };
  },
});

/** Whether others of its own kind were under way beside a cycle, and others of another. */
function companyOf(cycle: Cycle, together: readonly Cycle[]): string[] {
  const kinds = together.filter((other) => other !== cycle && overlap(cycle, other)).map(({ kind }) => kind);
  return [
    ...(kinds.includes(cycle.kind) ? ['two of one kind'] : []),
    ...(kinds.some((kind) => kind !== cycle.kind) ? ['two of different kinds'] : []),
  ];
}

/** A cycle under way by itself that a decision like this one ended in the same wrong state: nothing was mixed up there. */
function wrongAlone(cycle: Cycle, cycles: readonly Cycle[]): Cycle['state'] {
  const alike = (other: Cycle): boolean =>
    other.kind === cycle.kind &&
    other.answer?.decision === cycle.answer?.decision &&
    other.state?.state === cycle.state?.state;
  const isAlone = (one: Cycle): boolean => !cycles.some((other) => other !== one && overlap(one, other));
  return cycles.find(
    (other) => other !== cycle && other.request && other.answer?.taken && alike(other) && isAlone(other),
  )?.state;
}

const isEnd = (state = ''): boolean => ['approved', 'rejected', 'answered'].includes(state);

function judgeApart(cycle: Cycle, cycles: readonly Cycle[]): Judgement {
  const { correlationId, answer, state, request } = cycle;
  const wanted = answer?.decision ?? 'answered';
  if (state?.state === wanted) return kept;
  if (state !== undefined && answer !== undefined && state.seq < answer.seq)
    return {
      unjudged: text`cycle.get ${numbered(state.seq)} was asked while the callback ${numbered(answer.seq)} of cycle ${correlationId} was still under way`,
    };
  const alone = wrongAlone(cycle, cycles);
  return {
    breach: {
      sent: text`cycle ${correlationId}, requested in ${numbered(request?.seq ?? 0)}, among others at the same time`,
      expected: text`${wanted}, as its own callback ${numbered(answer?.seq ?? 0)} says`,
      ...(alone === undefined
        ? {
            seen: state?.state ?? 'nothing',
            cause: isEnd(state?.state) ? likely.mixed : likely.lost,
          }
        : {
            seen: text`${alone.state}, as in ${numbered(alone.seq)} of a cycle that ran alone`,
            cause: likely.alone,
          }),
    },
  };
}
