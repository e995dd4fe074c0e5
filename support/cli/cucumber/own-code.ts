import { join } from 'node:path';

/** The files that Cucumber loads of the suite: hooks and steps by `require`, its plugins and its formatter by `import`. */
interface OwnCode {
  readonly steps: readonly string[];
  readonly results: string;
  readonly progress: string;
  readonly summary: string;
}

const sources: OwnCode = {
  steps: ['support/hooks.ts', 'steps/**/*.steps.ts'],
  results: './support/cli/cucumber/plugin.cjs',
  progress: './support/cli/cucumber/progress.cjs',
  summary: './support/cli/cucumber/summary.cjs',
};

/** What the build writes beside the bundle that this code is then part of. */
const compiled: OwnCode = {
  steps: [join(__dirname, 'steps.cjs')],
  results: join(__dirname, 'results.cjs'),
  progress: join(__dirname, 'progress.cjs'),
  summary: join(__dirname, 'summary.cjs'),
};

export const ownCode = __filename.endsWith('.ts') ? sources : compiled;
