import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Document, isPair, isScalar, visit } from 'yaml';
import { suiteRoot } from '../contract/suite-root';
import { exitCodesText } from './exit-codes';

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
}

interface About {
  readonly setup: Setup;
  /** Path of the target file, relative to `folder`. */
  readonly target: string;
  /** Path of the target file's folder, relative to the top of the repository; `.` for the top itself. */
  readonly folder: string;
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

function gitHubWorkflow({ setup, target, folder }: About): string {
  const steps = [
    { uses: actions.checkout },
    { uses: actions.node, with: { 'node-version': 24 } },
    ...setup.github,
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
  return yamlOf(['Certifies this client on every push.', source, codes], {
    name: 'Conformance',
    on: ['push', 'pull_request'],
    permissions: { contents: 'read' },
    jobs: { conformance: job },
  });
}

function gitLabJob({ setup, target, folder }: About): string {
  const reports = posix.join(folder, 'reports');
  const enter = folder === '.' ? [] : [`cd ${JSON.stringify(folder)}`];
  const heading = `Certifies this client on every push. In .gitlab-ci.yml: include: ${ciFiles.gitlab}`;
  return yamlOf([heading, source, codes], {
    conformance: {
      image: 'node:24',
      before_script: [...setup.gitlab, ...enter, install()],
      script: [run(target)],
      artifacts: { when: 'always', paths: [reports], reports: { junit: `${reports}/junit.xml` } },
    },
  });
}

/**
 * Converts the content to YAML. If a value of `uses` contains ` #`, the part after it (the release) becomes a
 * YAML comment.
 */
function yamlOf(heading: readonly string[], content: unknown): string {
  const document = new Document(content);
  document.commentBefore = heading.map((line) => ` ${line}`).join('\n');
  visit(document, {
    Pair(_key, pair) {
      if (!isPair(pair) || !isScalar(pair.key) || pair.key.value !== 'uses' || !isScalar(pair.value)) return;
      const [action, release] = String(pair.value.value).split(' #');
      Object.assign(pair.value, { value: action, comment: release });
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** Returns the command that installs the suite without changing the project's package.json or lock file. */
function install(): string {
  const { name, version } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  return `npm install --no-save ./${name}-${version}.tgz`;
}

const run = (target: string): string =>
  `npx --no-install conform run --target ${JSON.stringify(target)} --subject integrator --reports reports`;
