import { randomUUID } from 'node:crypto';
import type { ObligationId } from '../obligations';
import type { Subject } from '../contract/words';
import { obligation, obligations } from '../obligations';
import { sourceDocument } from '../contract/source';
import type { Exchange } from '../exchange/exchange';
import type { Audited } from '../traffic/audit';
import type { Conclusion } from '../obligations/judges';
import type { Waiver } from '../targets/load-waivers';
import type { Target } from '../targets/target';
import { whyNotApplicable } from './applicability';
import { cyclesOf } from './cycle-steps';
import { decide } from './decide';
import { overallOf } from './overall';
import type { ObligationResult } from './verdict';
import { obligationsDigest } from '../report/digest';
import type { Results } from './results';
import { countsOf, readingRows, statedBy, suiteRow, waivedIn } from './results-parts';

/** Traffic that was judged, whoever caused it. */
export interface JudgedTraffic {
  readonly profile: 'audit' | 'proxy' | 'rejudge';
  readonly target: Target;
  readonly subjects: readonly Subject[];
  readonly only: readonly ObligationId[];
  readonly startedAt: Date;
  readonly conclusions: ReadonlyMap<ObligationId, Conclusion>;
  /** How many exchanges were judged. */
  readonly count: number;
  /** Those of cycles, to show them. */
  readonly exchanges: readonly Exchange[];
  readonly files: readonly Audited[];
  readonly waivers?: readonly Waiver[];
}

const notes = {
  audit: 'Recorded traffic, judged afterwards: what takes an act of the suite is not applicable',
  proxy: 'Traffic that went through a proxy: what takes an act of the suite is not applicable',
  rejudge: 'An old recording, judged by the rules of today: nothing was brought about anew',
} as const;

/** The same results as those of a run, from traffic that somebody else brought about; never a certificate. */
export function trafficResults(traffic: JudgedTraffic): Results {
  const { target, subjects, profile } = traffic;
  const rows = obligations.map(({ id }) => rowOf(id, traffic));
  const isWhole = traffic.files.every(({ cut }) => cut === undefined);
  const overall = subjects.map((subject) => {
    const found = overallOf(subject, rows);
    // Nobody knows what stood in the part that is missing.
    return [subject, `partial: ${found === 'conforms' && !isWhole ? 'incomplete' : found}`];
  });
  const planned = rows.filter((row) => row.planned).map(({ id }) => id);
  return {
    schemaVersion: 1,
    suite: suiteRow(),
    run: {
      id: randomUUID(),
      startedAt: traffic.startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      subjects,
      profile,
      selfTest: false,
      traffic: { note: notes[profile], files: traffic.files },
      target: { name: target.name, file: target.file ?? null, services: target.services, embedded: false },
      environment: target.environment,
      product: target.product ?? null,
      ...statedBy(target),
      roles: target.roles,
      overall: Object.fromEntries(overall) as Results['run']['overall'],
      partial: true,
      seed: null,
      sourceDigest: sourceDocument.digest,
      obligationsDigest: obligationsDigest(),
      plan: { obligations: planned, scenarios: 0 },
      diagnosis: [],
      faults: [],
      ...waivedIn(traffic.waivers, rows, traffic.startedAt),
    },
    obligations: rows,
    readings: readingRows(target),
    exchanges: traffic.count,
    cycles: cyclesOf(traffic.exchanges),
    counts: countsOf(rows),
  };
}

function rowOf(id: ObligationId, traffic: JudgedTraffic): ObligationResult {
  const { target, conclusions, exchanges } = traffic;
  const conclusion = conclusions.get(id);
  const unplanned = whyUnplanned(id, traffic);
  const notApplicable = whyNot(id, traffic);
  const declaration = target.declarations[id];
  return decide({
    obligation: obligation(id),
    ...(unplanned !== undefined && { unplanned }),
    ...(notApplicable !== undefined && { notApplicable }),
    ...(conclusion !== undefined && unplanned === undefined && { conclusion }),
    scenarios: [],
    ...(declaration !== undefined && { declaration }),
    ...(target.file !== undefined && { targetFile: target.file }),
    exchanges,
    traffic: traffic.profile,
  });
}

function whyUnplanned(id: ObligationId, { subjects, only }: JudgedTraffic): string | undefined {
  const { subject } = obligation(id);
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

function whyNot(id: ObligationId, { target, profile }: JudgedTraffic): string | undefined {
  const services = Object.keys(target.services).length === 0 ? everywhere : target.services;
  const { seen } = obligation(id);
  if (profile !== 'rejudge' && seen !== 'passive' && seen !== 'declared')
    return 'recorded traffic cannot show it: it takes a run with an adapter, or against the service';
  return whyNotApplicable(obligation(id), { ...target, services, integrator: {}, environment: 'sandbox' });
}
