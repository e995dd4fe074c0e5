import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObligationId, Subject } from '../contract/obligations';
import { obligation, obligations } from '../contract/obligations';
import { readings } from '../contract/readings';
import { sourceDocument } from '../contract/source';
import type { AnsweredChallenge } from '../journey/challenge/answered';
import type { Check, Run } from '../journey/run';
import { ruleContext } from '../journey/run';
import type { Conclusion } from '../rules';
import { bearsOn, createRule, judged } from '../rules';
import { whyNotApplicable } from '../verdict/applicability';
import type { CycleSteps } from '../verdict/cycle-steps';
import { cyclesOf } from '../verdict/cycle-steps';
import { decide } from '../verdict/decide';
import { overallOf } from '../verdict/overall';
import type { ScenarioCollector } from '../verdict/scenarios';
import type { Audited } from '../journey/traffic/audit';
import type { Waiver } from '../target/load-waivers';
import type { Product, Target } from '../target/target';
import type { ObligationResult, Overall, Verdict } from '../verdict/verdict';
import { verdicts } from '../verdict/verdict';
import type { WaiverRow } from '../verdict/waivers';
import { waiverRows } from '../verdict/waivers';
import { suiteDigest } from './digest';
import type { Plan } from './plan';
import { planOf, whyUnplanned } from './plan';

export type { WaiverRow };

/** The shape of `reports/results.json` (`schemas/results.schema.json`). */
export interface Results {
  readonly schemaVersion: 1;
  readonly suite: { readonly name: string; readonly version: string; readonly digest: string };
  readonly run: {
    readonly id: string;
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly subjects: readonly Subject[];
    readonly profile: string;
    /** Everybody that was certified is the suite's own: the run shows that the suite works, and certifies nobody. */
    readonly selfTest: boolean;
    /** Absent: a run, and not the answers to a challenge. */
    readonly challenge?: ReturnType<typeof describeChallenge>;
    /** Absent: a run, and not traffic that somebody else brought about. */
    readonly traffic?: { readonly note: string; readonly files: readonly Audited[] };
    readonly target: {
      readonly name: string;
      readonly file: string | null;
      readonly services: Readonly<Record<string, string>>;
      readonly embedded: boolean;
    };
    readonly environment: string;
    readonly product: Product | null;
    /** Where the product is at work, and who answers for the run; as the target states it. */
    readonly facility?: string;
    readonly operator?: string;
    readonly roles: readonly string[];
    readonly overall: Readonly<Partial<Record<Subject, string>>>;
    readonly partial: boolean;
    readonly seed: number | null;
    readonly sourceDigest: string;
    readonly plan: {
      readonly obligations: readonly ObligationId[];
      readonly scenarios: number;
    };
    readonly diagnosis: readonly Check[];
    readonly faults: readonly string[];
    /** What will prevent a later run, as a certificate that expires soon. */
    readonly warnings?: readonly string[];
    /** Failures that somebody answers for until a date; they change no verdict. */
    readonly waivers?: readonly WaiverRow[];
    /** Absent: there is no earlier report on this target in the folder. */
    readonly changes?: Changes;
  };
  readonly obligations: readonly ObligationResult[];
  readonly readings: readonly ReadingRow[];
  readonly exchanges: number;
  /** The payer cycles that were seen, each as a sequence of messages. */
  readonly cycles: readonly CycleSteps[];
  readonly counts: Readonly<Record<Verdict, number>>;
}

/** Gathers everything that is known at the end of a run into its results. */
export function buildResults(run: Run, scenarios: ScenarioCollector): Results {
  const plan = planOf(run, scenarios);
  const conclusions = concludeAll(run);
  const rows = obligations.map(({ id }) => decideOne(id, run, scenarios, plan, conclusions.get(id)));
  return {
    schemaVersion: 1,
    suite: suiteRow(),
    run: describeRun(run, scenarios, plan, rows),
    obligations: rows,
    readings: readingRows(run.target),
    exchanges: run.recording.exchanges.length,
    cycles: cyclesOf(run.recording.exchanges),
    counts: countsOf(rows),
  };
}

export function suiteRow(): Results['suite'] {
  return { ...packageOf(), digest: suiteDigest() };
}

export function countsOf(rows: readonly ObligationResult[]): Results['counts'] {
  const counts = verdicts.map((each) => [each, rows.filter(({ verdict }) => verdict === each).length]);
  return Object.fromEntries(counts) as Results['counts'];
}

/** Facility and operator, where the target states them. */
export function statedBy({ facility, operator }: Target): Pick<Results['run'], 'facility' | 'operator'> {
  return { ...(facility !== undefined && { facility }), ...(operator !== undefined && { operator }) };
}

/** Every choice where the document is silent, with whoever made it. */
export function readingRows(target: Pick<Target, 'readings' | 'overridden'>): Results['readings'] {
  return readings.map((reading) => ({
    id: reading.id,
    clause: reading.clause,
    silent: reading.silentOn,
    chosen: target.readings[reading.id],
    source: target.overridden.includes(reading.id) ? 'target' : 'default',
  }));
}

function describeRun(
  run: Run,
  scenarios: ScenarioCollector,
  plan: Plan,
  rows: readonly ObligationResult[],
): Results['run'] {
  const { settings, target } = run;
  const overall = settings.subjects.map((subject) => [
    subject,
    render(withoutFaults(overallOf(subject, rows), scenarios.hookErrors), plan.partial),
  ]);
  return {
    id: run.id,
    startedAt: run.startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    subjects: settings.subjects,
    profile: settings.profile,
    selfTest: settings.subjects.every((subject) => (subject === 'service' ? run.embedded : ownClient(run))),
    ...(settings.challenge !== undefined && { challenge: describeChallenge(settings.challenge) }),
    target: {
      name: target.name,
      file: target.file ?? null,
      services: target.services,
      embedded: run.embedded,
    },
    environment: target.environment,
    product: target.product ?? null,
    ...statedBy(target),
    roles: target.roles,
    overall: Object.fromEntries(overall) as Results['run']['overall'],
    partial: plan.partial,
    seed: null,
    sourceDigest: sourceDocument.digest,
    plan: { obligations: plan.planned, scenarios: scenarios.planned.length },
    diagnosis: run.diagnosis,
    faults: scenarios.hookErrors,
    ...waivedIn(settings.waivers, rows, run.startedAt),
  };
}

/** What came of the waivers of a run; nothing where it was given none. */
export function waivedIn(
  waivers: readonly Waiver[] | undefined,
  rows: readonly ObligationResult[],
  startedAt: Date,
): Pick<Results['run'], 'waivers'> {
  return waivers === undefined ? {} : { waivers: waiverRows(waivers, rows, startedAt) };
}

/** What became different since the report that stood in the folder before. */
export interface Changes {
  readonly since: { readonly id: string; readonly finishedAt: string; readonly version?: string };
  readonly obligations: readonly {
    readonly id: ObligationId;
    readonly from: Verdict;
    readonly to: Verdict;
  }[];
}

/** A choice that the run relied on. */
interface ReadingRow {
  readonly id: string;
  readonly clause: string;
  readonly silent: string;
  readonly chosen: unknown;
  readonly source: 'default' | 'target';
}

/** Services answer to what the suite sent them, integrators for what they sent themselves. */
function concludeAll(run: Run): Map<ObligationId, Conclusion> {
  const rules = judged.flatMap((id) => {
    const rule = createRule(id, ruleContext(run));
    return rule === undefined ? [] : [{ id, rule }];
  });
  for (const exchange of run.recording.exchanges)
    for (const { id, rule } of rules) if (bearsOn(id, exchange)) rule.observe(exchange);
  return new Map(rules.map(({ id, rule }) => [id, rule.conclude()]));
}

function decideOne(
  id: ObligationId,
  run: Run,
  scenarios: ScenarioCollector,
  plan: Plan,
  conclusion: Conclusion | undefined,
): ObligationResult {
  const { file, declarations } = run.target;
  const declaration = declarations[id];
  const unplanned = whyUnplanned(id, run, plan);
  const notApplicable = whyNotApplicable(obligation(id), run.target);
  return decide({
    obligation: obligation(id),
    ...(unplanned !== undefined && { unplanned }),
    ...(notApplicable !== undefined && { notApplicable }),
    ...(conclusion !== undefined && unplanned === undefined && { conclusion }),
    scenarios: scenarios.outcomes.filter((outcome) => outcome.obligations.includes(id)),
    ...(declaration !== undefined && { declaration }),
    ...(file !== undefined && { targetFile: file }),
    ...(run.settings.challenge !== undefined && { challenge: true }),
    exchanges: run.recording.exchanges,
  });
}

/** Where the suite itself failed, nobody conforms; who broke something broke it all the same. */
function withoutFaults(overall: Overall, faults: readonly string[]): Overall {
  return overall === 'conforms' && faults.length > 0 ? 'incomplete' : overall;
}

function render(overall: Overall, partial: boolean): string {
  return partial ? `partial: ${overall}` : overall;
}

function packageOf(): { name: string; version: string } {
  const file = readFileSync(join(__dirname, '../../package.json'), 'utf8');
  const { name, version } = JSON.parse(file) as { name: string; version: string };
  return { name, version };
}

/** What was judged in place of a run, in words that a reader of the results cannot miss. */
function describeChallenge({ id, createdAt, items, answers }: AnsweredChallenge) {
  const note = `Answers to a challenge, judged offline: nothing crossed a wire (${answers} of ${items} items answered)`;
  return { id, createdAt: new Date(createdAt).toISOString(), items, answers, note };
}

function ownClient({ settings, target: { integrator } }: Run): boolean {
  if (integrator === undefined || settings.challenge !== undefined) return false;
  return integrator.command === undefined && integrator.url === undefined && integrator.manual !== true;
}
