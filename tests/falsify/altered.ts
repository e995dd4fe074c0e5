import type { Pickle, PickleStep } from '@cucumber/messages';
import { PickleStepType } from '@cucumber/messages';
import { createHash } from 'node:crypto';
import type { Literal, Vocabulary } from './vocabulary';

/** A scenario with one changed Then. The changed Then is false, unless the new words happen to be true as well. */
export interface Altered {
  /** The scenario's name in the run, which is unique there. */
  readonly name: string;
  /** The scenario whose exchanges the changed Then is compared with. */
  readonly pickle: Pickle;
  readonly steps: readonly Pick<PickleStep, 'type' | 'text' | 'argument'>[];
  /**
   * The place in the features that this change tests: a Then, and the literal in it, if one was changed. For example
   * `the key is RSA with 2048 bits {int 2048}`. Several changes can test one place: noticing one of them is enough.
   */
  readonly tried: string;
}

type Draft = Omit<Altered, 'name'>;

/** The value of {@link Altered.tried} for a scenario without a change: none of its steps may differ. */
export const unaltered = '';

/** How many other values of one literal are tried, because some of them are true as well. */
const mostValues = 8;
/** How many other scenarios are tried for a Then without a literal. */
const mostScenarios = 24;
/** How many other scenarios are tried for a Then with a literal. */
const mostSamples = 12;

/**
 * Returns changed scenarios for each Then about a subject:
 * - for each literal, scenarios with other values;
 * - for each quoted word, a scenario in which its last letter differs;
 * - scenarios of the features in which this Then replaces the Thens.
 * @param seed selects the other scenarios
 */
export function alteredIn(
  pickles: readonly Pickle[],
  vocabulary: Vocabulary,
  seed: string,
): readonly Altered[] {
  return pickles
    .flatMap((pickle): Draft[] => [
      { pickle, steps: pickle.steps, tried: unaltered },
      ...pickle.steps.filter(isOutcome).flatMap((step) => {
        const literals = vocabulary.literalsIn(step.text);
        const most = literals.length === 0 ? mostScenarios : mostSamples;
        return [
          ...literals.flatMap((literal) => withOthers(pickle, step, literal, vocabulary)),
          ...literals.flatMap((literal) => misspelt(pickle, step, literal, vocabulary)),
          ...saidElsewhere(
            pickle,
            step,
            sampleOf(scenariosWithout(step, pickle, pickles, vocabulary), most, seed),
          ),
        ];
      }),
    ])
    .map((each, index) => ({ ...each, name: `${index + 1}` }));
}

export const isOutcome = ({ type }: Pick<PickleStep, 'type'>): boolean => type === PickleStepType.OUTCOME;

function withOthers(pickle: Pickle, step: PickleStep, literal: Literal, vocabulary: Vocabulary): Draft[] {
  const tried = `${thenOf(pickle, step)} {${literal.type} ${literal.text}}`;
  return spread(vocabulary.otherwise(step.text, literal), mostValues).map((text) =>
    withThen(pickle, step, text, tried),
  );
}

/** One scenario for each quoted word of a literal. A name that no message has must be noticed as well as a value. */
function misspelt(pickle: Pickle, step: PickleStep, literal: Literal, vocabulary: Vocabulary): Draft[] {
  return vocabulary
    .misspelt(step.text, literal)
    .map(({ word, text }) =>
      withThen(
        pickle,
        step,
        text,
        `${thenOf(pickle, step)} {${literal.type} ${literal.text}, misspelt ${word}}`,
      ),
    );
}

const withThen = (pickle: Pickle, step: PickleStep, text: string, tried: string): Draft => ({
  pickle,
  steps: pickle.steps.map((each) => (each === step ? { ...step, text } : each)),
  tried,
});

/**
 * The other scenarios about the same subject that do not have this Then. Scenarios with a Then of the same step
 * definition come first, then those of the same feature.
 */
function scenariosWithout(
  step: PickleStep,
  pickle: Pickle,
  about: readonly Pickle[],
  vocabulary: Vocabulary,
): readonly Pickle[] {
  const definition = vocabulary.definitionOf(step.text);
  const rankOf = ({ uri, steps }: Pickle): number => {
    if (steps.some(({ text }) => vocabulary.definitionOf(text) === definition)) return 0;
    return uri === pickle.uri ? 1 : 2;
  };
  return about
    .filter(
      (each) => subjectIn(each) === subjectIn(pickle) && !each.steps.some(({ text }) => text === step.text),
    )
    .map((each) => ({ each, rank: rankOf(each) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ each }) => each);
}

/** At most `most` items: the first half from the beginning of the list, the rest chosen by the seed. */
function sampleOf(scenarios: readonly Pickle[], most: number, seed: string): readonly Pickle[] {
  const half = most / 2;
  const orderOf = ({ uri, name, id }: Pickle): string =>
    createHash('sha256').update(`${seed} ${uri} ${name} ${id}`).digest('hex');
  const rest = scenarios.slice(half).map((each) => ({ each, order: orderOf(each) }));
  rest.sort((one, other) => one.order.localeCompare(other.order));
  return [...scenarios.slice(0, half), ...rest.slice(0, most - half).map(({ each }) => each)];
}

/** Scenarios whose own Thens are replaced by this Then. */
const saidElsewhere = (pickle: Pickle, step: PickleStep, others: readonly Pickle[]): Draft[] =>
  others.map((other) => ({
    pickle: other,
    steps: [...other.steps.filter((each) => !isOutcome(each)), step],
    tried: thenOf(pickle, step),
  }));

/** A scenario with only one of its Thens, unchanged, for a subject on which this Then is false. */
export function asItStands(pickle: Pickle, step: PickleStep): Draft {
  return {
    pickle,
    steps: [...pickle.steps.filter((each) => !isOutcome(each)), step],
    tried: thenOf(pickle, step),
  };
}

/** Names a Then by its scenario and text. {@link Altered.tried} begins with this name. */
const thenOf = (pickle: Pickle, { text }: Pick<PickleStep, 'text'>): string => `${placeOf(pickle)}: ${text}`;

/** The name of the Then, as {@link thenOf} returns it, from a value of {@link Altered.tried}. */
export const thenIn = (tried: string): string => tried.replace(/ \{[^{}]*\}$/, '');

/** Names a scenario by its file and title, because line numbers change often. */
const placeOf = ({ uri, name }: Pickle): string => `${uri.replaceAll('\\', '/')}, ${name}`;

const subjectIn = ({ tags }: Pickle): string | undefined =>
  tags.map(({ name }) => name).find((name) => name === '@service' || name === '@integrator');

/** At most `most` items: the first half from the beginning of the list, the rest at equal distances. */
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

/** Returns the text of a feature file with the changed scenarios. */
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
