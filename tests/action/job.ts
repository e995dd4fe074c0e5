import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { parse } from 'yaml';
import { root } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

/** What a job with the action came to. */
interface Done {
  readonly code: number | null;
  readonly printed: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The page of the job. */
  readonly summary: string;
  /** The command lines of npm. */
  readonly npm: readonly string[];
}

/**
 * Runs the steps of action.yml as GitHub's runner does: a step that fails ends them, and outputs are told all the same.
 */
export class Job {
  readonly workspace: string;
  readonly #home: string;
  readonly #outputs = new Map<string, string>();

  constructor(t: TestContext) {
    this.#home = temporaryFolder(t);
    this.workspace = join(this.#home, 'workspace');
    for (const name of ['bin', 'temp', 'workspace']) mkdirSync(join(this.#home, name));
    // Whatever is installed, the suite is the one that is tested.
    const npm = join(this.#home, 'bin/npm');
    const install = `mkdir -p "$RUNNER_TEMP/gateway-conformance/node_modules" && ln -sfn "$SUITE" "$RUNNER_TEMP/gateway-conformance/node_modules/gateway-conformance"`;
    writeFileSync(npm, `#!/bin/bash\necho "$PWD: npm $*" >>"$RUNNER_TEMP/npm"\n${install}\n`);
    chmodSync(npm, 0o755);
    for (const name of ['npm', 'output', 'summary']) writeFileSync(join(this.#home, 'temp', name), '');
  }

  use(inputs: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv = {}): Done {
    let [code, printed]: [number | null, string] = [0, ''];
    for (const step of action.runs.steps) {
      if (step.run === undefined) continue;
      const ran = this.#run(step, inputs, env);
      printed += `${ran.stdout}${ran.stderr}`;
      code = ran.status;
      this.#readOutputs(step.id ?? '');
      if (code !== 0) break;
    }
    const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
      name,
      this.#filled(value, inputs),
    ]);
    const text = (name: string): string => readFileSync(join(this.#home, 'temp', name), 'utf8');
    const npm = text('npm').split('\n').filter(Boolean);
    return {
      code,
      printed,
      outputs: Object.fromEntries(outputs) as Done['outputs'],
      summary: text('summary'),
      npm,
    };
  }

  #run(
    { run = '', env = {}, 'working-directory': folder = '.' }: Step,
    inputs: Readonly<Record<string, string>>,
    own: NodeJS.ProcessEnv,
  ) {
    const given = Object.entries(env).map(([name, value]) => [name, this.#filled(value, inputs)] as const);
    const path = [join(this.#home, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
    return spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run], {
      cwd: join(this.workspace, this.#filled(folder, inputs)),
      encoding: 'utf8',
      env: {
        PATH: path,
        SUITE: root,
        CONFORM_SOURCES: '1',
        CONFORM_PROGRESS: 'off',
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: root,
        GITHUB_WORKSPACE: this.workspace,
        GITHUB_OUTPUT: join(this.#home, 'temp/output'),
        GITHUB_STEP_SUMMARY: join(this.#home, 'temp/summary'),
        RUNNER_TEMP: join(this.#home, 'temp'),
        ...own,
        ...Object.fromEntries(given),
      },
    });
  }

  /** `name=value`, or `name<<END` with lines up to `END`. */
  #readOutputs(id: string): void {
    const file = join(this.#home, 'temp/output');
    const text = readFileSync(file, 'utf8');
    for (const [, name = '', end, many = '', one = ''] of text.matchAll(
      /^(\w+)(?:<<(.+)\n([^]*?)\n\2|=(.*))$/gm,
    ))
      this.#outputs.set(`steps.${id}.outputs.${name}`, end === undefined ? one : many);
    writeFileSync(file, '');
  }

  /** The expressions that the action uses: a name, or a name and what stands for an empty one. */
  #filled(text: string, inputs: Readonly<Record<string, string>>): string {
    return text.replace(/\$\{\{ ([\w.-]+)(?: \|\| '(\w*)')? \}\}/g, (_, name: string, other = '') => {
      const input = /^inputs\.(.*)$/.exec(name)?.[1];
      const value =
        input === undefined ? this.#outputs.get(name) : (inputs[input] ?? action.inputs[input]?.default);
      return value === undefined || value === '' ? String(other) : value;
    });
  }
}
