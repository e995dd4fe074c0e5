import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { renderAnnotations } from '../report/annotations';
import { renderMarkdown } from '../report/markdown';
import { reportOf } from '../report/model/report';
import type { Surroundings } from './surroundings';
import { complain } from './surroundings';
import type { Results } from '../judging/results';

interface InCi {
  readonly json?: boolean | undefined;
}

/**
 * Has GitHub take nothing for a command that is printed meanwhile: what a service answers stands in the messages, and
 * the runner finds `##[stop-commands]` wherever in a line it stands. With `json`, stdout holds the results alone.
 */
export async function shielded<Value>(
  { json }: Pick<InCi, 'json'>,
  { env, stdout }: Surroundings,
  act: () => Promise<Value> | Value,
): Promise<Value> {
  if (env.GITHUB_ACTIONS !== 'true' || json === true) return act();
  const token = randomUUID();
  stdout.write(`::stop-commands::${token}\n`);
  try {
    return await act();
  } finally {
    stdout.write(`::${token}::\n`);
  }
}

/**
 * Reports the outcome to the CI service that this runs in: annotations on GitHub, and the summary on the page of the job
 * where `GITHUB_STEP_SUMMARY` names the file of it. With `json`, stdout holds nothing but the results.
 */
export function tellCi(results: Results, { json }: InCi, surroundings: Surroundings): void {
  const { env, stdout, stderr } = surroundings;
  if (env.GITHUB_ACTIONS === 'true')
    (json === true ? stderr : stdout).write(renderAnnotations(reportOf(results)));
  const page = env.GITHUB_STEP_SUMMARY;
  if (page === undefined || page === '') return;
  try {
    appendFileSync(page, `${renderMarkdown(reportOf(results))}\n`);
  } catch (error) {
    // The verdict stands, whether the page of the job can show it or not.
    complain(surroundings, `GITHUB_STEP_SUMMARY cannot be written: ${(error as Error).message}`);
  }
}
