import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { root } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';

/** How the commands of the suite end in one night; `results` is what the run leaves, `undefined`: nothing. */
interface Night {
  readonly run: number;
  readonly diff?: number;
  readonly results?:
    | {
        readonly id: string;
        readonly waivers?: readonly { obligation: string; state: string }[];
        readonly changes?: { readonly unusedBySuite: readonly string[] };
      }
    | undefined;
}

/** A runner with the folders of a job; `npx conform` is told how to end. */
class Runner {
  readonly folder: string;
  readonly #env: Record<string, string>;

  constructor(t: TestContext) {
    this.folder = temporaryFolder(t);
    mkdirSync(join(this.folder, 'bin'));
    const path = [join(this.folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
    this.#env = { PATH: path, GITHUB_OUTPUT: join(this.folder, 'output') };
    const write = (name: string, lines: readonly string[]): void => {
      const file = join(this.folder, 'bin', name);
      writeFileSync(file, ['#!/bin/bash', ...lines, ''].join('\n'));
      chmodSync(file, 0o755);
    };
    write('npx', [
      // Without a Java.
      'if [ "$2 $3" = "report --allure" ]; then exit 3; fi',
      'echo "$2" >> asked',
      'if [ "$2" = diff ]; then exit "$DIFF"; fi',
      'if [ -n "$RESULTS" ]; then mkdir -p reports && echo "$RESULTS" > reports/results.json; fi',
      'exit "$RUN"',
    ]);
  }

  /** Runs a script as a step of a job; gives its exit code. */
  step(script: string, { run, diff = 0, results }: Night, env: Record<string, string> = {}): number | null {
    const text = results === undefined ? '' : JSON.stringify({ run: results });
    return spawnSync('bash', ['--norc', '-e', '-c', script], {
      cwd: this.folder,
      env: { ...this.#env, RUN: String(run), DIFF: String(diff), RESULTS: text, ...env },
    }).status;
  }

  /** The commands that were called since the last time. */
  asked(): string[] {
    const file = join(this.folder, 'asked');
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    writeFileSync(file, '');
    return text === '' ? [] : text.split('\n');
  }

  /** The run whose results are kept for the next night. */
  kept(): string | undefined {
    const file = join(this.folder, 'previous/results.json');
    if (!existsSync(file)) return undefined;
    return (JSON.parse(readFileSync(file, 'utf8')) as { run: { id: string } }).run.id;
  }
}

const read = (name: string): unknown => parse(readFileSync(join(root, 'examples/ci', name), 'utf8'));

/** A night by the GitHub example; whether the job failed. */
function onGithub(runner: Runner, night: Night): boolean {
  const { jobs } = read('github-nightly.yml') as {
    jobs: { nightly: { steps: { name?: string; id?: string; run?: string; if?: string }[] } };
  };
  let [hasFailed, runPassed] = [false, false];
  writeFileSync(join(runner.folder, 'output'), '');
  // Those without a name install the suite.
  for (const step of jobs.nightly.steps.filter(({ name, run }) => name !== undefined && run !== undefined)) {
    if (step.if === undefined ? hasFailed : !runPassed) continue;
    // A report for which there is no Java fails nothing here.
    if (step.run?.startsWith('npx conform report --allure')) continue;
    const CODE = /code=(\d+)/.exec(readFileSync(join(runner.folder, 'output'), 'utf8'))?.[1] ?? '';
    const isPassed = runner.step(step.run ?? '', night, { CODE }) === 0;
    hasFailed ||= !isPassed;
    if (step.id === 'run') runPassed = isPassed;
  }
  return hasFailed;
}

/** A night by the GitLab example; whether the job failed. */
function onGitlab(runner: Runner, night: Night): boolean {
  const { script } = (read('gitlab-ci.yml') as Record<'conformance-nightly', { script: string[] }>)[
    'conformance-nightly'
  ];
  return runner.step(script.join('\n'), night) !== 0;
}

const scenes = [
  ['GitHub', onGithub],
  ['GitLab', onGitlab],
] as const;

for (const [name, night] of scenes)
  describe(`the nights on ${name}`, { skip: process.platform === 'win32' }, () => {
    it('begin with the verdict of the run, and alert on changes from then on', (t) => {
      for (const run of [0, 1, 3]) {
        const runner = new Runner(t);
        assert.equal(night(runner, { run, results: { id: 'first' } }), run !== 0, `first night, ${run}`);
        assert.deepEqual([runner.asked(), runner.kept()], [['run'], 'first']);
        assert.equal(night(runner, { run, diff: 0, results: { id: 'second' } }), false, `second, ${run}`);
        assert.deepEqual([runner.asked(), runner.kept()], [['run', 'diff'], 'second']);
        assert.equal(night(runner, { run, diff: 1, results: { id: 'third' } }), true, `third, ${run}`);
        assert.equal(runner.kept(), 'third', 'what was told once is not told again');
      }
    });

    it('fail on bad input and on a run without results, and compare with the last good night', (t) => {
      const runner = new Runner(t);
      night(runner, { run: 0, results: { id: 'good' } });
      for (const run of [2, 3, 137]) {
        runner.asked();
        assert.equal(night(runner, { run }), true, String(run));
        assert.deepEqual([runner.asked(), runner.kept()], [['run'], 'good'], String(run));
      }
      assert.equal(night(runner, { run: 0, diff: 0, results: { id: 'next' } }), false);
      assert.deepEqual([runner.asked(), runner.kept()], [['run', 'diff'], 'next']);
    });

    it('fail on a waiver that holds no more, though nothing became worse', (t) => {
      const runner = new Runner(t);
      night(runner, { run: 0, results: { id: 'first' } });
      for (const [state, fails] of [
        ['used', false],
        ['unused', true],
        ['expired', true],
      ] as const)
        assert.equal(
          night(runner, { run: 1, results: { id: state, waivers: [{ obligation: 'SES-08', state }] } }),
          fails,
          state,
        );
      const waivers = [{ obligation: 'SES-08', state: 'unused' }];
      const results = { id: 'another suite', waivers, changes: { unusedBySuite: ['SES-08'] } };
      assert.equal(night(runner, { run: 0, results }), false, 'unused since the suite is another version');
    });
  });

describe('the certification on GitHub', { skip: process.platform === 'win32' }, () => {
  it('packs without a signature where the secret of the key is not set', (t) => {
    const { jobs } = read('github-certification.yml') as {
      jobs: { certify: { steps: { name?: string; run?: string }[] } };
    };
    const script = jobs.certify.steps.find(({ name }) => name?.startsWith('Evidence pack'))?.run ?? '';
    const runner = new Runner(t);
    const npx = join(runner.folder, 'bin/npx');
    writeFileSync(npx, '#!/bin/bash\necho "${CONFORM_SIGNING_KEY-unset}" >> asked\n');
    for (const key of ['', 'a key']) runner.step(script, { run: 0 }, { CONFORM_SIGNING_KEY: key });
    assert.deepEqual(runner.asked(), ['unset', 'a key']);
  });
});
