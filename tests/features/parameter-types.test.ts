import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Envelope } from '@cucumber/messages';
import { runFeatures } from '../../support/cli/cucumber/certify';
import { discardingStream } from '../../support/cli/surroundings';
import { constants } from '../../support/contract/constants';
import { deliberateMistakes } from '../../support/contract/deliberate-mistakes';
import { operations } from '../../support/contract/operations';
import { defaultReadings } from '../../support/contract/readings';
import { suiteRoot } from '../../support/contract/suite-root';
import { UnmatchedStepReader, unmatchedStepLine } from '../../support/run/unmatched-steps';
import { fieldAspects, fieldKinds, leakSites, valueKinds } from '../../support/scenarios/matchers/fields';
import { memberKinds } from '../../support/scenarios/matchers/members';
import { partKinds } from '../../support/scenarios/matchers/parts';
import { memberValueNames, requestKinds } from '../../support/scenarios/matchers/requests';
import { bundleKinds, materialForms, openings, secrets } from '../../support/scenarios/matchers/transfers';
import { recordingNames } from '../../support/scenarios/mistakes/recordings';
import { runMistakes } from '../mistakes/rows';

const environment = { cwd: suiteRoot, stdout: discardingStream(), stderr: discardingStream(), env: {} };

/** Returns the messages of a dry run of all features that a run loads. */
async function readFeatureSteps(): Promise<readonly Envelope[]> {
  const envelopes: Envelope[] = [];
  const paths = ['features/!(mistakes)/**/*.feature'];
  await runFeatures({ paths, dryRun: true }, environment, (envelope) => envelopes.push(envelope));
  return envelopes;
}

type Patterns = ReadonlyMap<string, readonly string[]>;

const patternsIn = (envelopes: readonly Envelope[]): Patterns =>
  new Map(
    envelopes.flatMap(({ parameterType }) =>
      parameterType === undefined ? [] : [[parameterType.name, parameterType.regularExpressions] as const],
    ),
  );

/** Returns the text that a pattern without operators matches. */
const textOf = (pattern: string): string => pattern.replace(/\\(.)/g, '$1');

const quoted = (words: readonly string[]): string[] => words.map((word) => `"${word}"`);

/** The paths of all operations. If a reading sets a path, this is its default. */
const paths = [
  ...operations.map(({ path }) => path),
  ...(['plan-answer', 'eligibility-answer', 'payment-prompt', 'payment-ack'] as const).map(
    (id) => defaultReadings[id],
  ),
].map((path) => path.slice(1));

/** The texts that each parameter type must match, from the lists of the suite. */
const listed: Readonly<Record<string, readonly string[]>> = {
  operation: quoted(paths),
  action: quoted(constants.actions),
  triggerMethod: quoted(constants.methods),
  bundle: bundleKinds,
  opening: openings,
  secret: secrets,
  parts: partKinds,
  field: fieldKinds,
  fieldAspect: fieldAspects,
  values: valueKinds,
  leakSite: leakSites,
  requests: Object.keys(requestKinds),
};

const sorted = (texts: Iterable<string>): string[] => [...new Set(texts)].sort();

describe('parameter types', () => {
  let ofFeatures: readonly Envelope[] = [];
  let ofMistakes: readonly Envelope[] = [];
  let types: Patterns = new Map();
  before(async () => {
    ofFeatures = await readFeatureSteps();
    ofMistakes = await runMistakes({ dryRun: true });
    types = patternsIn([...ofFeatures, ...ofMistakes]);
  });
  const textsOf = (name: string): string[] =>
    sorted((types.get(name) ?? []).map((pattern) => textOf(pattern.replace('requests?', 'request'))));

  for (const [name, texts] of Object.entries(listed))
    it(`{${name}} has the texts of its list`, () => {
      assert.deepEqual(textsOf(name), sorted(texts));
    });

  it('for mistakes have together all deliberate mistakes', () => {
    const mistakes = [...types.keys()].filter((name) => name.endsWith('Mistake'));
    const all = Object.values(deliberateMistakes).flatMap((each) => Object.values(each));
    assert.deepEqual(sorted(mistakes.flatMap(textsOf)), sorted(all));
  });

  it('{recording} has the names of all recordings', () => {
    assert.deepEqual(textsOf('recording'), sorted(recordingNames));
  });

  it('with values in quotation marks have the names that are written without them', () => {
    const named = (name: string): string[] => textsOf(name).filter((text) => !text.startsWith('"'));
    assert.deepEqual(named('memberWords'), sorted(memberValueNames));
    assert.deepEqual(named('material'), sorted(materialForms));
    const kinds = (types.get('member') ?? []).flatMap((pattern) => /^"\\w\+" (.+)$/.exec(pattern)?.[1] ?? []);
    assert.deepEqual(sorted(kinds), sorted(memberKinds));
  });

  it('do not match any text', () => {
    for (const [name, patterns] of types)
      for (const text of ['zq', 'zq of zq', '<zq>'])
        assert.doesNotMatch(text, new RegExp(`^(?:${patterns.join('|')})$`), name);
  });

  it('have different names in features and mistakes, because editors know all of them', () => {
    const [some, others] = [patternsIn(ofFeatures), patternsIn(ofMistakes)];
    assert.deepEqual(
      [...some.keys()].filter((name) => others.has(name)),
      [],
    );
  });

  it('have their patterns as literals in the step files, because editors do not run the files', () => {
    const written = globSync('steps/**/*.ts', { cwd: suiteRoot })
      .map((file) => readFileSync(join(suiteRoot, file), 'utf8'))
      .flatMap((text) => [...text.matchAll(/defineParameterType\(\{\s*name: '(\w+)',\s*regexp: [/[]/g)])
      .map(([, name = '']) => name);
    assert.deepEqual(written.sort(), [...types.keys()].sort());
  });

  it('resolve every step to exactly one definition', () => {
    for (const envelopes of [ofFeatures, ofMistakes]) {
      const reader = new UnmatchedStepReader();
      const unmatched = envelopes.flatMap((envelope) => reader.read(envelope) ?? []);
      assert.deepEqual(unmatched.map(unmatchedStepLine), []);
      const steps = envelopes
        .flatMap(({ testCase }) => testCase?.testSteps ?? [])
        .filter(({ pickleStepId }) => pickleStepId !== undefined);
      assert.ok(steps.length > 500);
      assert.ok(steps.every(({ stepDefinitionIds = [] }) => stepDefinitionIds.length === 1));
    }
  });
});
