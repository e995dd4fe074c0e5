/**
 * How much a full service run against the embedded mock costs beside the runner's own floor: as many empty scenarios,
 * same compiler, same process start. Both run in turn, so that the ratio holds when the machine's speed drifts.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..');
const rounds = 7;
const aim = 2;

interface Counts {
  readonly scenarios: number;
  readonly steps: number;
}

function timed(args: readonly string[], cwd: string): number {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0)
    throw new Error(`${args.join(' ')} ended with ${status ?? 'a signal'}: ${stderr.toString()}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const cucumberCli = join(root, 'node_modules/@cucumber/cucumber/bin/cucumber.js');

function countScenarios(): Counts {
  const { stdout } = spawnSync(
    process.execPath,
    [cucumberCli, '--dry-run', '--tags', '@service', '--format', 'message'],
    {
      cwd: root,
      maxBuffer: 2 ** 28,
    },
  );
  const cases = stdout
    .toString()
    .split('\n')
    .flatMap((line) => (line.startsWith('{"testCase":') ? [line] : []))
    .map(
      (line) =>
        (JSON.parse(line) as { testCase: { testSteps: { pickleStepId?: string }[] } }).testCase.testSteps,
    );
  const steps = cases.reduce(
    (sum, each) => sum + each.filter(({ pickleStepId }) => pickleStepId !== undefined).length,
    0,
  );
  return { scenarios: cases.length, steps };
}

/** A project of its own with as many scenarios and steps, all of which do nothing. */
function writeFloor(folder: string, { scenarios, steps }: Counts): void {
  mkdirSync(join(folder, 'features'));
  const each = Math.max(1, Math.round(steps / scenarios));
  const scenario = (index: number): string =>
    [`  Scenario: empty ${index}`, ...Array.from({ length: each }, () => '    Given nothing')].join('\n');
  const text = [
    'Feature: floor',
    ...Array.from({ length: scenarios }, (_unused, index) => scenario(index)),
  ].join('\n');
  writeFileSync(join(folder, 'features/floor.feature'), `${text}\n`);
  writeFileSync(
    join(folder, 'steps.ts'),
    "import { Given } from '@cucumber/cucumber';\nGiven('nothing', function () {});\n",
  );
  writeFileSync(
    join(folder, 'cucumber.cjs'),
    `require(${JSON.stringify(join(root, 'bin/typescript.cjs'))});\nmodule.exports = { default: { require: ['steps.ts'], format: ['summary'], publishQuiet: true } };\n`,
  );
  symlinkSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

function measure(): void {
  const folder = mkdtempSync(join(tmpdir(), 'floor-'));
  try {
    const counts = countScenarios();
    writeFloor(folder, counts);
    const run = (): number =>
      timed(
        [
          join(root, 'bin/conform.cjs'),
          'run',
          '--self-test',
          '--subject',
          'service',
          '--reports',
          join(folder, 'reports'),
        ],
        root,
      );
    const floor = (): number =>
      timed([join(folder, 'node_modules/@cucumber/cucumber/bin/cucumber.js')], folder);
    run();
    floor();
    const pairs = Array.from({ length: rounds }, () => ({ run: run(), floor: floor() }));
    const ratio = median(pairs.map((pair) => pair.run / pair.floor));
    console.log(`service run, embedded mock   median ${median(pairs.map((pair) => pair.run)).toFixed(0)} ms`);
    console.log(
      `floor, ${counts.scenarios} empty scenarios   median ${median(pairs.map((pair) => pair.floor)).toFixed(0)} ms`,
    );
    console.log(
      `ratio                        median ${ratio.toFixed(2)} of ${rounds} pairs (aim: under ${aim})`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

measure();
