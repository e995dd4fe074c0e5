import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { suiteRoot } from '../../contract/suite-root';
import type { Language } from './languages';

/** Services that run a team's jobs, with the file that each reads. */
export const ciFiles = {
  github: '.github/workflows/conformance.yml',
  gitlab: 'conformance.gitlab-ci.yml',
} as const;

export type Ci = keyof typeof ciFiles;

interface About {
  readonly language: Language;
  /** The target file, as its folder has it. */
  readonly target: string;
}

/** A job that certifies a client on every push. */
export function ciFile(ci: Ci, about: About): string {
  return ci === 'github' ? gitHubWorkflow(about) : gitLabJob(about);
}

/** Pinned by commit: what runs beside secrets is not to change by itself. */
const actions = {
  checkout: 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683',
  node: 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020',
  upload: 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02',
} as const;

function gitHubWorkflow({ language, target }: About): string {
  return [
    '# Certifies this client on every push. Exit codes: 0 conforms, 1 does not conform, 2 usage or configuration, 3 incomplete.',
    stringify(
      {
        name: 'Conformance',
        on: ['push', 'pull_request'],
        permissions: { contents: 'read' },
        jobs: {
          conformance: {
            'runs-on': 'ubuntu-24.04',
            'timeout-minutes': 30,
            steps: [
              { uses: actions.checkout },
              { uses: actions.node, with: { 'node-version': 24 } },
              ...language.setup.github,
              { run: install() },
              { run: run(target) },
              {
                uses: actions.upload,
                if: 'always()',
                with: { name: 'conformance-reports', path: 'reports' },
              },
            ],
          },
        },
      },
      { lineWidth: 0 },
    ),
  ].join('\n');
}

function gitLabJob({ language, target }: About): string {
  return [
    '# Certifies this client on every push. In .gitlab-ci.yml: include: conformance.gitlab-ci.yml',
    '# Exit codes: 0 conforms, 1 does not conform, 2 usage or configuration, 3 incomplete.',
    stringify(
      {
        conformance: {
          image: 'node:24',
          before_script: [...language.setup.gitlab, install()],
          script: [run(target)],
          artifacts: { when: 'always', paths: ['reports'], reports: { junit: 'reports/junit.xml' } },
        },
      },
      { lineWidth: 0 },
    ),
  ].join('\n');
}

/** Beside what the project has installed, and without a change to it. */
function install(): string {
  const { name, version } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  return `npm install --no-save ${name}@${version}`;
}

const run = (target: string): string =>
  `npx --no-install conform run --target ${target} --subject integrator --reports reports`;
