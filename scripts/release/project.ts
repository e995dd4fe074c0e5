import { spawnSync } from 'node:child_process';
import { globSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The exit code of a program, and its output on stdout and stderr. */
interface Ran {
  readonly code: number | null;
  readonly said: string;
}

const longestMs = 180_000;

/**
 * A folder in which the package is installed as a user would install it, with its own Node version first on
 * PATH.
 */
export class TestProject {
  readonly folder: string;
  readonly version: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(folder: string, version: string) {
    this.folder = folder;
    this.version = version;
    // Remove variables that would let this clone, or the npm that started this script, influence the programs.
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(npm_|CONFORM_|NODE_(OPTIONS|PATH|TEST_CONTEXT)$)/i.test(name),
    );
    const path = (process.env.PATH ?? '').split(delimiter).filter((each) => !each.includes('node_modules'));
    const node = join(folder, 'tools/node_modules', nodePackage(), process.platform === 'win32' ? '' : 'bin');
    this.#env = {
      ...Object.fromEntries(own),
      PATH: [node, ...path].join(delimiter),
      npm_config_loglevel: 'error',
      // NO_COLOR is needed because the variable CI, if set, makes the output coloured even without a
      // terminal.
      NO_COLOR: '1',
    };
  }

  /** Packs the package into the folder `into` and returns the path of the tarball. */
  static pack(root: string, into: string): string {
    const { status, stdout, stderr } = spawnSync('npm', ['pack', '--pack-destination', into], {
      cwd: root,
      encoding: 'utf8',
      // npm pack also records the examples of `conform explain`.
      timeout: 2 * longestMs,
    });
    if (status !== 0) throw new Error(`${stdout}${stderr}`);
    const [file] = readdirSync(into).filter((name) => name.endsWith('.tgz'));
    if (file === undefined) throw new Error('npm pack wrote no file');
    return join(into, file);
  }

  /** Creates a project in an empty folder, and installs this Node version and the package in it. */
  static install(folder: string, version: string, tarball: string): TestProject {
    const project = new TestProject(folder, version);
    writeFileSync(join(folder, 'package.json'), '{ "name": "a-client", "private": true }\n');
    const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
    project.must('npm', [...npm, '--prefix', 'tools', `${nodePackage()}@${version}`]);
    const { said } = project.run('node', ['--version']);
    if (said.trim() !== `v${version}`) throw new Error(`Node ${said.trim()} runs, and not ${version}`);
    project.must('npm', [...npm, '--save-dev', tarball]);
    return project;
  }

  run(program: string, args: readonly string[]): Ran {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.folder,
      env: this.#env,
      encoding: 'utf8',
      timeout: longestMs,
    });
    return { code: status, said: `${stdout}${stderr}` };
  }

  /** Runs a program in the project and returns its output. Throws unless the exit code is 0. */
  must(program: string, args: readonly string[]): string {
    const { code, said } = this.run(program, args);
    if (code !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${code ?? 'none'}\n${said}`);
    return said;
  }

  conform(args: readonly string[]): Ran {
    return this.run('npx', ['--no-install', 'conform', ...args]);
  }

  /**
   * Throws if the installed packages exceed `most`, in number or in total size. The size of a file is rounded
   * up to disk blocks of 4 KiB.
   */
  requireSmall(most: { readonly mebibytes: number; readonly packages: number }): void {
    const modules = join(this.folder, 'node_modules');
    const found = {
      mebibytes: Math.ceil(bytesIn(modules) / 1024 / 1024),
      packages: globSync(['**/node_modules/*/package.json', '**/node_modules/@*/*/package.json'], {
        cwd: this.folder,
        exclude: (name) => name === 'tools',
      }).length,
    };
    console.log(`  ${found.mebibytes} MiB in ${found.packages} packages`);
    if (found.mebibytes > most.mebibytes || found.packages > most.packages)
      throw new Error(`at most ${most.mebibytes} MiB and ${most.packages} packages`);
  }
}

const nodePackage = (): string =>
  `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + Math.ceil(lstatSync(join(parentPath, name)).size / 4096) * 4096,
      0,
    );
}
