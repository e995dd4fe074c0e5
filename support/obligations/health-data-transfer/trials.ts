import type { TransferFact } from '../../contract/transfer-facts';
import { contentWithoutBundle } from '../../contract/transfer-variants';
import type { AdapterAnswer } from '../../exchange/evidence';
import type { Judge } from '../judge/judge';
import type { TransferAnswer } from './transfer-answer';
import { transferIn } from './transfer-answer';

/** A transfer carries FHIR bundles (clauses 1.3, 6.2.6): the same judge, with notes of what becomes of anything else. */
export function notingTrials(
  method: 'transfer.encrypt' | 'transfer.decrypt',
  judge: Judge<AdapterAnswer>,
): Judge<AdapterAnswer> {
  return (context) => {
    const rule = judge(context);
    const contents = new Map<string, Set<string>>();
    return {
      observe(given) {
        rule.observe(given);
        const answer = transferIn(given);
        const content = answer && contentWithoutBundle(answer.variant);
        if (content === undefined || answer?.method !== method) return;
        const outcome = outcomeOf(answer);
        contents.set(outcome, (contents.get(outcome) ?? new Set()).add(content));
      },
      conclude() {
        const conclusion = rule.conclude();
        return { ...conclusion, notes: [...conclusion.notes, ...[...contents].map(noteOf)] };
      },
    };
  };
}

const noteOf = ([outcome, contents]: readonly [string, ReadonlySet<string>]): string =>
  `what is no FHIR bundle ${outcome}, which is not judged: ${[...contents].join(', ')}`;

function outcomeOf({ method, outcome, failure, fact }: TransferAnswer): string {
  if (failure !== undefined || outcome === 'not-offered') return 'is not answered';
  if (outcome === 'refused') return 'is refused';
  const verb = method === 'transfer.encrypt' ? 'encrypted' : 'opened';
  return isWhole(fact) ? `is ${verb}` : `is ${verb} otherwise`;
}

const isWhole = ({ content, bundle }: TransferFact): boolean =>
  content?.opens === 'whole' || bundle === 'same';
