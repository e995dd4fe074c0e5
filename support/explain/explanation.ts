import { sentWrongFor } from '../contract/sent-wrong';
import type { Subject } from '../contract/words';
import type { Text } from '../exchange/text';
import type { CycleSteps } from '../judging/cycle-steps';
import { again, readablePage } from '../judging/explain';
import type { PlacedBreach } from '../judging/verdict';
import type { Obligation } from '../obligations';
import type { Recorded } from '../report/examples';
import { readExamples } from '../report/examples';
import { judgeExample } from './judged-example';
import type { MistakeRow } from '../report/mistakes';
import { mistakesOf } from '../report/mistakes';
import type { ShownBy } from './scenarios';
import { scenariosOf } from './scenarios';
import { exchangesIn } from './telling-lines';
import type { ShownExchange } from './telling-lines';

/** All that a person may ask about one obligation. */
export interface Explanation extends Pick<
  Obligation,
  | 'id'
  | 'area'
  | 'clauses'
  | 'quote'
  | 'roles'
  | 'level'
  | 'seen'
  | 'title'
  | 'rule'
  | 'facets'
  | 'follows'
  | 'breaksInTraffic'
> {
  readonly subject: Subject;
  readonly scenarios: readonly ShownBy[];
  /** What is sent wrong on purpose, by name, each with its mistake. */
  readonly sentWrong: Readonly<Record<string, string>>;
  readonly right?: ShownExample;
  readonly wrong?: ShownExample & { readonly mutant: string; readonly story: string };
  /** Mistakes of clients and services that are broken on purpose, one sentence each. */
  readonly mistakes: readonly string[];
  /** Examples that break it, each with its cause. */
  readonly wrongExamples: readonly MistakeRow[];
  /** The command that runs just this. */
  readonly run: string;
  /** The address or file of its page; absent where the site was not built. */
  readonly page?: string;
}

/** A recorded example, and what the obligation's judge says of it. */
export interface ShownExample {
  readonly exchanges: readonly ShownExchange[];
  readonly cycles: readonly CycleSteps[];
  readonly notes: readonly Text[];
  readonly breach?: PlacedBreach;
}

/** What is added to how an obligation is seen: that traffic without the suite can show a breach, or nothing. */
export const inTrafficText = ({ breaksInTraffic }: Pick<Obligation, 'breaksInTraffic'>): string =>
  breaksInTraffic === true ? '; recorded traffic can show a breach, but never that it is kept' : '';

/** Puts together what the home, the features and the recorded examples say of an obligation. */
export function explain(obligation: Obligation): Explanation {
  const { right, wrong, mistakes = [] } = readExamples(obligation.area)[obligation.id] ?? {};
  const { id, area, clauses, quote, roles, level, seen, title, rule, facets, follows, subject } = obligation;
  const page = readablePage(id);
  return {
    ...{ id, area, clauses, quote, subject, roles, level, seen, title, rule },
    ...(obligation.breaksInTraffic && { breaksInTraffic: true }),
    ...(facets && { facets }),
    ...(follows && { follows }),
    scenarios: scenariosOf(id),
    sentWrong: sentWrongFor(obligation.id),
    ...(right && { right: shown(obligation, right) }),
    ...(wrong && {
      wrong: { mutant: wrong.mutant ?? '', story: wrong.story ?? '', ...shown(obligation, wrong) },
    }),
    mistakes,
    wrongExamples: mistakesOf(obligation.id),
    run: again(id, { targetFile: 'target.yaml' }),
    ...(page !== undefined && { page }),
  };
}

function shown(obligation: Obligation, recorded: Recorded): ShownExample {
  const { evidence, places, cycles, notes, breach } = judgeExample(obligation, recorded);
  return { exchanges: exchangesIn(evidence, places, breach), cycles, notes, ...(breach && { breach }) };
}
