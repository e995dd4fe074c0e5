import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentEdition, sourceDocument } from '../contract/source';
import { suiteRoot } from '../contract/suite-root';
import type { Role, Subject } from '../contract/words';
import type { Evidence } from '../exchange/evidence';
import type { Reason } from '../exchange/reason';
import { exchangesNamedIn } from '../exchange/text';
import { fieldProfileRow, isDeparted, readingRows, withAsDeployed } from './as-deployed';
import type { CycleTimeline } from './cycle-timeline';
import { cyclesInEvidence } from './cycles';
import { decideObligation } from './decide';
import { whySessionsRefused } from './refused-sessions';
import { obligationsDigest, suiteDigest } from './digest';
import type { WaiverRow } from './notes';
import { reportsAfterRefusals, settledIds, waiverRows, gatherObstacles } from './notes';
import type { Narrowing, OverallFacts } from './overall';
import { decideOverall } from './overall';
import { countRequirements } from './requirements';
import type { Results } from './results';
import { resultsVersion } from './results';
import { isServiceNamed } from './scope';
import type { ObligationResult, PlacedBreach, ScenarioOutcome } from './verdict';
import { allVerdicts } from './verdict';
import type { Catalogue, Conclusion, Obligation } from '../obligations';
import { facetsFor } from '../obligations/judge/facets';
import type { Circumstances, Exclusion } from '../obligations/judge/home';
import { maxListed } from '../obligations/judge/judge';
import type { Waiver } from '../targets/load-waivers';
import type { Target } from '../targets/target';

/**
 * The input of the results: everything known at the end of a run, a challenge or an audit of recorded
 * traffic.
 */
export interface ResultsInput extends Pick<
  Results['run'],
  | 'id'
  | 'profile'
  | 'subjects'
  | 'selfTest'
  | 'ownSubjects'
  | 'adapter'
  | 'challenge'
  | 'traffic'
  | 'observed'
  | 'warnings'
  | 'nonce'
  | 'resumed'
> {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly target: Pick<
    Target,
    | 'name'
    | 'file'
    | 'services'
    | 'environment'
    | 'product'
    | 'facility'
    | 'operator'
    | 'cmId'
    | 'participants'
    | 'processes'
    | 'roles'
    | 'readings'
    | 'overridden'
    | 'fieldProfile'
    | 'declarations'
  >;
  /** Whether the services are the suite's own mock. */
  readonly embedded: boolean;
  readonly catalogue: Catalogue;
  readonly conclusions: ReadonlyMap<string, Conclusion>;
  readonly scenarios: readonly ScenarioOutcome[];
  /** Number of planned scenarios. */
  readonly planned: number;
  /** Number of scenarios that never started, because the run was stopped or its time budget was used up. */
  readonly left?: number;
  /** The options that narrowed the plan. Empty if the run has the whole plan. */
  readonly narrowedBy: readonly Narrowing[];
  /** The obligations outside the plan, each with the reason. */
  readonly unplanned: Readonly<Record<string, Reason>>;
  /** Returns why the run cannot judge an obligation on this target; `undefined` if it can. */
  readonly whyNot: (obligation: Obligation, conclusion: Conclusion | undefined) => Exclusion | undefined;
  /** Returns why the recording cannot show an obligation; `undefined` if it can. */
  readonly whyNotKept?: (obligation: Obligation) => string | undefined;
  /** The properties of the target that decide which facets of an obligation apply to it. */
  readonly circumstances: Circumstances;
  /** Whether an error that is not the subject's ended a sequence of requests about a subject early. */
  readonly isObstructed: (subject: Subject) => boolean;
  readonly seed: number | null;
  readonly diagnosis: Results['run']['diagnosis'];
  readonly faults: readonly string[];
  /** Messages of the errors that ended a sequence of requests early. */
  readonly cutShort?: readonly string[];
  readonly waivers?: readonly Waiver[] | undefined;
  /** Number of recorded exchanges. */
  readonly count: number;
  /**
   * The recorded evidence, each request with its adapter call. For recorded traffic, only the messages of
   * payer cycles.
   */
  readonly evidence: readonly Evidence[];
  /** The clients in recorded traffic, if the audit could identify them. */
  readonly clients?: Results['clients'];
}

/** Builds the results: one row for each obligation, and a verdict on each subject. */
export function buildResults(ended: ResultsInput): Results {
  const { catalogue } = ended;
  const cycles = cyclesInEvidence(ended.evidence, ended.target.readings);
  const decided = catalogue.all.map((obligation) => rowOf(obligation, ended));
  const prevented = withPrevented(decided, ended);
  const fieldProfile = fieldProfileRow(ended.target);
  const deployed = prevented.map((row) =>
    withAsDeployed(row, ended.conclusions.get(row.id), fieldProfile, scenariosOf(row.id, ended)),
  );
  const caused = withCauses(deployed, (id) => catalogue.get(id).follows, cycles);
  const { rows, obstacles } = gatherObstacles(caused.map(withFirstBreaches), ended.cutShort);
  return {
    schemaVersion: resultsVersion,
    suite: identifySuite(),
    run: {
      ...describe(ended, rows),
      ...(fieldProfile && { fieldProfile }),
      ...(obstacles.length > 0 && { obstacles }),
    },
    obligations: rows,
    readings: readingRows(ended.target),
    exchanges: ended.count,
    ...(ended.clients && { clients: ended.clients }),
    cycles,
    requirements: countRequirements({ rows, subjects: ended.subjects, concerns: concernsIn(ended) }),
    counts: countsOf(rows),
  };
}

function scenariosOf(id: string, { scenarios }: ResultsInput): ScenarioOutcome[] {
  return scenarios.filter(({ tags }) => tags.includes(id));
}

/** Shortens the list of breaches to {@link maxListed}. The list starts with one breach of each cause. */
function withFirstBreaches({ breaches, ...row }: ObligationResult): ObligationResult {
  return { ...row, ...(breaches && { breaches: breaches.slice(0, maxListed) }) };
}

/**
 * Decides rows again if they need an obligation that the subject broke: the evidence may be missing only
 * because of this failure.
 */
function withPrevented(rows: readonly ObligationResult[], ended: ResultsInput): ObligationResult[] {
  const { catalogue, clients = [] } = ended;
  // With several clients, the breach of one client cannot explain missing evidence of another client.
  if (clients.length > 1) return [...rows];
  // Departures that the target sets do not explain missing evidence.
  const causes = rows.filter(({ id }) => !isDeparted(ended.conclusions.get(id)));
  const brokenNeeds = brokenNeedsIn(rows, causes, (id) => catalogue.get(id).needs);
  return rows.map((row) => {
    const broken = brokenNeeds.get(row.id);
    return broken === undefined ? row : rowOf(catalogue.get(row.id), ended, broken);
  });
}

/**
 * Returns the row of one obligation, before {@link withCauses} marks the consequences of other failures.
 * @param brokenNeeds ids of the obligations that this obligation needs and that the subject broke
 */
function rowOf(
  obligation: Obligation,
  ended: ResultsInput,
  brokenNeeds?: readonly string[],
): ObligationResult {
  const unplanned = ended.unplanned[obligation.id];
  const notKept = ended.whyNotKept?.(obligation);
  const isJudged = unplanned === undefined && notKept === undefined;
  const conclusion = isJudged ? ended.conclusions.get(obligation.id) : undefined;
  return decideObligation({
    obligation,
    unplanned,
    exclusion: ended.whyNot(obligation, conclusion),
    notKept,
    conclusion,
    facets: facetsFor(obligation, ended.circumstances),
    scenarios: scenariosOf(obligation.id, ended),
    declaration: ended.target.declarations[obligation.id],
    brokenNeeds,
    whyUnexercised: obligation.subject === 'integrator' ? whySessionsRefused(ended.diagnosis) : undefined,
  });
}

function describe(ended: ResultsInput, rows: readonly ObligationResult[]): Results['run'] {
  const { id, profile, subjects, selfTest, ownSubjects, challenge, traffic, target, warnings } = ended;
  const { facility, operator } = target;
  const planned = rows.filter((row) => row.planned).map((row) => row.id);
  const afterRefusals = reportsAfterRefusals(ended.evidence);
  const waivers = ended.waivers && waiverRows(ended.waivers, rows, dayOfExceptions(ended));
  return {
    id,
    startedAt: ended.startedAt.toISOString(),
    finishedAt: ended.finishedAt.toISOString(),
    ...(ended.resumed && { resumed: ended.resumed }),
    subjects,
    profile,
    selfTest,
    ...(ownSubjects && { ownSubjects }),
    ...(challenge && { challenge }),
    ...(traffic && { traffic }),
    ...(ended.observed && { observed: ended.observed }),
    target: describeTarget(ended),
    environment: target.environment,
    product: target.product ?? null,
    ...(ended.adapter && { adapter: ended.adapter }),
    ...(facility !== undefined && { facility }),
    ...(operator !== undefined && { operator }),
    roles: target.roles,
    overall: overallOf(ended, rows, waivers),
    seed: ended.seed,
    ...(ended.nonce !== undefined && { nonce: ended.nonce }),
    sourceDigest: sourceDocument.digest,
    edition: currentEdition,
    obligationsDigest: obligationsDigest(ended.catalogue.all),
    plan: {
      obligations: planned,
      scenarios: ended.planned,
      ...(ended.left !== undefined && { left: ended.left }),
      ...(ended.narrowedBy.length > 0 && { narrowedBy: ended.narrowedBy }),
    },
    diagnosis: ended.diagnosis,
    faults: ended.faults,
    ...(warnings && { warnings }),
    ...(afterRefusals.length > 0 && { afterRefusals }),
    ...(waivers && { waivers }),
  };
}

/**
 * Returns the day on which the approved exceptions must be valid. For a resumed run, this is the day of its
 * end: an exception that expired during the interruption does not count.
 */
const dayOfExceptions = ({ resumed, startedAt, finishedAt }: ResultsInput): Date =>
  resumed === true ? finishedAt : startedAt;

/**
 * Describes the target, including the values that rules compare with. If someone edits such a value in
 * `basis.json`, judging again gives other results than these.
 */
function describeTarget({ target, embedded }: ResultsInput): Results['run']['target'] {
  const { name, file = null, services, cmId, participants, processes } = target;
  return { name, file, services, embedded, cmId, participants, processes };
}

/** Returns the verdict on each subject. */
function overallOf(
  ended: ResultsInput,
  rows: readonly ObligationResult[],
  waivers: readonly WaiverRow[] = [],
): Results['run']['overall'] {
  const { subjects, catalogue, target, circumstances } = ended;
  const facts = factsOf(ended);
  const settled = settledIds(rows, waivers);
  const concerns = concernsIn(ended);
  const entries = subjects.map((subject) => {
    const plays = (role: Role): boolean =>
      subject === 'service' ? isServiceNamed(role, circumstances) : target.roles.includes(role);
    const about = { subject, rows, facts, concerns, obligations: catalogue.all, plays, settled };
    return [subject, decideOverall(about)];
  });
  return Object.fromEntries(entries) as Results['run']['overall'];
}

/** Returns a predicate: whether an obligation, planned or not, concerns the target. */
function concernsIn({ catalogue, conclusions, whyNot }: ResultsInput): (id: string) => boolean {
  return (id) => whyNot(catalogue.get(id), conclusions.get(id))?.verdict !== 'not-applicable';
}

function factsOf(ended: ResultsInput): OverallFacts {
  const { profile, traffic, challenge, ownSubjects = [], narrowedBy, faults, left = 0, isObstructed } = ended;
  const ofTraffic = profile === 'mock' ? 'mock' : 'traffic';
  return {
    kind: traffic !== undefined ? ofTraffic : challenge !== undefined ? 'challenge' : 'run',
    ...{ ownSubjects, narrowedBy, faults, left, isObstructed },
    cutFiles: (traffic?.files ?? []).filter(({ cut }) => cut !== undefined).map(({ name }) => name),
  };
}

function countsOf(rows: readonly ObligationResult[]): Results['counts'] {
  const counts = allVerdicts.map((each) => [each, rows.filter(({ verdict }) => verdict === each).length]);
  return Object.fromEntries(counts) as Results['counts'];
}

/** Returns the name, version and digests of the suite that is running. */
export function identifySuite(): Results['suite'] {
  return { ...packageOf(), digest: suiteDigest(), judging: suiteDigest('judging') };
}

function packageOf(): { name: string; version: string } {
  const file = readFileSync(join(suiteRoot, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(file) as { name: string; version: string };
  return { name, version };
}

/**
 * Marks failures that are consequences of other failures; their verdict stays `failed`. A failure is a
 * consequence if each of its breaches shares an exchange or a payer cycle with a breach of an obligation in
 * its `follows`. In long traffic, an obligation may have more breaches than it lists. Breaches after the last
 * listed one are then not compared with it.
 */
export function withCauses(
  rows: readonly ObligationResult[],
  followsOf: (id: string) => Obligation['follows'],
  cycles: readonly CycleTimeline[],
): ObligationResult[] {
  const cycleOf = cyclesBySeq(cycles);
  const byId = new Map(rows.map((row) => [row.id, causeOf(row, cycleOf)]));
  return rows.map((row) => {
    const { breaches = [] } = row;
    const causes = (followsOf(row.id) ?? []).flatMap((id) => byId.get(id) ?? []);
    const found = breaches.map((breach) =>
      causes.filter((cause) => breach.itself !== true && leadsTo(cause, breach, cycleOf)),
    );
    const told = { ...row, ...(breaches.length > 0 && { breaches: breaches.map(withoutMark) }) };
    const compared = found.filter((each, index) => each.length > 0 || !isBeyond(breaches[index], causes));
    if (compared.length === 0 || compared.some((each) => each.length === 0)) return told;
    const ids = new Set(found.flat().map(({ id }) => id));
    return { ...told, follows: causes.map(({ id }) => id).filter((id) => ids.has(id)) };
  });
}

/** The breaches of an obligation, for finding the failures that they caused. */
interface Cause {
  readonly id: string;
  /**
   * The exchanges of the listed breaches, by `seq`. `cycles` contains the payer cycles of these exchanges.
   */
  readonly exchanges: ReadonlySet<number>;
  readonly cycles: ReadonlySet<CycleTimeline>;
  /**
   * The `seq` of the last exchange in `exchanges`, if the obligation has more breaches than are listed;
   * otherwise Infinity.
   */
  readonly listedUpTo: number;
}

function causeOf({ id, breaches = [], broken = 0 }: ObligationResult, cycleOf: CycleOf): Cause {
  const exchanges = new Set(breaches.flatMap((breach) => breach.exchanges));
  const cycles = new Set([...exchanges].flatMap((seq) => cycleOf.get(seq) ?? []));
  const last = (): number => [...exchanges].reduce((one, other) => Math.max(one, other), -Infinity);
  return { id, exchanges, cycles, listedUpTo: broken > breaches.length ? last() : Infinity };
}

/** Whether a breach is later than all listed breaches of a cause that does not list all of its breaches. */
function isBeyond(breach: PlacedBreach | undefined, causes: readonly Cause[]): boolean {
  const first = Math.min(...(breach?.exchanges ?? []));
  return causes.some(({ listedUpTo }) => first > listedUpTo);
}

/** Removes `itself`, which only {@link withCauses} reads. */
function withoutMark({ itself: _itself, ...breach }: PlacedBreach): PlacedBreach {
  return breach;
}

/**
 * Maps the id of a row to those obligations that it needs, that failed in `causes`, and that may explain its missing
 * evidence.
 */
function brokenNeedsIn(
  rows: readonly ObligationResult[],
  causes: readonly ObligationResult[],
  needsOf: (id: string) => Obligation['needs'],
): ReadonlyMap<string, readonly string[]> {
  const failed = new Map(causes.filter(({ verdict }) => verdict === 'failed').map((row) => [row.id, row]));
  const found = rows.map((row): [string, string[]] => [
    row.id,
    (needsOf(row.id) ?? []).filter((id) => mayPrevent(failed.get(id), row)),
  ]);
  return new Map(found.filter(([, ids]) => ids.length > 0));
}

/**
 * Whether a failure may explain the missing evidence of a row. If the row's reason refers to answers of a
 * service, the failure must be about one of these answers.
 */
function mayPrevent(cause: ObligationResult | undefined, { subject, reason }: ObligationResult): boolean {
  const named = subject === 'service' ? exchangesNamedIn(reason?.text ?? '') : [];
  return (
    cause !== undefined &&
    (named.length === 0 ||
      cause.breaches?.some(({ exchanges }) => exchanges.some((seq) => named.includes(seq))) === true)
  );
}

type CycleOf = ReadonlyMap<number, CycleTimeline>;

function cyclesBySeq(cycles: readonly CycleTimeline[]): CycleOf {
  return new Map(
    cycles.flatMap((cycle) => cycle.steps.map(({ seq }): [number, CycleTimeline] => [seq, cycle])),
  );
}

function leadsTo(cause: Cause, { exchanges }: PlacedBreach, cycleOf: CycleOf): boolean {
  return exchanges.some((seq) => {
    const cycle = cycleOf.get(seq);
    return cause.exchanges.has(seq) || (cycle !== undefined && cause.cycles.has(cycle));
  });
}
