import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { conform, root } from '../cli/conform';

const folder = join(root, 'examples/scale');
const textOf = (...path: readonly string[]): string => readFileSync(join(folder, ...path), 'utf8');
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
  (each) => each.isFile() && !each.name.endsWith('.md'),
);
const names = files.map((each) => join(each.parentPath, each.name).slice(folder.length + 1)).sort();
const manifests = names.filter((name) => name.startsWith('kubernetes/'));

interface Manifest {
  kind: string;
  spec: {
    completions?: unknown;
    completionMode?: unknown;
    template: { spec: { restartPolicy?: string; containers?: { args?: string[] }[] } };
  };
}

const manifestOf = (name: string): Manifest => parse(textOf(name)) as Manifest;

const checker = `
  import { Job } from 'kubernetes-models/batch/v1/Job';
  const whyWrong = (manifest) => {
    try {
      new Job(manifest).validate();
      return null;
    } catch (error) {
      return error.message;
    }
  };
  console.log(JSON.stringify(JSON.parse(process.argv[1]).map(whyWrong)));
`;

/** What is wrong with each by the schema that Kubernetes publishes. Its package can be imported, and not required. */
function whyWrong(manifests: readonly Manifest[]): (string | null)[] {
  const args = ['--input-type=module', '--eval', checker, JSON.stringify(manifests)];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })) as (
    string | null
  )[];
}

describe('the examples for many machines', () => {
  const helps = new Map<string, string>();
  before(async () => {
    for (const name of ['audit', 'merge']) helps.set(name, (await conform([name, '--help'])).stdout);
  });

  for (const name of names.filter((each) => each !== 'slurm/submit.sh'))
    it(`${name} calls commands and options that there are`, () => {
      const calls = [
        ...textOf(name)
          .replace(/\s*\n {14}/g, ' ')
          .matchAll(/conform\}? (audit|merge) ([^\n|;&]*)/g),
      ];
      assert.ok(calls.length > 0);
      for (const [, command = '', words = ''] of calls)
        for (const [option] of words.matchAll(/(?<= |^)--[a-z-]+/g))
          assert.match(
            helps.get(command) ?? '',
            new RegExp(`^ {2}${option}\\b`, 'm'),
            `${command} ${option}`,
          );
    });

  for (const name of manifests) {
    it(`${name} keeps to the published schema of batch/v1, and would be refused with a mistake in it`, () => {
      const mistakes: readonly [RegExp, (manifest: Manifest) => void][] = [
        [/kind/, (manifest) => (manifest.kind = 'Jobs')],
        [/completions/, (manifest) => (manifest.spec.completions = 'eight')],
        [/name/, (manifest) => (manifest.spec.template.spec.containers = [{ args: ['no name'] }])],
        [/containers/, (manifest) => delete (manifest as Partial<Manifest>).spec?.template.spec.containers],
      ];
      const spoilt = mistakes.map(([, spoil]) => {
        const manifest = manifestOf(name);
        spoil(manifest);
        return manifest;
      });
      const [right, ...wrong] = whyWrong([manifestOf(name), ...spoilt]);
      assert.equal(right, null);
      for (const [index, [why]] of mistakes.entries()) assert.match(wrong[index] ?? '', why);
    });
  }

  it('have as many tasks as partitions', () => {
    const split = /--split (\d+)/;
    const partitions = (name: string): number => Number(split.exec(textOf(name))?.[1]);
    const { completions, completionMode } = manifestOf('kubernetes/judge.yaml').spec;
    assert.deepEqual([completions, completionMode], [partitions('kubernetes/split.yaml'), 'Indexed']);
    assert.match(textOf('kubernetes/judge.yaml'), /\$JOB_COMPLETION_INDEX/);
  });

  for (const name of names.filter((each) => each.startsWith('slurm/')))
    it(`${name} is a script that bash can read`, () => {
      execFileSync('bash', ['-n', join(folder, name)]);
    });
});
