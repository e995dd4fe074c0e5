import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readings } from '../contract/readings';
import { currentEdition, sourceDocument } from '../contract/source';
import { suiteRoot } from '../contract/suite-root';
import type { Role, Subject } from '../contract/words';
import type { Evidence } from '../exchange/evidence';
import { namedIn } from '../exchange/text';
import type { CycleSteps } from './cycle-steps';
import { cyclesOf } from './cycles';
import { decide, isHeldBack } from './decide';
import { obligationsDigest, suiteDigest } from './digest';
import { afterRefusalsIn, waiverRows, withObstacles } from './notes';
import type { Results } from './results';
import { resultsVersion } from './results';
import { isServiceNamed } from './scope';
import type { ObligationResult, PlacedBreach, ScenarioOutcome } from './verdict';
import { overallVerdict, scopeOf, verdicts } from './verdict';
import type { Catalogue, Conclusion, Obligation } from '../obligations';
import { facetsFor } from '../obligations/judge/facets';
import type { Circumstances } from '../obligations/judge/home';
import { mostListed } from '../obligations/judge/judge';
import type { Waiver } from '../targets/load-waivers';
import type { Target } from '../targets/target';

/** Everything that is known at the end, whatever its source: a run, the answers to a challenge, or traffic. */
export interface Ended extends Pick<
  Results['run'],
  | 'id'
  | 'profile'
  | 'subjects'
  | 'selfTest'
  | 'ownSubjects'
  | 'adapter'
  | 'challenge'
  | 'traffic'
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
    | 'declarations'
  >;
  /** Whether the services are the suite's own mock. */
  readonly embedded: boolean;
  readonly catalogue: Catalogue;
  readonly conclusions: ReadonlyMap<string, Conclusion>;
  readonly scenarios: readonly ScenarioOutcome[];
  /** How many scenarios were planned. */
  readonly planned: number;
  /** Scenarios that were not begun: the run was stopped, or its time was spent. */
  readonly left?: number;
  readonly partial: boolean;
  /** Why an obligation is outside the plan. */
  readonly whyUnplanned: (obligation: Obligation) => string | undefined;
  /** Why it does not concern the target. */
  readonly whyNot: (obligation: Obligation, conclusion: Conclusion | undefined) => string | undefined;
  /** Why what is recorded cannot show it. */
  readonly whyNotKept?: (obligation: Obligation) => string | undefined;
  /** What decides which facets of an obligation concern the target. */
  readonly circumstances: Circumstances;
  /** Subjects of which not all was seen that should have been: they do not conform yet. */
  readonly incomplete: (subject: Subject) => boolean;
  readonly seed: number | null;
  readonly diagnosis: Results['run']['diagnosis'];
  readonly faults: readonly string[];
  /** What cut journeys short, in its own words. */
  readonly cutShort?: readonly string[];
  readonly waivers?: readonly Waiver[] | undefined;
  readonly count: number;
  /** What was recorded, each request with its call; of traffic, the part that belongs to payer cycles. */
  readonly evidence: readonly Evidence[];
  /** Whose traffic it is, where that is known. */
  readonly clients?: Results['clients'];
}

/** The results: one row for every obligation, and the verdict on each subject. */
export function resultsOf(ended: Ended): Results {
  const { catalogue } = ended;
  const cycles = cyclesOf(ended.evidence);
  const decided = catalogue.all.map((obligation) => rowOf(obligation, ended));
  const prevented = withPrevented(decided, ended);
  const caused = withCauses(prevented, (id) => catalogue.get(id).follows, cycles);
  const { rows, obstacles } = withObstacles(caused.map(withFirstBreaches), ended.cutShort);
  return {
    schemaVersion: resultsVersion,
    suite: thisSuite(),
    run: { ...describe(ended, rows), ...(obstacles.length > 0 && { obstacles }) },
    obligations: rows,
    readings: readingRows(ended.target),
    exchanges: ended.count,
    ...(ended.clients && { clients: ended.clients }),
    cycles,
    counts: countsOf(rows),
  };
}

/** Cuts the list of breaches to the length of a report. The list begins with one breach of each cause. */
function withFirstBreaches({ breaches, ...row }: ObligationResult): ObligationResult {
  return { ...row, ...(breaches && { breaches: breaches.slice(0, mostListed) }) };
}

/** The rows, but that a failure takes the blame for what it kept from being seen. */
function withPrevented(rows: readonly ObligationResult[], ended: Ended): ObligationResult[] {
  const { catalogue, clients = [] } = ended;
  // What one client broke kept nothing of another's from being seen.
  if (clients.length > 1) return [...rows];
  const brokenNeeds = brokenNeedsIn(rows, (id) => catalogue.get(id).needs);
  return rows.map((row) => {
    const broken = brokenNeeds.get(row.id);
    return broken === undefined ? row : rowOf(catalogue.get(row.id), ended, broken);
  });
}

/**
 * The row of one obligation, before causes are found among all of them.
 *
 * @param brokenNeeds of what it needs, what the subject broke
 */
function rowOf(obligation: Obligation, ended: Ended, brokenNeeds?: readonly string[]): ObligationResult {
  const unplanned = ended.whyUnplanned(obligation);
  const notKept = ended.whyNotKept?.(obligation);
  const isJudged = unplanned === undefined && notKept === undefined;
  const conclusion = isJudged ? ended.conclusions.get(obligation.id) : undefined;
  return decide({
    obligation,
    unplanned,
    notApplicable: ended.whyNot(obligation, conclusion),
    notKept,
    conclusion,
    facets: facetsFor(obligation, ended.circumstances),
    scenarios: ended.scenarios.filter(({ tags }) => tags.includes(obligation.id)),
    declaration: ended.target.declarations[obligation.id],
    brokenNeeds,
  });
}

function describe(ended: Ended, rows: readonly ObligationResult[]): Results['run'] {
  const { id, profile, subjects, selfTest, ownSubjects, challenge, traffic, target, warnings } = ended;
  const { facility, operator } = target;
  const planned = rows.filter((row) => row.planned).map((row) => row.id);
  const afterRefusals = afterRefusalsIn(ended.evidence);
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
    target: describeTarget(ended),
    environment: target.environment,
    product: target.product ?? null,
    ...(ended.adapter && { adapter: ended.adapter }),
    ...(facility !== undefined && { facility }),
    ...(operator !== undefined && { operator }),
    roles: target.roles,
    overall: overallOf(ended, rows),
    seed: ended.seed,
    ...(ended.nonce !== undefined && { nonce: ended.nonce }),
    sourceDigest: sourceDocument.digest,
    edition: currentEdition,
    obligationsDigest: obligationsDigest(ended.catalogue.all),
    plan: {
      obligations: planned,
      scenarios: ended.planned,
      ...(ended.left !== undefined && { left: ended.left }),
    },
    diagnosis: ended.diagnosis,
    faults: ended.faults,
    ...(warnings && { warnings }),
    ...(afterRefusals.length > 0 && { afterRefusals }),
    ...(ended.waivers && { waivers: waiverRows(ended.waivers, rows, dayOfExceptions(ended)) }),
  };
}

/** An exception that has expired since a run was begun does not count when it is taken up again. */
const dayOfExceptions = ({ resumed, startedAt, finishedAt }: Ended): Date =>
  resumed === true ? finishedAt : startedAt;

/** What it was pointed at, with what judges compare with: an edit of `basis.json` beside it is noticed by its name. */
function describeTarget({ target, embedded }: Ended): Results['run']['target'] {
  const { name, file = null, services, cmId, participants, processes } = target;
  return { name, file, services, embedded, cmId, participants, processes };
}

/** What was broken was broken all the same; but what is incomplete does not conform. */
function overallOf(ended: Ended, rows: readonly ObligationResult[]): Results['run']['overall'] {
  const { subjects, catalogue, incomplete, target } = ended;
  const entries = subjects.map((subject) => {
    const found = overallVerdict(subject, rows);
    const partial = ended.partial || rows.some((row) => row.subject === subject && holdsBack(row));
    const verdict = found === 'conforms' && incomplete(subject) ? 'incomplete' : found;
    const plays = (role: Role): boolean =>
      subject === 'service' ? isServiceNamed(role, ended.circumstances) : target.roles.includes(role);
    return [subject, { verdict, partial, scope: scopeOf(subject, catalogue.all, rows, plays) }];
  });
  return Object.fromEntries(entries) as Results['run']['overall'];
}

/** Whether the suite held back from a part of an obligation. */
const holdsBack = ({ planned, facets = [] }: ObligationResult): boolean => planned && facets.some(isHeldBack);

function countsOf(rows: readonly ObligationResult[]): Results['counts'] {
  const counts = verdicts.map((each) => [each, rows.filter(({ verdict }) => verdict === each).length]);
  return Object.fromEntries(counts) as Results['counts'];
}

/** Every choice where the document is silent, with its source. */
function readingRows(target: Ended['target']): Results['readings'] {
  return readings.map((reading) => ({
    id: reading.id,
    clause: reading.clause,
    silent: reading.silentOn,
    chosen: target.readings[reading.id],
    source: target.overridden.includes(reading.id) ? 'target' : 'default',
  }));
}

/** The suite that judges here. */
export function thisSuite(): Results['suite'] {
  return { ...packageOf(), digest: suiteDigest(), judging: suiteDigest('judging') };
}

function packageOf(): { name: string; version: string } {
  const file = readFileSync(join(suiteRoot, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(file) as { name: string; version: string };
  return { name, version };
}

/**
 * Marks failures that follow from other failures: each of their breaches shares an exchange or a payer cycle with a breach
 * of an obligation that theirs may follow from. Such a failure stays failed. If a cause has more breaches than it lists, as
 * in long traffic, later breaches are not compared.
 */
export function withCauses(
  rows: readonly ObligationResult[],
  followsOf: (id: string) => Obligation['follows'],
  cycles: readonly CycleSteps[],
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

/** An obligation as the possible cause of other failures. */
interface Cause {
  readonly id: string;
  /** The exchanges of its listed breaches, and the payer cycles of these exchanges. */
  readonly exchanges: ReadonlySet<number>;
  readonly cycles: ReadonlySet<CycleSteps>;
  /** The last of these exchanges, if the obligation has more breaches than are listed; otherwise Infinity. */
  readonly listedUpTo: number;
}

function causeOf({ id, breaches = [], broken = 0 }: ObligationResult, cycleOf: CycleOf): Cause {
  const exchanges = new Set(breaches.flatMap((breach) => breach.exchanges));
  const cycles = new Set([...exchanges].flatMap((seq) => cycleOf.get(seq) ?? []));
  const last = (): number => [...exchanges].reduce((one, other) => Math.max(one, other), -Infinity);
  return { id, exchanges, cycles, listedUpTo: broken > breaches.length ? last() : Infinity };
}

/** Whether a breach is later than all listed breaches of a cause that has more. */
function isBeyond(breach: PlacedBreach | undefined, causes: readonly Cause[]): boolean {
  const first = Math.min(...(breach?.exchanges ?? []));
  return causes.some(({ listedUpTo }) => first > listedUpTo);
}

/** Removes the mark that only {@link withCauses} reads. */
function withoutMark({ itself: _itself, ...breach }: PlacedBreach): PlacedBreach {
  return breach;
}

/** By row, what it needs and the subject broke, where that may have kept it from being seen. */
function brokenNeedsIn(
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

function leadsTo(cause: Cause, { exchanges }: PlacedBreach, cycleOf: CycleOf): boolean {
  return exchanges.some((seq) => {
    const cycle = cycleOf.get(seq);
    return cause.exchanges.has(seq) || (cycle !== undefined && cause.cycles.has(cycle));
  });
}
