import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../cli/conform';

/** A copy of the suite that tests may build, edit and cut down. */
export interface SuiteCopy {
  readonly folder: string;
  /** Runs `conform` of the copy, in another folder unless one is named. */
  conform(args: readonly string[], about?: { readonly env?: NodeJS.ProcessEnv }): Promise<Ran>;
  build(...args: readonly string[]): string;
  remove(): void;
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Paths of loaded files of packages, below node_modules. */
  readonly packages: readonly string[];
  /** Paths of the suite's own files that were loaded, below the copy. */
  readonly own: readonly string[];
}

const copied = ['bin', 'scripts', 'steps', 'support'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'cucumber.cjs'];
const linked = ['adapters', 'examples', 'features', 'profiles', 'schemas', 'vectors'];

export function copySuite(): SuiteCopy {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'conform-dist-')));
  const [folder, elsewhere] = [join(home, 'suite'), join(home, 'elsewhere')];
  for (const each of [folder, elsewhere]) mkdirSync(each);
  for (const name of [...copied, ...files]) cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of [...linked, 'node_modules']) symlinkSync(join(root, name), join(folder, name));
  return {
    folder,
    async conform(args, { env } = {}) {
      const program = [join(folder, 'bin/conform.cjs'), ...args];
      const child = spawn(process.execPath, ['--require', join(__dirname, 'loaded.cjs'), ...program], {
        cwd: elsewhere,
        env: {
          ...process.env,
          NODE_OPTIONS: undefined,
          NODE_TEST_CONTEXT: undefined,
          CONFORM_SOURCES: undefined,
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [stdout, said, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close') as Promise<[number | null]>,
      ]);
      return { code, stdout, ...toldBy(said, folder) };
    },
    build(...args) {
      const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/build.cjs'), ...args]);
      if (status !== 0) throw new Error(`the build ended with ${status ?? 'a signal'}: ${stderr.toString()}`);
      return stderr.toString();
    },
    remove() {
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function toldBy(said: string, folder: string): Pick<Ran, 'stderr' | 'packages' | 'own'> {
  const lines = said.trimEnd().split('\n');
  const { packages, own } = JSON.parse(lines.at(-1) ?? '') as Pick<Ran, 'packages' | 'own'>;
  const below = own.flatMap((file) => (file.startsWith(`${folder}/`) ? [file.slice(folder.length + 1)] : []));
  return { stderr: lines.slice(0, -1).join('\n').trim(), packages, own: below };
}
