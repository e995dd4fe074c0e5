import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { renderAnnotations } from '../report/annotations';
import { renderMarkdown } from '../report/markdown';
import type { EvidenceBySeq } from '../report/evidence';
import type { Report } from '../report/model/report';
import { reportOf } from '../report/model/report';
import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';
import { makeTerminalSafe } from '../contract/printable';
import type { Results } from '../judging/results';

interface InCi {
  readonly json?: boolean | undefined;
}

/**
 * Stops GitHub from executing workflow commands in the output of `act`. The output contains text from
 * services, and the runner recognises a command such as `##[stop-commands]` anywhere in a line. With `json`,
 * only calls `act`, because stdout must contain nothing but the results.
 */
export async function withoutWorkflowCommands<Value>(
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
 * Prints lines to stderr while another program writes to the same output. On GitHub, writes the lines together
 * with {@link withoutWorkflowCommands}'s commands, so that those of the other program still work.
 */
export function printBetweenWorkflowCommands({ env, stderr }: Surroundings, text: string): void {
  if (env.GITHUB_ACTIONS !== 'true') {
    printErrorLine({ stderr }, text);
    return;
  }
  const token = randomUUID();
  // Write everything at once, so that no line of the other program comes in between.
  stderr.write(`::stop-commands::${token}\n${makeTerminalSafe(text)}\n::${token}::\n`);
}

/**
 * Reports the outcome to GitHub: as annotations, and as a job summary if `GITHUB_STEP_SUMMARY` names a file.
 * With `json`, annotations go to stderr, because stdout must contain only the results.
 */
export function reportToCi(
  { results, evidence }: { readonly results: Results; readonly evidence?: EvidenceBySeq | undefined },
  { json }: InCi,
  surroundings: Surroundings,
): void {
  const { env, stdout, stderr } = surroundings;
  const report = (): Report => reportOf(results, undefined, evidence);
  if (env.GITHUB_ACTIONS === 'true') (json === true ? stderr : stdout).write(renderAnnotations(report()));
  const page = env.GITHUB_STEP_SUMMARY;
  if (page === undefined || page === '') return;
  try {
    appendFileSync(page, `${renderMarkdown(report())}\n`);
  } catch (error) {
    // Only print the error: a summary that cannot be written must not change the exit code.
    printErrorLine(surroundings, `GITHUB_STEP_SUMMARY cannot be written: ${(error as Error).message}`);
  }
}
