import { randomUUID } from 'node:crypto';
import type { Subject } from '../contract/words';
import type { Evidence } from '../exchange/evidence';
import { whyNotApplicable } from '../judging/applicability';
import type { Audited } from '../judging/results';
import type { Ended } from '../judging/results-of';
import type { Conclusion, Obligation } from '../obligations';
import { contractObligations } from '../obligations';
import type { Circumstances } from '../obligations/judge/circumstances';
import type { Waiver } from '../targets/load-waivers';
import type { Target } from '../targets/target';

/** Traffic that was judged, whatever caused it. */
export interface JudgedTraffic {
  readonly profile: 'audit' | 'proxy' | 'rejudge';
  readonly target: Target;
  readonly subjects: readonly Subject[];
  readonly only: readonly string[];
  readonly startedAt: Date;
  readonly conclusions: ReadonlyMap<string, Conclusion>;
  /** How many exchanges were judged. */
  readonly count: number;
  /** Those of cycles, to show them. */
  readonly evidence: readonly Evidence[];
  readonly files: readonly Audited[];
  readonly waivers?: readonly Waiver[];
}

const notes = {
  audit: 'Recorded traffic, judged afterwards: what takes an act of the suite is not applicable',
  proxy: 'Traffic that went through a proxy: what takes an act of the suite is not applicable',
  rejudge: 'An old recording, judged by the current rules: nothing was sent again',
} as const;

/** What is known of traffic that the suite did not cause; never enough for a certificate. */
export function endedTraffic(traffic: JudgedTraffic): Ended {
  const { profile, files } = traffic;
  return {
    ...traffic,
    id: randomUUID(),
    selfTest: false,
    traffic: { note: notes[profile], files },
    embedded: false,
    catalogue: contractObligations,
    scenarios: [],
    planned: 0,
    partial: true,
    whyUnplanned: (obligation) => whyUnplanned(obligation, traffic),
    whyNot: (obligation) => whyNot(obligation, traffic),
    circumstances: circumstancesOf(traffic),
    // What the missing part held is unknown.
    incomplete: () => files.some(({ cut }) => cut !== undefined),
    seed: null,
    diagnosis: [],
    faults: [],
  };
}

function whyUnplanned({ id, subject }: Obligation, { subjects, only }: JudgedTraffic): string | undefined {
  if (!subjects.includes(subject)) return `the ${subject} is not a subject of this run`;
  return only.length > 0 && !only.includes(id) ? 'left out of this run' : undefined;
}

/** Addresses stand for services that are there: traffic that went to them shows them, wherever they are. */
const somewhere = 'https://recorded.invalid';
const everywhere = {
  gateway: somewhere,
  identity: somewhere,
  registry: somewhere,
  dummyPayer: somewhere,
  provider: somewhere,
};

function circumstancesOf({ target }: JudgedTraffic): Circumstances {
  const services = Object.keys(target.services).length === 0 ? everywhere : target.services;
  return { ...target, services, integrator: {}, environment: 'sandbox' };
}

function whyNot(obligation: Obligation, traffic: JudgedTraffic): string | undefined {
  const { profile } = traffic;
  const { seen } = obligation;
  if (profile !== 'rejudge' && seen !== 'passive' && seen !== 'declared')
    return 'recorded traffic cannot show it: it takes a run with an adapter, or against the service';
  return whyNotApplicable(obligation, circumstancesOf(traffic));
}
