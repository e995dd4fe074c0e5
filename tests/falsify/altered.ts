import type { Pickle, PickleStep } from '@cucumber/messages';
import { PickleStepType } from '@cucumber/messages';
import type { Literal, Vocabulary } from './vocabulary';

/** A scenario in which a Then says what is not so, if the value that was tried happens to be false. */
export interface Altered {
  /** What it is known by in the run. */
  readonly name: string;
  /** The scenario whose exchanges the Then is said of. */
  readonly pickle: Pickle;
  /** Its steps. */
  readonly steps: readonly Pick<PickleStep, 'type' | 'text' | 'argument'>[];
  /** What is tried: a literal of a Then, as in `the key is RSA with 2048 bits {int 2048}`, or a Then without any. */
  readonly tried: string;
}

type Draft = Omit<Altered, 'name'>;

/** What is tried by a scenario as it stands: nothing may differ there. */
export const unaltered = '';

/** So many other values of a literal are tried, so that one is false. */
const mostValues = 8;
/** So many other scenarios are tried for a Then without a literal. */
const mostScenarios = 24;

/**
 * Each Then of a scenario about a subject, once for each other value of each of its literals. One without a literal is
 * said of other scenarios: there it should not hold.
 */
export function alteredIn(pickles: readonly Pickle[], vocabulary: Vocabulary): readonly Altered[] {
  return pickles
    .flatMap((pickle): Draft[] => [
      { pickle, steps: pickle.steps, tried: unaltered },
      ...pickle.steps.filter(isOutcome).flatMap((step) => {
        const literals = vocabulary.literalsIn(step.text);
        return literals.length === 0
          ? saidElsewhere(pickle, step, pickles)
          : literals.flatMap((literal) => withOthers(pickle, step, literal, vocabulary));
      }),
    ])
    .map((each, index) => ({ ...each, name: `${index + 1}` }));
}

export const isOutcome = ({ type }: Pick<PickleStep, 'type'>): boolean => type === PickleStepType.OUTCOME;

function withOthers(pickle: Pickle, step: PickleStep, literal: Literal, vocabulary: Vocabulary): Draft[] {
  const tried = `${thenOf(pickle, step)} {${literal.type} ${literal.text}}`;
  return spread(vocabulary.otherwise(step.text, literal), mostValues).map((text) => ({
    pickle,
    steps: pickle.steps.map((each) => (each === step ? { ...step, text } : each)),
    tried,
  }));
}

/** The Then after what other scenarios about the same subject do: whole scenarios of the same feature come first. */
function saidElsewhere(pickle: Pickle, step: PickleStep, about: readonly Pickle[]): Draft[] {
  const others = about.filter(
    (each) => subjectIn(each) === subjectIn(pickle) && !each.steps.some(({ text }) => text === step.text),
  );
  const same = others.filter(({ uri }) => uri === pickle.uri);
  const chosen = new Set([...same, ...spread(others, mostScenarios)].slice(0, mostScenarios));
  return [...chosen].map((other) => ({
    pickle: other,
    steps: [...other.steps.filter((each) => !isOutcome(each)), step],
    tried: thenOf(pickle, step),
  }));
}

/** A Then as it stands, on a subject that makes it false. */
export function asItStands(pickle: Pickle, step: PickleStep): Draft {
  return {
    pickle,
    steps: [...pickle.steps.filter((each) => !isOutcome(each)), step],
    tried: thenOf(pickle, step),
  };
}

/** A Then by the scenario that says it: what is tried of it begins so. */
const thenOf = (pickle: Pickle, { text }: Pick<PickleStep, 'text'>): string => `${placeOf(pickle)}: ${text}`;

/** The same, of what was tried. */
export const thenIn = (tried: string): string => tried.replace(/ \{[^{}]*\}$/, '');

/** A scenario by its file and name: lines move. */
const placeOf = ({ uri, name }: Pickle): string => `${uri.replaceAll('\\', '/')}, ${name}`;

const subjectIn = ({ tags }: Pickle): string | undefined =>
  tags.map(({ name }) => name).find((name) => name === '@service' || name === '@integrator');

/** At most so many: the first half of them from its beginning, the others from all over a list. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  const half = Math.floor(most / 2);
  const rest = items.slice(half);
  const step = Math.max(1, Math.ceil(rest.length / (most - half)));
  return [...items.slice(0, half), ...rest.filter((_item, index) => index % step === 0)];
}

const keywords: Readonly<Record<string, string>> = {
  [PickleStepType.CONTEXT]: 'Given',
  [PickleStepType.ACTION]: 'When',
  [PickleStepType.OUTCOME]: 'Then',
};

/** A feature file of such scenarios. */
export function featureOf(all: readonly Altered[]): string {
  return ['Feature: Altered', ...all.flatMap(scenarioOf), ''].join('\n');
}

function scenarioOf({ name, pickle, steps }: Altered): string[] {
  const tags = pickle.tags.map((tag) => tag.name).join(' ');
  const lines = steps.flatMap(({ type, text, argument }) => [
    `    ${keywords[type ?? ''] ?? '*'} ${text}`,
    ...(argument?.dataTable?.rows ?? []).map(
      ({ cells }) => `      | ${cells.map(({ value }) => value.replaceAll('|', '\\|')).join(' | ')} |`,
    ),
  ]);
  return ['', `  ${tags}`, `  Scenario: ${name}`, ...lines];
}
