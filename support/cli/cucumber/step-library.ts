import { basename } from 'node:path';
import { Writable } from 'node:stream';
import type { Envelope, ParameterType, StepDefinition } from '@cucumber/messages';
import { runFeatures } from './run-features';

/** One step of the vocabulary that features are written in. */
export interface KnownStep {
  /** As in `requests`: the file that it stands in. */
  readonly noun: string;
  /** A Cucumber expression, as in `every {requests} carries {header}`. */
  readonly text: string;
  readonly location: string;
  /** How a feature uses it. Absent where none does. */
  readonly example?: string;
  /** Steps of scenarios that it serves, each row of a table counted. */
  readonly uses: number;
}

/** A kind of parameter, with the words that it takes; none where it takes any text. */
export interface KnownParameter {
  readonly name: string;
  readonly words: readonly string[];
}

export interface Vocabulary {
  readonly steps: readonly KnownStep[];
  readonly parameters: readonly KnownParameter[];
}

/** The steps as Cucumber itself finds them in a dry run, by file and line. */
export async function loadVocabulary(): Promise<Vocabulary> {
  const envelopes: Envelope[] = [];
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  await runFeatures(
    { paths: ['features/**/*.feature'], dryRun: true },
    { stdout: nowhere, stderr: nowhere },
    (envelope) => envelopes.push(envelope),
  );
  const definitions = envelopes.flatMap(({ stepDefinition }) => stepDefinition ?? []);
  const parameters = envelopes.flatMap(({ parameterType }) => parameterType ?? []);
  const texts = textsByDefinition(envelopes);
  return {
    steps: definitions.map((each) => known(each, texts.get(each.id) ?? [])),
    parameters: parameters.map(toParameter),
  };
}

/** The texts of the steps that each definition serves. */
function textsByDefinition(envelopes: readonly Envelope[]): ReadonlyMap<string, readonly string[]> {
  const texts = new Map(
    envelopes.flatMap(({ pickle }) => pickle?.steps.map(({ id, text }) => [id, text] as const) ?? []),
  );
  const served = envelopes
    .flatMap(({ testCase }) => testCase?.testSteps ?? [])
    .flatMap(({ pickleStepId = '', stepDefinitionIds = [] }) =>
      stepDefinitionIds.map((definition) => ({ definition, text: texts.get(pickleStepId) ?? '' })),
    );
  const grouped = Map.groupBy(served, ({ definition }) => definition);
  return new Map([...grouped].map(([id, uses]) => [id, uses.map(({ text }) => text)]));
}

function known({ pattern, sourceReference }: StepDefinition, texts: readonly string[]): KnownStep {
  const { uri = '', location } = sourceReference;
  const [example] = texts;
  return {
    noun: basename(uri, '.steps.ts'),
    text: pattern.source,
    location: `${uri.replaceAll('\\', '/')}:${location?.line ?? 0}`,
    ...(example !== undefined && { example }),
    uses: texts.length,
  };
}

function toParameter({ name, regularExpressions }: ParameterType): KnownParameter {
  const words = regularExpressions.flatMap((pattern) => pattern.split('|'));
  return { name, words: words.every((word) => /^["\w\s?/-]+$/.test(word)) ? words : [] };
}
