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

/** Checks by the schema that Kubernetes publishes. The package has ES modules alone. */
async function validate(manifest: Manifest): Promise<void> {
  const { Job } = await import('kubernetes-models/batch/v1/Job');
  new Job(manifest as unknown as ConstructorParameters<typeof Job>[0]).validate();
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
    it(`${name} keeps to the published schema of batch/v1`, async () => {
      await validate(manifestOf(name));
    });

    it(`${name} would be refused with a mistake in it`, async () => {
      const mistakes: readonly ((manifest: Manifest) => void)[] = [
        (manifest) => (manifest.kind = 'Jobs'),
        (manifest) => (manifest.spec.completions = 'eight'),
        (manifest) => (manifest.spec.template.spec.containers = [{ args: ['no name'] }]),
        (manifest) => delete (manifest as Partial<Manifest>).spec?.template.spec.containers,
      ];
      for (const spoil of mistakes) {
        const manifest = manifestOf(name);
        spoil(manifest);
        await assert.rejects(validate(manifest), String(spoil));
      }
    });
  }

  it('have as many tasks as partitions', () => {
    const split = /--split (\d+)/;
    const partitions = (name: string): number => Number(split.exec(textOf(name))?.[1]);
    const { completions, completionMode } = manifestOf('kubernetes/judge.yaml').spec;
    assert.deepEqual([completions, completionMode], [partitions('kubernetes/split.yaml'), 'Indexed']);
    assert.match(textOf('kubernetes/judge.yaml'), /\$JOB_COMPLETION_INDEX/);
    const github = parse(textOf('github/audit.yml')) as {
      jobs: { judge: { strategy: { matrix: { part: number[] } } } };
    };
    assert.deepEqual(github.jobs.judge.strategy.matrix.part, [
      ...Array(partitions('github/audit.yml')).keys(),
    ]);
    const gitlab = parse(textOf('gitlab/gitlab-ci.yml')) as {
      judge: { parallel: { matrix: { PART: string[] }[] } };
    };
    assert.deepEqual(
      gitlab.judge.parallel.matrix[0]?.PART,
      [...Array(partitions('gitlab/gitlab-ci.yml')).keys()].map(String),
    );
  });

  for (const name of names.filter((each) => each.startsWith('slurm/')))
    it(`${name} is a script that bash can read`, () => {
      execFileSync('bash', ['-n', join(folder, name)]);
    });
});
