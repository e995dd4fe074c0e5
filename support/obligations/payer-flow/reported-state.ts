import { linkToExchange, reportText } from '../../exchange/text';
import type { SeenCycle } from '../cycles/cycle-log';
import { cyclesOverlap } from '../cycles/cycle-log';
import type { FlowCheck } from './flow';
import { countOf, nameCycle, providerCauses } from './flow';

/** The states of a finished cycle. */
const ends: readonly string[] = ['approved', 'rejected', 'answered'];

/**
 * Returns a check that the client reports the right state of its cycle. This check comes last, because the exchanges
 * are the main evidence.
 */
export function knownAs(state: (cycle: SeenCycle) => string | undefined): FlowCheck {
  return (cycle, { cycles }) => {
    const wanted = state(cycle);
    if (cycle.state === undefined || wanted === undefined || cycle.state.state === wanted) return undefined;
    // The client may have confused cycles that overlap. Another obligation judges that.
    if (cycles.some((other) => other !== cycle && cyclesOverlap(cycle, other))) return undefined;
    const { answer } = cycle;
    if (answer !== undefined && cycle.state.seq < answer.seq)
      return {
        unjudged: reportText`cycle.get ${linkToExchange(cycle.state.seq)} was asked while the callback ${linkToExchange(answer.seq)} of ${nameCycle(cycle)} was still under way`,
      };
    return {
      sent: reportText`${nameCycle(cycle)}, asked with cycle.get in ${linkToExchange(cycle.state.seq)}`,
      expected: reportText`${wanted}, as the callback ${linkToExchange(cycle.answer?.seq ?? 0)} says`,
      seen: `${cycle.state.state}${countOf(cycle.state)}`,
      cause: ends.includes(cycle.state.state) ? providerCauses.misread : providerCauses.unread,
    };
  };
}
