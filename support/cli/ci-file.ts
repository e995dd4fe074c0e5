import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Document, isPair, isScalar, visit } from 'yaml';
import { shellWord } from '../contract/shell-word';
import { suiteRoot } from '../contract/suite-root';
import { exitCodesText } from './exit-codes';
import { textIfReadable } from './folder-contents';

/** Path of the job file for each CI service that `conform init` supports. */
export const ciFiles = {
  github: '.github/workflows/conformance.yml',
  gitlab: 'conformance.gitlab-ci.yml',
} as const;

export type Ci = keyof typeof ciFiles;

/** The CI job steps that install the adapter's programming language. */
export interface Setup {
  /** Steps of a GitHub workflow. */
  readonly github: readonly Readonly<Record<string, unknown>>[];
  /** Shell commands that run as root on Debian. */
  readonly gitlab: readonly string[];
  /** The commands that install a client's packages, by the file that lists them. The first file found counts. */
  readonly packages: readonly PackageList[];
}

interface PackageList {
  /** Name of the file that lists the client's packages. */
  readonly there: string;
  /**
   * The file lists packages only if it contains at least one of these lines. A file such as pyproject.toml often contains
   * only settings of tools.
   */
  readonly anyLine?: readonly string[];
  /** The shell command that installs them, in the folder of that file. */
  readonly run: string;
  /** Debian packages that the command needs in addition to those of the setup. */
  readonly debian?: readonly string[];
  /** Whether the command is the example in a job for a client without a list. By default that is the first command. */
  readonly isExample?: boolean;
}

/** The command that installs the client's packages, and the path of its folder from the top of the repository. */
export interface PackageInstall extends PackageList {
  readonly folder: string;
}

interface About {
  readonly setup: Setup;
  /** Path of the target file, relative to `folder`. */
  readonly target: string;
  /** Path of the target file's folder, relative to the top of the repository; `.` for the top itself. */
  readonly folder: string;
  /** `undefined` if the repository contains no file that lists packages. */
  readonly packages?: PackageInstall;
}

/**
 * Returns the command that installs the client's packages. Looks for the file that lists them in `folder` and
 * in the folders above it, up to the top of the repository.
 */
export function findPackages(
  { packages }: Pick<Setup, 'packages'>,
  top: string,
  folder: string,
): PackageInstall | undefined {
  const found = packages.find((list) => listsPackages(join(top, folder, list.there), list));
  if (found !== undefined) return { ...found, folder };
  return folder === '.' ? undefined : findPackages({ packages }, top, posix.dirname(folder));
}

function listsPackages(file: string, { anyLine }: PackageList): boolean {
  if (anyLine === undefined) return existsSync(file);
  const lines = textIfReadable(file)?.split('\n') ?? [];
  return lines.some((line) => anyLine.includes(line.trim()));
}

/** Returns the content of the file for a CI job that certifies a client on every push. */
export function ciFile(ci: Ci, about: About): string {
  return ci === 'github' ? gitHubWorkflow(about) : gitLabJob(about);
}

/** GitHub actions, pinned by commit. A tag can be moved to other code, which could read the job's secrets. */
const actions = {
  checkout: 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2',
  node: 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0',
  upload: 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2',
} as const;

const codes = `Exit codes: ${exitCodesText}.`;
const source =
  'The suite is the file that npm pack in its clone writes: commit it beside the target file, or name its address.';

/** Stands for the commented line in the document, until {@link yamlOf} writes that line. */
const noPackages = 'NO PACKAGES';

function gitHubWorkflow({ setup, target, folder, packages }: About): string {
  const steps = [
    { uses: actions.checkout },
    { uses: actions.node, with: { 'node-version': 24 } },
    ...setup.github,
    packages === undefined
      ? noPackages
      : {
          ...(packages.folder !== folder && { 'working-directory': packages.folder }),
          run: packages.run,
        },
    { run: install() },
    { run: run(target) },
    {
      uses: actions.upload,
      if: 'always()',
      with: { name: 'conformance-reports', path: posix.join(folder, 'reports') },
    },
  ];
  const job = {
    'runs-on': 'ubuntu-24.04',
    'timeout-minutes': 30,
    ...(folder !== '.' && { defaults: { run: { 'working-directory': folder } } }),
    steps,
  };
  const content = {
    name: 'Conformance',
    on: ['push', 'pull_request'],
    permissions: { contents: 'read' },
    jobs: { conformance: job },
  };
  return yamlOf(
    ['Certifies this client on every push.', source, codes],
    content,
    `- run: ${exampleOf(setup)}`,
  );
}

function gitLabJob({ setup, target, folder, packages }: About): string {
  const reports = posix.join(folder, 'reports');
  const enter = folder === '.' ? [] : [`cd ${shellWord(folder)}`];
  const heading = `Certifies this client on every push. In .gitlab-ci.yml: include: ${ciFiles.gitlab}`;
  const content = {
    conformance: {
      image: 'node:24',
      before_script: [...setup.gitlab, ...packageLines(packages), ...enter, install()],
      script: [run(target)],
      artifacts: { when: 'always', paths: [reports], reports: { junit: `${reports}/junit.xml` } },
    },
  };
  return yamlOf([heading, source, codes], content, `- ${exampleOf(setup)}`);
}

/** Returns the lines of a GitLab job that install the client's packages, from the top of the repository. */
function packageLines(packages: PackageInstall | undefined): string[] {
  if (packages === undefined) return [noPackages];
  const { folder, run, debian = [] } = packages;
  const tools =
    debian.length === 0 ? [] : [`apt-get install -y -qq --no-install-recommends ${debian.join(' ')}`];
  return [...tools, folder === '.' ? run : `(cd ${shellWord(folder)} && ${run})`];
}

const exampleOf = ({ packages }: Setup): string =>
  (packages.find(({ isExample }) => isExample) ?? packages[0])?.run ?? '';

/**
 * Converts the content to YAML. If a value of `uses` contains ` #`, the part after it (the release) becomes a
 * YAML comment. An item {@link noPackages} becomes the comment `example`.
 */
function yamlOf(heading: readonly string[], content: unknown, example: string): string {
  const document = new Document(content);
  document.commentBefore = heading.map((line) => ` ${line}`).join('\n');
  visit(document, {
    Pair(_key, pair) {
      if (!isPair(pair) || !isScalar(pair.key) || pair.key.value !== 'uses' || !isScalar(pair.value)) return;
      const [action, release] = String(pair.value.value).split(' #');
      Object.assign(pair.value, { value: action, comment: release });
    },
  });
  return document
    .toString({ lineWidth: 0 })
    .replace(`- ${noPackages}`, () => `# ${example}   # the packages of your client, if it needs any`);
}

/**
 * Folder for the suite in a job. In the client's own node_modules, npm would install over the packages of
 * another package manager.
 */
const suiteFolder = '.conformance';

/** Returns the command that installs the suite without changing the client's packages. */
function install(): string {
  const { name, version } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  return `npm install --no-save --prefix ${suiteFolder} "$PWD/${name}-${version}.tgz"`;
}

const run = (target: string): string =>
  `${suiteFolder}/node_modules/.bin/conform run --target ${shellWord(target)} --subject integrator --reports reports`;
