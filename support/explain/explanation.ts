import type { GherkinDocument, Scenario, Step } from '@cucumber/messages';
import { globSync } from 'node:fs';
import { deliberateMistakesOf } from '../contract/deliberate-mistakes';
import { suiteRoot } from '../contract/suite-root';
import type { Subject } from '../contract/words';
import type { Evidence } from '../exchange/evidence';
import type { ReportText } from '../exchange/text';
import type { ExchangeExcerpt } from './telling-lines';
import { exchangesIn } from './telling-lines';
import type { CycleTimeline } from '../judging/cycle-timeline';
import { cyclesInEvidence } from '../judging/cycles';
import { decideObligation } from '../judging/decide';
import { rerunCommand, readablePage } from '../judging/explain';
import type { PlacedBreach } from '../judging/verdict';
import type { EvidencePlace } from '../obligations/judge/home';
import type { Obligation } from '../obligations';
import type { RecordedExample } from '../report/examples';
import { concludeExample, readExamples } from '../report/examples';
import type { FeatureRead, MistakeRow } from '../report/mistakes';
import { isTaggedWith, readFeature, mistakesOfObligation } from '../report/mistakes';

/** Everything that `conform explain` shows about one obligation. */
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
  /** The mistakes that the suite sends on purpose: maps the name of each variant to a description. */
  readonly sentWrong: Readonly<Record<string, string>>;
  readonly right?: ShownExample;
  readonly wrong?: ShownExample & { readonly mutant: string; readonly story: string };
  /**
   * Mistakes that break the obligation, one sentence each. Each was built into a client or service for our
   * tests.
   */
  readonly mistakes: readonly string[];
  /** Examples that break the obligation, each with its cause. */
  readonly wrongExamples: readonly MistakeRow[];
  /** The command that tests only this obligation. */
  readonly run: string;
  /**
   * The URL of the obligation's page, or the path of its file in dist/site; `undefined` if the site is
   * neither published nor built.
   */
  readonly page?: string;
}

/**
 * A recorded example, reduced to the lines that are displayed, with the findings of the obligation's judge.
 */
export interface ShownExample {
  readonly exchanges: readonly ExchangeExcerpt[];
  readonly cycles: readonly CycleTimeline[];
  readonly notes: readonly ReportText[];
  readonly breach?: PlacedBreach;
}

/**
 * Returns a clause for the end of the sentence that describes how the suite observes the obligation. Returns
 * an empty string unless recorded traffic can show a breach.
 */
export const breaksInTrafficText = ({ breaksInTraffic }: Pick<Obligation, 'breaksInTraffic'>): string =>
  breaksInTraffic === true ? '; recorded traffic can show a breach, but never that it is kept' : '';

/**
 * Collects the information about an obligation from its definition, the features and the recorded examples.
 */
export function explainObligation(obligation: Obligation): Explanation {
  const { right, wrong, mistakes = [] } = readExamples(obligation.area)[obligation.id] ?? {};
  const { id, area, clauses, quote, roles, level, seen, title, rule, facets, follows, subject } = obligation;
  const page = readablePage(id);
  return {
    ...{ id, area, clauses, quote, subject, roles, level, seen, title, rule },
    ...(obligation.breaksInTraffic && { breaksInTraffic: true }),
    ...(facets && { facets }),
    ...(follows && { follows }),
    scenarios: scenariosOf(id),
    sentWrong: deliberateMistakesOf(obligation.id),
    ...(right && { right: shown(obligation, right) }),
    ...(wrong && {
      wrong: { mutant: wrong.mutant ?? '', story: wrong.story ?? '', ...shown(obligation, wrong) },
    }),
    mistakes,
    wrongExamples: mistakesOfObligation(obligation.id),
    run: rerunCommand(id, { targetFile: 'target.yaml' }),
    ...(page !== undefined && { page }),
  };
}

function shown(obligation: Obligation, recorded: RecordedExample): ShownExample {
  const { evidence, places, cycles, notes, breach } = judgeRecordedExample(obligation, recorded);
  return { exchanges: exchangesIn(evidence, places, breach), cycles, notes, ...(breach && { breach }) };
}

/** A recorded example with the findings of the obligation's judge. */
export interface JudgedExample {
  /** The mistakes that the suite sends on purpose: a map from the name of each variant to its description. */
  readonly evidence: readonly Evidence[];
  /** The places in the evidence that show whether the subject kept the obligation. */
  readonly places: readonly EvidencePlace[];
  readonly cycles: readonly CycleTimeline[];
  readonly notes: readonly ReportText[];
  readonly breach?: PlacedBreach;
}

/**
 * Judges a recorded example. Findings are not stored with an example, so they always match the current judge.
 */
export function judgeRecordedExample(obligation: Obligation, recorded: RecordedExample): JudgedExample {
  const row = decideObligation({
    obligation,
    conclusion: concludeExample(obligation, recorded),
    scenarios: [],
  });
  const breach = row.breaches?.[0];
  const seqs = breach?.exchanges ?? row.evidence;
  const cycles = cyclesInEvidence(recorded.evidence);
  return {
    evidence: recorded.evidence.filter(({ seq }) => seqs.includes(seq)),
    places: obligation.tells ?? [],
    cycles: cycles.filter(({ steps }) => steps.some(({ seq }) => seqs.includes(seq))),
    notes: row.notes ?? [],
    ...(breach && { breach }),
  };
}

/** A scenario that tests an obligation, in the words of its feature. */
interface ShownBy {
  readonly name: string;
  /** File and line, such as `features/session/session-answer.feature:12`. */
  readonly location: string;
  readonly steps: readonly string[];
  /**
   * Number of example rows, if the scenario is an outline. In that case, `name` and `steps` contain
   * placeholders.
   */
  readonly rows?: number;
}

/** Returns the scenarios that are tagged with the obligation's id, except those in `features/mistakes`. */
export function scenariosOf(id: string): ShownBy[] {
  return globSync('features/!(mistakes)/*.feature', { cwd: suiteRoot })
    .sort()
    .flatMap((file) => shownIn(readFeature(file.replaceAll('\\', '/')), id));
}

function shownIn({ file, document, pickles }: FeatureRead, id: string): ShownBy[] {
  const own = pickles.filter((pickle) => isTaggedWith(pickle, id));
  const steps = stepsOf(document);
  return scenariosIn(document).flatMap((scenario) => {
    const rows = own.filter(({ astNodeIds }) => astNodeIds[0] === scenario.id);
    const [first] = rows;
    if (first === undefined) return [];
    const texts = first.steps.map(({ astNodeIds: [step = ''], text }) => steps.get(step)?.text ?? text);
    const shown = { name: scenario.name, location: `${file}:${scenario.location.line}`, steps: texts };
    return [scenario.examples.length === 0 ? shown : { ...shown, rows: rows.length }];
  });
}

function scenariosIn({ feature }: GherkinDocument): readonly Scenario[] {
  return (feature?.children ?? [])
    .flatMap((child) => [child, ...(child.rule?.children ?? [])])
    .flatMap(({ scenario }) => scenario ?? []);
}

/** Maps the ids of all steps to the steps, including those of backgrounds. */
function stepsOf({ feature }: GherkinDocument): ReadonlyMap<string, Step> {
  const children = (feature?.children ?? []).flatMap((child) => [child, ...(child.rule?.children ?? [])]);
  const steps = children.flatMap(({ background, scenario }) => [
    ...(background?.steps ?? []),
    ...(scenario?.steps ?? []),
  ]);
  return new Map(steps.map((step) => [step.id, step]));
}
