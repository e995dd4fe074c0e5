import type { BasisTarget } from '../../judging/basis';
import { basisTarget } from '../../judging/basis';
import { explainBreach } from '../../judging/explain';
import type { Ended } from '../../judging/results-of';
import { rowOf } from '../../judging/results-of';
import type { Verdict } from '../../judging/verdict';
import type { Breach, Conclusion, Obligation } from '../../obligations';
import { contractObligations } from '../../obligations';
import type { Target } from '../../targets/target';
import { endedTraffic, trafficBasis } from '../ended-traffic';
import type { Batch, NewBreach } from './live-news';
import type { LiveFinding, LiveTold, LiveVerdict } from './told';

/** What no later verdict takes back: once a second client shows, all but breaches are counted from there on. */
const lasting: readonly Verdict[] = ['warning', 'failed'];

/** Words what was concluded so far, as results do: breaches with their messages, and verdicts that changed. */
export class LiveVerdicts {
  readonly #target: BasisTarget;
  readonly #told = new Map<string, { readonly seen: string; readonly verdict: Verdict }>();

  constructor(target: Target) {
    this.#target = basisTarget(target);
  }

  tell({ exchanges, breaches, conclusions }: Batch): LiveTold {
    return {
      exchanges,
      findings: breaches.map((each) => this.#findingOf(each)),
      verdicts: this.#changedIn(conclusions),
    };
  }

  #findingOf({ seq, obligation: id, breach }: NewBreach): LiveFinding {
    const obligation = contractObligations.get(id);
    const { title, level, clauses } = obligation;
    const about = { id, level, title, clause: clauses.join(', ') };
    return {
      ...{ seq, obligation: id, title, exchanges: breach.exchanges },
      verdict: weightOf(obligation, breach),
      message: explainBreach(about, breach, { traffic: 'proxy', targetFile: this.#target.file }),
    };
  }

  /** An obligation is decided again only where more was seen of it. */
  #changedIn(conclusions: ReadonlyMap<string, Conclusion>): LiveVerdict[] {
    const moved = [...conclusions].filter(([id, found]) => this.#told.get(id)?.seen !== sightOf(found));
    if (moved.length === 0) return [];
    const ended = this.#endedBy(conclusions);
    return moved.flatMap(([id, found]) => {
      const obligation = contractObligations.get(id);
      const { verdict: now } = rowOf(obligation, ended);
      const verdict = lastingOf(this.#told.get(id)?.verdict, now);
      this.#told.set(id, { seen: sightOf(found), verdict });
      const { title, subject } = obligation;
      const { observations, breachCount: broken } = found;
      return observations === 0 && found.unjudged.length === 0
        ? []
        : [{ ...{ obligation: id, title, subject, verdict, observations, broken } }];
    });
  }

  #endedBy(conclusions: ReadonlyMap<string, Conclusion>): Ended {
    const basis = trafficBasis({
      profile: 'proxy',
      target: this.#target,
      subjects: ['service', 'integrator'],
      only: [],
      startedAt: new Date(),
      files: [],
    });
    return endedTraffic(basis, { conclusions, count: 0, evidence: [] });
  }
}

const sightOf = ({ observations, breachCount, unjudged }: Conclusion): string =>
  [observations, breachCount, unjudged.length].join();

function weightOf({ level }: Obligation, { warns }: Breach): LiveFinding['verdict'] {
  if (level === 'observe') return 'observed';
  return level === 'must' && warns !== true ? 'failed' : 'warning';
}

function lastingOf(before: Verdict | undefined, now: Verdict): Verdict {
  return before !== undefined && lasting.indexOf(before) > lasting.indexOf(now) ? before : now;
}
