import { formatCount } from '../contract/format-count';
import type { Role, Subject } from '../contract/words';
import type { VerdictReason } from '../exchange/reason';
import { toPlainText } from '../exchange/text';
import type { Obligation } from '../obligations';
import { countRequirements } from './requirements';
import type { ObligationResult, Verdict } from './verdict';
import { isDecisive, isOptional } from './verdict';

export const overallVerdicts = ['conforms', 'does-not-conform', 'incomplete', 'no-failure'] as const;

/** The verdict on a subject. Only `conforms` is a certificate. */
export type OverallVerdict = (typeof overallVerdicts)[number];

export const overallWhyKinds = [
  /** A must failed. */
  'must-failed',
  /** The run saw no must, neither kept nor broken. */
  'nothing-seen',
  /** A party that is not the subject got in the way. */
  'obstacle',
  /** The suite itself got in the way. */
  'suite-fault',
  /** The run was stopped, or its time was spent. */
  'interrupted',
  /** An input file breaks off. */
  'broken-input',
  /** A must that applies is still without a verdict, in a run that should show all of them. */
  'open-must',
  /** A setting left something out. */
  'left-out',
  /** The subject is the suite's own. */
  'self-test',
  /** The command asked for a part of the plan. */
  'narrowed',
  /** The suite judged traffic that it did not cause. */
  'traffic',
  /** A client was judged at the mock, without a plan. */
  'mock',
  /** Answers to a challenge were judged, and nothing crossed a wire. */
  'challenge',
] as const;

export type OverallWhyKind = (typeof overallWhyKinds)[number];

/** One reason for an overall verdict. Code decides by the kind, and never by the text. */
export interface OverallWhy {
  readonly kind: OverallWhyKind;
  readonly text: string;
  /** The obligations that the reason is about; `undefined` if it is about the whole run. */
  readonly ids?: readonly string[];
}

/** The options that narrow a plan. A path, a name or a tag makes a choice of scenarios. */
export const narrowings = [
  '--only',
  '--failed-only',
  '--profile nightly',
  'the challenge',
  'a choice of scenarios',
] as const;

export type Narrowing = (typeof narrowings)[number];

/** Obligations that one setting left out. */
interface LeftOut {
  /** The setting, as in `--only` or `environment: production`. */
  readonly by: string;
  readonly ids: readonly string[];
}

/** The scope of a verdict on a subject. */
export interface Scope {
  /** The roles for which the run has evidence, and the other roles of the subject. */
  readonly assessed: readonly Role[];
  readonly notAssessed: readonly Role[];
  /**
   * Facets that do not concern the target, as `id: facet` with the id of the obligation. The row of the facet
   * contains the reason. `undefined` if every facet concerns it.
   */
  readonly ruledOut?: readonly string[];
  /** `undefined` if no setting left out anything. */
  readonly leftOut?: readonly LeftOut[];
  /**
   * Obligations that the run could not show, because the adapter does not offer an optional method or because
   * a reading that may stay unset lacks a value. A facet is listed as `id: facet`. `undefined` if nothing is
   * missing for these reasons.
   */
  readonly notShown?: readonly string[];
  /** The number of obligations that concern the subject, and the number of these that the run saw. */
  readonly requirements: { readonly seen: number; readonly of: number };
}

/** The verdict on one subject, with its reasons and its scope. */
export interface OverallResult {
  readonly verdict: OverallVerdict;
  /** Empty for `conforms`. */
  readonly why: readonly OverallWhy[];
  readonly scope: Scope;
  /**
   * The verdict that would remain if the failures that an approved exception or a field profile settles had passed;
   * only the exit code follows it. `undefined` without such a failure, or if the subject would not conform even then.
   */
  readonly settled?: Pick<OverallResult, 'verdict' | 'why'>;
}

/** The facts about a run that decide the overall verdicts together with its rows. */
export interface OverallFacts {
  /** `mock`: a client at the mock; `traffic`: all other traffic that the suite did not cause. */
  readonly kind: 'run' | 'challenge' | 'mock' | 'traffic';
  /** The subjects that are the suite's own. */
  readonly ownSubjects: readonly Subject[];
  /** Empty if the run had the whole plan. */
  readonly narrowedBy: readonly Narrowing[];
  readonly faults: readonly string[];
  /** Number of scenarios that never started. */
  readonly left: number;
  /** Names of the input files that break off. */
  readonly cutFiles: readonly string[];
  /** Whether an error that is not the subject's ended a sequence of requests about a subject early. */
  readonly isObstructed: (subject: Subject) => boolean;
}

type Decision = Pick<OverallResult, 'verdict' | 'why'>;

/** Everything that decides the overall verdict on one subject. */
export interface OverallCase {
  readonly subject: Subject;
  /** The rows of all subjects. */
  readonly rows: readonly ObligationResult[];
  readonly facts: OverallFacts;
  /** Whether an obligation concerns the target, planned or not. */
  readonly concerns: (id: string) => boolean;
  readonly obligations: readonly Obligation[];
  /** Whether the target plays a role of the subject, or has the service of the role. */
  readonly plays: (role: Role) => boolean;
  /** Ids of the failures that a valid approved exception or a field profile settles. */
  readonly settled?: ReadonlySet<string>;
}

/** Returns the verdict on one subject. No other code decides it. */
export function decideOverall(about: OverallCase): OverallResult {
  const { subject, rows, settled: ids = new Set<string>() } = about;
  const decision = decide(about, rows);
  const isSettled = (row: ObligationResult): boolean =>
    row.subject === subject && row.verdict === 'failed' && ids.has(row.id);
  const scope = scopeOfSubject(about);
  if (decision.verdict !== 'does-not-conform' || !rows.some(isSettled)) return { ...decision, scope };
  const settled = decide(
    about,
    rows.map((row) => (isSettled(row) ? { ...row, verdict: 'passed' as const } : row)),
  );
  return { ...decision, scope, ...(settled.verdict !== 'does-not-conform' && { settled }) };
}

/** Tries the five steps of an overall verdict in their order. The first step that matches decides. */
function decide(about: OverallCase, rows: readonly ObligationResult[]): Decision {
  const ofSubject = rows.filter((row) => row.subject === about.subject);
  const musts = ofSubject.filter(isDecisive);
  const failed = musts.filter(({ verdict }) => verdict === 'failed');
  if (failed.length > 0) return { verdict: 'does-not-conform', why: [whyOf('must-failed', failed)] };
  if (!musts.some(({ verdict }) => verdict === 'passed'))
    return { verdict: 'incomplete', why: [{ kind: 'nothing-seen', text: 'no must was seen' }] };
  const hindered = whatHindered(about, ofSubject, musts);
  if (hindered.length > 0) return { verdict: 'incomplete', why: hindered };
  const limits = whyNotCertifying(about);
  if (limits.length > 0) return { verdict: 'no-failure', why: limits };
  const open = musts.filter(isOpen);
  if (open.length > 0) return { verdict: 'incomplete', why: [whyOf('open-must', open)] };
  const leftOut = leftOutOf(about).map(whyLeftOut);
  return leftOut.length === 0
    ? { verdict: 'conforms', why: [] }
    : { verdict: 'no-failure', why: [...whyNarrowed(about.facts), ...leftOut] };
}

const words = {
  'must-failed': (count: number) => `${formatCount(count, 'must')} failed`,
  'open-must': (count: number) => `${formatCount(count, 'must')} without a verdict`,
  obstacle: (count: number) => `something got in the way of ${formatCount(count, 'must')}`,
  'suite-fault': (count: number) =>
    `a fault of the suite left ${formatCount(count, 'must')} without a verdict`,
  interrupted: (count: number) => `the run ended before ${formatCount(count, 'must')} could be judged`,
} as const;

function whyOf(kind: keyof typeof words, rows: readonly ObligationResult[]): OverallWhy {
  return { kind, text: words[kind](rows.length), ids: rows.map(({ id }) => id) };
}

const whyDisputed = (rows: readonly ObligationResult[]): OverallWhy => ({
  kind: 'suite-fault',
  text: `a step and the judge disagree about ${formatCount(rows.length, 'obligation')}`,
  ids: rows.map(({ id }) => id),
});

/** Returns the reasons why the run is unfinished: obstacles, faults, interruptions and broken input files. */
function whatHindered(
  { subject, facts }: OverallCase,
  rows: readonly ObligationResult[],
  musts: readonly ObligationResult[],
): OverallWhy[] {
  const { faults, left, cutFiles, isObstructed } = facts;
  const obstructed = musts.filter(isObstructedRow);
  // A step that differs casts doubt on the judge of any level, and not only on a must.
  const disputed = rows.filter((row) => row.verdict === 'inconclusive' && row.disagreement !== undefined);
  const faulty = musts.filter(
    (row) => row.verdict === 'inconclusive' && row.reason?.bySuite === true && !disputed.includes(row),
  );
  const late = musts.filter((row) => row.reason?.kind === 'interrupted');
  return [
    ...(obstructed.length > 0 ? [whyOf('obstacle', obstructed)] : []),
    ...(obstructed.length === 0 && isObstructed(subject)
      ? [{ kind: 'obstacle', text: 'something got in the way of the run' } as const]
      : []),
    ...faults.map((text): OverallWhy => ({ kind: 'suite-fault', text })),
    ...(disputed.length > 0 ? [whyDisputed(disputed)] : []),
    ...(faults.length === 0 && faulty.length > 0 ? [whyOf('suite-fault', faulty)] : []),
    ...(left > 0
      ? [{ kind: 'interrupted', text: `${formatCount(left, 'scenario')} never started` } as const]
      : []),
    ...(left === 0 && late.length > 0 ? [whyOf('interrupted', late)] : []),
    ...cutFiles.map((name): OverallWhy => ({ kind: 'broken-input', text: `the file ${name} breaks off` })),
  ];
}

/** Whether another party kept a scenario of this obligation from a judgement. */
const isObstructedRow = ({ verdict, scenarios }: ObligationResult): boolean =>
  verdict === 'inconclusive' &&
  scenarios.some((each) => each.verdict === 'inconclusive' && each.kind === 'prevented' && !each.bySuite);

/** Returns why a run of this kind cannot certify the subject. Empty for a certifying run. */
function whyNotCertifying({ subject, facts }: OverallCase): OverallWhy[] {
  const { kind, ownSubjects, narrowedBy } = facts;
  const chosen = narrowedBy.filter((each) => each !== '--profile nightly');
  return [
    ...(ownSubjects.includes(subject)
      ? [{ kind: 'self-test', text: "the subject is the suite's own" } as const]
      : []),
    ...(chosen.length > 0 ? whyNarrowed(facts) : []),
    ...(kind === 'run' ? [] : [notCaused[kind]]),
  ];
}

const notCaused: Readonly<Record<Exclude<OverallFacts['kind'], 'run'>, OverallWhy>> = {
  traffic: { kind: 'traffic', text: 'recorded traffic shows what its clients did, and nothing else' },
  mock: { kind: 'mock', text: 'the mock shows what its client did, and nothing else' },
  challenge: { kind: 'challenge', text: 'answers to a challenge show nothing that crossed a wire' },
};

const whyNarrowed = ({ narrowedBy }: OverallFacts): OverallWhy[] =>
  narrowedBy.map((by) => ({ kind: 'narrowed', text: `narrowed by ${by}` }));

const whyLeftOut = ({ by, ids }: LeftOut): OverallWhy => ({
  kind: 'left-out',
  text: `left out by ${by}`,
  ids,
});

/** Whether a must is without a verdict, for a reason that keeps a certifying run from `conforms`. */
function isOpen({ verdict, reason }: ObligationResult): boolean {
  if (verdict === 'inconclusive') return true;
  return verdict === 'not-tested' && reason?.kind !== 'left-out';
}

/** Returns the settings that left out something about a subject, each with the obligations. */
function leftOutOf({ subject, rows, concerns }: OverallCase): LeftOut[] {
  const found = rows
    .filter((row) => row.subject === subject && concerns(row.id))
    .flatMap((row) => settingsThatLeftOut(row).map((by) => ({ by, id: row.id })));
  return [...Map.groupBy(found, ({ by }) => by)].map(([by, members]) => ({
    by,
    ids: [...new Set(members.map(({ id }) => id))],
  }));
}

/** Returns the settings that left out an obligation, one of its facets, or a scenario about it. */
function settingsThatLeftOut({ verdict, reason, facets = [], scenarios }: ObligationResult): string[] {
  const reasons: readonly (VerdictReason | undefined)[] = [
    ...(verdict === 'not-tested' ? [reason] : []),
    ...facets.filter((each) => each.verdict === 'not-tested').map((each) => each.reason),
    ...scenarios
      .filter((each) => each.verdict === 'not-tested')
      .map(({ kind, message = '', by }) => kind && { kind, text: message, ...(by !== undefined && { by }) }),
  ];
  return reasons.flatMap((each) => (each?.kind === 'left-out' ? [each.by ?? toPlainText(each.text)] : []));
}

/** Returns the obligations and facets that the run could not show for lack of an optional method or a reading. */
function notShownOf({ subject, rows }: OverallCase): string[] {
  return rows
    .filter((row) => row.subject === subject && row.planned)
    .flatMap(({ id, verdict, reason, facets = [] }) =>
      verdict === 'not-tested' && isOptional(reason)
        ? [id]
        : facets.filter((each) => isOptional(each.reason)).map(({ name }) => `${id}: ${name}`),
    );
}

const notSeen: readonly Verdict[] = ['not-applicable', 'not-tested', 'declared'];

/** Counts the obligations that concern a subject, and those of them that the run saw. All levels count. */
function requirementsOf({ subject, rows, concerns }: OverallCase): Scope['requirements'] {
  const { all } = countRequirements({ rows, subjects: [subject], concerns });
  return { seen: all.passed + all.broken, of: all.all - all.notConcerned };
}

/**
 * Returns the scope of the verdict on a subject. An obligation of several roles counts only for roles that the
 * subject plays. It does not count if obligations of a single role already show one of these roles.
 */
export function scopeOfSubject(about: OverallCase): Scope {
  const { subject, rows, obligations, plays } = about;
  const ofSubject = obligations.filter((each) => each.subject === subject);
  const all = [...new Set(ofSubject.flatMap(({ roles }) => roles))];
  const seen = new Set(rows.filter((row) => row.planned && hasEvidence(row)).map(({ id }) => id));
  const bound = ofSubject
    .filter(({ id }) => seen.has(id))
    .map(({ roles }) => (roles.length === 1 ? roles : roles.filter(plays)));
  const assessed = assessedBy(bound);
  const [ruledOut, leftOut, notShown] = [ruledOutOf(about), leftOutOf(about), notShownOf(about)];
  return {
    assessed: all.filter((role) => assessed.has(role)),
    notAssessed: all.filter((role) => !assessed.has(role)),
    ...(ruledOut.length > 0 && { ruledOut }),
    ...(leftOut.length > 0 && { leftOut }),
    ...(notShown.length > 0 && { notShown }),
    requirements: requirementsOf(about),
  };
}

/**
 * Returns the roles with evidence.
 * @param bound the roles of each obligation with evidence
 */
function assessedBy(bound: readonly (readonly Role[])[]): ReadonlySet<Role> {
  const own = new Set(bound.filter(({ length }) => length === 1).flat());
  const shared = bound.filter((roles) => !roles.some((role) => own.has(role))).flat();
  return new Set([...own, ...shared]);
}

/** Whether there was evidence about an obligation. With `inconclusive`, at least one observation is required. */
function hasEvidence({ verdict, observations }: ObligationResult): boolean {
  return verdict === 'inconclusive' ? observations > 0 : !notSeen.includes(verdict);
}

/** Returns the facets that do not concern the target, as `id: facet`. */
function ruledOutOf({ subject, rows }: OverallCase): string[] {
  return rows
    .filter((row) => row.subject === subject)
    .flatMap(({ id, facets = [] }) =>
      facets.filter(({ verdict }) => verdict === 'not-applicable').map(({ name }) => `${id}: ${name}`),
    );
}
