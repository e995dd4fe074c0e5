import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const root = join(__dirname, '../..');

const covered = [
  /\.md$/,
  /^features\/.*\.feature$/,
  /^(support|steps|mutants|bench|scripts|vectors\/generate)\/.*\.tsx?$/,
  /^(bin|scripts)\/.*\.cjs$/,
  /^cucumber\.cjs$/,
  /^docs\/site\/[^/]+\.yml$/,
  /^(adapters|examples)\/.*\.(ya?ml|cjs|mjs|mts|java|php)$/,
];

/** What people read from top to bottom: there a long sentence costs them most. Decisions and the changelog are not. */
export function isReadThrough(file: string): boolean {
  return /(^|\/)(README|CONTRIBUTING)\.md$|^docs\/(guides\/)?[^/]+\.md$|^features\/.+\.feature$/.test(file);
}

/** What people read, by path in the repository. */
export function proseFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => covered.some((each) => each.test(file)));
}
