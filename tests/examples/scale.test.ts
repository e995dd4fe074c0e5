import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { conform, root } from '../cli/conform';

const folder = join(root, 'examples/scale');
const manifests = readdirSync(join(folder, 'kubernetes')).map((name) => `kubernetes/${name}`);

interface Manifest {
  kind: string;
  spec: {
    completions?: unknown;
    template: { spec: { restartPolicy?: string; containers?: { args?: string[] }[] } };
  };
}

const manifestOf = (name: string): Manifest => parse(readFileSync(join(folder, name), 'utf8')) as Manifest;

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

/** What a script would run in that environment, without running it. */
function calledBy(command: string, args: readonly string[], more: NodeJS.ProcessEnv): string[] {
  const env = { PATH: process.env.PATH, CONFORM: 'echo conform', ...more };
  const said = execFileSync(command, args, { cwd: folder, env, encoding: 'utf8' });
  const [program, ...words] = said.trim().split(' ');
  assert.equal(program, 'conform');
  return words;
}

/** What each example would run, by its engine: the task of a shard, and the merge. */
const examples = {
  Slurm: {
    shard: (number: number) =>
      calledBy('bash', ['slurm/audit.sbatch', 'out', 'a.har', 'b.har'], {
        SLURM_ARRAY_TASK_ID: String(number),
        SLURM_ARRAY_TASK_COUNT: '8',
      }),
    merge: () => calledBy('bash', ['slurm/merge.sbatch', '.', 'merged'], {}),
  },
  Kubernetes: {
    shard: (number: number) => inPod('kubernetes/audit.yaml', { JOB_COMPLETION_INDEX: String(number - 1) }),
    merge: () => inPod('kubernetes/merge.yaml', {}),
  },
};

function inPod(name: string, more: NodeJS.ProcessEnv): string[] {
  const [script = ''] = manifestOf(name).spec.template.spec.containers?.[0]?.args ?? [];
  return calledBy('sh', ['-c', script.replace('npx conform', '$CONFORM')], more);
}

describe('the examples for many machines', () => {
  for (const [engine, { shard, merge }] of Object.entries(examples)) {
    it(`${engine}: each task judges a shard of its own into a folder of its own`, () => {
      for (const number of [1, 8]) {
        const words = shard(number);
        assert.equal(words[0], 'audit');
        assert.equal(words[words.indexOf('--shard') + 1], `${number}/8`);
        assert.match(words[words.indexOf('--reports') + 1] ?? '', new RegExp(`out/${number}$`));
      }
    });

    it(`${engine}: commands and options are ones that there are`, async () => {
      for (const [command = '', ...words] of [shard(1), merge()]) {
        const { stdout: help } = await conform([command, '--help']);
        for (const option of words.filter((word) => word.startsWith('--')))
          assert.match(help, new RegExp(`^ {2}${option}\\b`, 'm'), `${command} ${option}`);
      }
    });
  }

  it('Kubernetes: as many pods as shards', () => {
    const { completions } = manifestOf('kubernetes/audit.yaml').spec;
    assert.ok(examples.Kubernetes.shard(1).includes(`1/${String(completions)}`));
  });

  it('Slurm: all that is named is judged, and all parts are merged', () => {
    assert.deepEqual(
      examples.Slurm.shard(3).filter((word) => word.endsWith('.har')),
      ['a.har', 'b.har'],
    );
    assert.deepEqual(examples.Slurm.merge().slice(1, 4), ['./README.md', './kubernetes', './slurm']);
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
});
