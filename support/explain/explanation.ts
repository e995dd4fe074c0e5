import type { GherkinDocument, Step } from '@cucumber/messages';
import { globSync } from 'node:fs';
import { deliberateMistakesOf } from '../contract/deliberate-mistakes';
import { suiteRoot } from '../contract/suite-root';
import type { Subject } from '../contract/words';
import type { ReportText } from '../exchange/text';
import { shippedProfiles } from '../targets/field-profiles';
import type { ExplainedDeparture } from './departures';
import { departuresFrom } from './departures';
import type { ExampleFile, RecordedExample } from './examples';
import { recordExamplesCommand } from './examples';
import type { ExchangeExcerpt } from './telling-lines';
import { exchangesIn } from './telling-lines';
import type { CycleTimeline } from '../judging/cycle-timeline';
import { rerunCommand, readablePage } from '../judging/explain';
import type { PlacedBreach } from '../judging/verdict';
import type { Obligation } from '../obligations';
import type { FeatureRead, KeptRow, MistakeRow } from '../report/mistakes';
import {
  isTaggedWith,
  keptRowsOfObligation,
  mistakesOfObligation,
  readFeature,
  scenariosIn,
} from '../report/mistakes';

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
  | 'latitude'
> {
  readonly subject: Subject;
  /** The settings that depart from the obligation, with the shipped profiles; `undefined` if no setting departs. */
  readonly departures?: readonly ExplainedDeparture[];
  readonly scenarios: readonly ShownBy[];
  /** The mistakes that the suite sends on purpose: maps the name of each variant to a description. */
  readonly sentWrong: Readonly<Record<string, string>>;
  /** Examples that break the obligation, each with its cause: the rows of `features/mistakes`. */
  readonly wrongExamples: readonly MistakeRow[];
  /** Examples of other right behaviour: the rows of `features/mistakes` that keep the obligation. */
  readonly rightExamples: readonly KeptRow[];
  /** Recorded exchanges that keep the obligation; `undefined` if there are rows. */
  readonly right?: ShownExample;
  /** Recorded exchanges of a mutant that break the obligation; `undefined` if there are rows. */
  readonly wrong?: ShownExample & { readonly mutant: string; readonly story: string };
  /**
   * Mistakes that break the obligation, one sentence each. Each was built into a client or service for our
   * tests. Empty if the obligation has rows.
   */
  readonly mistakes: readonly string[];
  /** The command that records `right` and `wrong`; `undefined` unless they are missing. */
  readonly recordExamples?: string;
  /** The command that tests only this obligation. */
  readonly run: string;
  /**
   * The URL of the obligation's page, or the path of its file in dist/site; `undefined` if the site is
   * neither published nor built.
   */
  readonly page?: string;
}

/** A recorded example, reduced to the lines that are displayed. */
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
 * @param recorded `undefined` if the examples were not recorded yet
 */
export function explainObligation(obligation: Obligation, recorded: ExampleFile | undefined): Explanation {
  const { id, area, clauses, quote, roles, level, seen, title, rule, facets, follows } = obligation;
  const { subject, latitude } = obligation;
  const page = readablePage(id);
  return {
    ...{ id, area, clauses, quote, subject, roles, level, seen, title, rule },
    ...(obligation.breaksInTraffic && { breaksInTraffic: true }),
    ...(facets && { facets }),
    ...(follows && { follows }),
    ...(obligation.departures && { departures: departuresFrom(obligation, shippedProfiles()) }),
    latitude,
    rightExamples: keptRowsOfObligation(id),
    scenarios: scenariosOf(id),
    sentWrong: deliberateMistakesOf(obligation.id),
    ...examplesOf(obligation, recorded),
    run: rerunCommand(id, { targetFile: 'target.yaml' }),
    ...(page !== undefined && { page }),
  };
}

type Examples = Pick<Explanation, 'wrongExamples' | 'right' | 'wrong' | 'mistakes' | 'recordExamples'>;

function examplesOf(obligation: Obligation, file: ExampleFile | undefined): Examples {
  const wrongExamples = mistakesOfObligation(obligation.id);
  if (wrongExamples.length > 0 || obligation.judge === undefined) return { wrongExamples, mistakes: [] };
  const recorded = file?.examples[obligation.id];
  if (recorded === undefined) return { wrongExamples, mistakes: [], recordExamples: recordExamplesCommand };
  const { right, wrong, mistakes } = recorded;
  return {
    wrongExamples,
    mistakes,
    right: shown(obligation, right),
    ...(wrong && { wrong: { mutant: wrong.mutant, story: wrong.story, ...shown(obligation, wrong) } }),
  };
}

function shown({ tells = [] }: Obligation, recorded: RecordedExample): ShownExample {
  const { evidence, cycles, notes, breach } = recorded;
  return { exchanges: exchangesIn(evidence, tells, breach), cycles, notes, ...(breach && { breach }) };
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

/** Maps the ids of all steps to the steps, including those of backgrounds. */
function stepsOf({ feature }: GherkinDocument): ReadonlyMap<string, Step> {
  const children = (feature?.children ?? []).flatMap((child) => [child, ...(child.rule?.children ?? [])]);
  const steps = children.flatMap(({ background, scenario }) => [
    ...(background?.steps ?? []),
    ...(scenario?.steps ?? []),
  ]);
  return new Map(steps.map((step) => [step.id, step]));
}
