import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { root } from '../cli/conform';
import { missingLanguage } from '../tools';

interface Language {
  readonly debian: readonly string[];
  readonly name: string;
  readonly command: readonly string[];
  /** By name in the user's folder, the file beside this one. */
  readonly files: Readonly<Record<string, string>>;
  /** The roles that its example plays; `undefined` if the language lacks an example. */
  readonly example?: readonly string[];
  /** The further files of an adapter in a folder of its own, in the same form. */
  readonly apart?: { readonly files?: Readonly<Record<string, string>> };
  readonly setup: {
    readonly github: readonly { readonly uses?: string }[];
    readonly gitlab: readonly string[];
  };
}

interface Target {
  readonly integrator: { readonly roles: readonly string[] };
}

const files = globSync('adapters/*/language.json', { cwd: root }).sort();
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

const shutdown = '{"jsonrpc":"2.0","id":1,"method":"shutdown","params":{}}\n';

it('there are languages to choose from', () => {
  for (const name of ['node', 'typescript', 'python', 'go', 'php', 'java'])
    assert.ok(files.includes(`adapters/${name}/language.json`), files.join());
});

for (const file of files) {
  const folder = dirname(file);
  const language = JSON.parse(textOf(file)) as Language;

  describe(`the language ${language.name}`, () => {
    it('names files that are there', () => {
      for (const source of Object.values({ ...language.files, ...language.apart?.files }))
        assert.ok(existsSync(join(root, folder, source)), `${folder}/${source}`);
    });

    it('has a stub that runs on these files alone', { skip: missingLanguage(language) }, () => {
      const project = mkdtempSync(join(tmpdir(), 'stub-'));
      try {
        for (const [name, source] of Object.entries(language.files))
          cpSync(join(root, folder, source), join(project, name));
        const [program = '', ...args] = language.command;
        const { stdout, stderr } = spawnSync(program, args, {
          cwd: project,
          input: shutdown,
          encoding: 'utf8',
        });
        assert.equal(stdout.trim() === '' ? stderr : (JSON.parse(stdout) as { id: unknown }).id, 1);
      } finally {
        rmSync(project, { recursive: true, force: true });
      }
    });

    const { example } = language;
    if (example !== undefined)
      it('certifies the roles that it says its example plays', () => {
        const { integrator } = parse(textOf(`${folder}/target.yaml`)) as Target;
        assert.deepEqual([...integrator.roles].sort(), [...example].sort());
      });

    it('uses actions by commit, and says of which release that is', () => {
      for (const { uses } of language.setup.github)
        if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    });
  });
}
