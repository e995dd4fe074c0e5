import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { readFeatures } from '../features/feature-files';
import { readResults, temporaryFolder } from '../report/embedded-run';
import type { ProgramResult } from './conform';
import { nodeProgram, root } from './conform';

const cucumber = join(root, 'node_modules/@cucumber/cucumber/bin/cucumber.js');

/** Runs `cucumber-js` with its report in `reports`. */
const cucumberInto = (reports: string, args: readonly string[]): Promise<ProgramResult> =>
  nodeProgram(cucumber, [...args, '--world-parameters', JSON.stringify({ reports })], {});

/** Returns the place of a scenario about an obligation, and its name. */
function scenarioOf(id: string): { readonly place: string; readonly name: string } {
  const all = readFeatures().flatMap(({ pickles }) => pickles);
  const pickle = all.find(({ tags }) => tags.some(({ name }) => name === `@${id}`));
  assert.ok(pickle?.location);
  return { place: `${pickle.uri}:${pickle.location.line}`, name: pickle.name };
}

/** Writes a feature with one scenario, and returns its path. */
function featureWith(t: TestContext, steps: readonly string[], tags = '@service @SES-05'): string {
  const file = join(temporaryFolder(t), 'trial.feature');
  writeFileSync(file, [tags, 'Feature: Trial', '', '  Scenario: A trial', ...steps].join('\n    '));
  return file;
}

const undefinedStep = 'When the suite dances with "the gateway"';

describe('cucumber-js', () => {
  const { place, name } = scenarioOf('HDR-04');
  const choices: Readonly<Record<string, readonly string[]>> = {
    'a path with a line': [place],
    'a relative path with a line': [`./${place}`],
    'a name': ['--name', `^${name}$`],
    'a tag': ['--tags', '@HDR-04'],
  };
  for (const [what, args] of Object.entries(choices))
    it(`runs only what ${what} selects, and reports that the rest was left out`, async (t) => {
      const reports = temporaryFolder(t);
      const { code, stdout, stderr } = await cucumberInto(reports, args);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^1 obligation: 1 passed; \d+ exchanges$/m);
      assert.match(stdout, /^Narrowed by a choice of scenarios: never a certificate\.$/m);
      assert.match(stdout, /^Left out: .*\(a choice of scenarios\)\.$/m);
      const { run, obligations } = readResults(reports);
      assert.deepEqual(run.plan.narrowedBy, ['a choice of scenarios']);
      assert.deepEqual([run.plan.scenarios, run.plan.obligations], [1, ['HDR-04']]);
      const others = obligations.filter(({ id }) => id !== 'HDR-04');
      assert.ok(others.every(({ reason }) => reason?.kind === 'left-out'));
    });

  for (const profile of ['default', 'embedded', 'container', 'sandbox', 'nightly', 'integrator', 'mistakes'])
    it(`runs only the named path in the profile ${profile}`, async (t) => {
      const file = featureWith(t, [], '@service @integrator');
      const { code, stdout } = await nodeProgram(cucumber, ['-p', profile, '--dry-run', file], {});
      assert.equal(code, 0);
      assert.match(stdout, /^1 scenario \(/m);
    });

  for (const profile of [[], ['-p', 'mistakes']])
    it(`runs one row of the mistakes ${profile.length === 0 ? 'without a profile' : 'in their profile'}`, async () => {
      const { code, stdout } = await nodeProgram(
        cucumber,
        [...profile, 'features/mistakes/session.feature:15'],
        {},
      );
      assert.equal(code, 0);
      assert.match(stdout, /^1 scenario \(1 passed\)$/m);
    });

  it('reports an undefined step with its text, its place and a snippet', async (t) => {
    const reports = temporaryFolder(t);
    const { code, stdout } = await cucumberInto(reports, [featureWith(t, [undefinedStep])]);
    assert.equal(code, 1);
    assert.match(stdout, /^\? When the suite dances with "the gateway" # \S*trial\.feature:5$/m);
    assert.match(stdout, /^ {4}Undefined\. Implement with the following snippet:$/m);
    assert.deepEqual(
      [...stdout.matchAll(/^ {4}When\((.*), function/gm)].map(([, expression]) => expression),
      [`'the suite dances with {string}'`],
    );
    const reason = readResults(reports).obligations.find(({ id }) => id === 'SES-05')?.reason;
    assert.match(
      JSON.stringify(reason?.text),
      /a step is undefined: When the suite dances with .*trial\.feature:5\); Cucumber suggests When\('the suite dances with \{string\}', …\)/,
    );
  });
});

describe('the paths and lines of cucumber-js', () => {
  const answer = 'features/session/session-answer.feature';
  const mistakes = 'features/mistakes/session.feature';
  const dryRun = (...args: readonly string[]): Promise<ProgramResult> =>
    nodeProgram(cucumber, ['--dry-run', ...args], {});
  /** Runs cucumber-js without running steps, and returns the number of selected scenarios. */
  const countSelected = async (...args: readonly string[]): Promise<number> => {
    const { code, stdout, stderr } = await dryRun(...args);
    assert.deepEqual([code, stderr], [0, ''], args.join(' '));
    return Number(/^(\d+) scenarios? \(/m.exec(stdout)?.[1]);
  };
  /** Returns the path of a feature with the first line that begins with these words. */
  const lineOf = (file: string, words: string): string => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    const index = lines.findIndex((line) => line.trim().startsWith(words));
    assert.notEqual(index, -1, words);
    return `${file}:${index + 1}`;
  };
  const step = lineOf(answer, 'Then the answer holds "accessToken"');
  const rule = lineOf(answer, 'Rule: Both tokens of a session');
  const table = lineOf(mistakes, 'Examples: Other types');

  it('select what is around a line, without and with other lines', async () => {
    assert.equal(await countSelected(step), 1);
    assert.equal(await countSelected(rule), 1);
    assert.equal(await countSelected(`./${step}`, join(root, rule)), 2);
    assert.equal(await countSelected(`${step}:${rule.split(':').at(-1) ?? ''}`), 2);
    assert.equal(await countSelected(table), 5);
  });

  for (const [what, args, message] of [
    [
      'a line selects nothing',
      [`${answer}:9999`],
      `${answer}:9999: no scenario, table or Rule is in this line`,
    ],
    [
      'one of two lines selects nothing',
      [step, `${answer}:9999`],
      `${answer}:9999: no scenario, table or Rule`,
    ],
    ['a file does not exist', ['features/none.feature'], 'features/none.feature names no feature file'],
    ['no scenario has the tags', ['--tags', '@none'], 'no scenario matches all paths, names and tags'],
    ['the profile selects another subject', ['-p', 'integrator', answer], 'no scenario matches all paths'],
    [
      'mistakes are named beside other features',
      [mistakes, answer],
      `${mistakes} cannot run with this profile`,
    ],
    [
      'mistakes are named in another profile',
      ['-p', 'sandbox', mistakes],
      `${mistakes} cannot run with this profile`,
    ],
  ] as const)
    it(`end with an error if ${what}`, async () => {
      const { code, stdout, stderr } = await dryRun(...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.ok(stderr.startsWith(`error: ${message}`), stderr);
      assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
    });

  it('write no report if they select nothing', async (t) => {
    const reports = temporaryFolder(t);
    const { code, stdout, stderr } = await cucumberInto(reports, [`${answer}:9999`]);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /the nearest scenario starts in line \d+$/m);
    assert.deepEqual(readdirSync(reports), []);
  });

  it('leave out the mistakes if a folder or a glob covers them with other features', async () => {
    const all = await countSelected();
    assert.equal(await countSelected('features'), all);
    assert.equal(await countSelected('features/**/*.feature'), all);
    assert.equal(await countSelected('-p', 'mistakes', 'features'), await countSelected('features/mistakes'));
  });
});

describe('a dry run of cucumber-js', () => {
  it('succeeds if every step is defined, and opens no run', async (t) => {
    const reports = temporaryFolder(t);
    const { code, stdout, stderr } = await cucumberInto(reports, ['--dry-run']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^\d+ scenarios \(\d+ skipped\)$/m);
    assert.deepEqual(readdirSync(reports), []);
  });

  for (const profile of ['embedded', 'mistakes'])
    it(`fails in the profile ${profile} if a step is undefined, and names its text and place`, async (t) => {
      const reports = temporaryFolder(t);
      const args = ['-p', profile, '-d', featureWith(t, [undefinedStep])];
      const { code, stdout, stderr } = await cucumberInto(reports, args);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^error: a step is undefined: When the suite dances with "the gateway" \(\S*trial\.feature:5\); Cucumber suggests When\(/,
      );
      assert.match(stdout, /^When\('the suite dances with \{string\}', function/m);
      assert.deepEqual(readdirSync(reports), []);
    });
});
