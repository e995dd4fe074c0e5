import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SecretRedactor } from '../../exchange/secret-redactor';
import { ConfigurationError } from '../../targets/errors';
import { shapeProblem } from '../../targets/shape-problem';
import { readReportText } from '../runs/read-report-text';
import { resultsName, signOffName } from '../runs/own-files';
import type { Results } from '../../judging/results';
import { readReports } from '../runs/read-run';
import { writeRendered } from '../runs/write-run';
import type { SignOff, ReviewerDecision } from './sign-off';
import { digestOfResults, flawOf } from './sign-off';

/** How a statement is checked. */
interface Signing {
  /** A text without the secrets in it, where some are known; by default, without what shows as one by its form. */
  readonly hide?: (text: string) => string;
  /** Of results.json as the reviewer saw it: a report that was replaced meanwhile is not signed off. */
  readonly digest?: string;
  /** Of the sign-off that stood there, as `signOffDigestIn` gives it: what was decided meanwhile is not replaced. */
  readonly standing?: string;
  readonly now?: Date;
}

/**
 * Puts a decision beside the results of a folder, in place of an earlier one, and renders the report again: all of it
 * or nothing. Throws a ConfigurationError where the statement cannot stand, holds what shows as a secret, or the
 * results are not those that were reviewed.
 */
export async function writeSignOff(
  folder: string,
  statement: ReviewerDecision,
  signing: Signing = {},
): Promise<SignOff> {
  const reports = await readReports(folder);
  const digest = digestIn(folder);
  const standing = signOffDigestIn(folder);
  if (signing.digest !== undefined && signing.digest !== digest) throw replaced(folder);
  if (signing.standing !== undefined && signing.standing !== standing) throw decidedMeanwhile(folder);
  const signOff = soundSignOff(statement, reports.results, digest, signing);
  writeRendered(
    folder,
    { ...reports, signOff: { signOff } },
    {
      others: { [signOffName]: `${JSON.stringify(signOff, null, 2)}\n` },
      // Another process may have judged the same run again since it was read, or signed it off.
      stillRight: () => digestIn(folder) === digest && signOffDigestIn(folder) === standing,
    },
  );
  return signOff;
}

/** `sha256:…` of the results in a folder. */
export function digestIn(folder: string): string {
  return digestOfResults(readReportText(join(folder, resultsName)));
}

/** `sha256:…` of the sign-off in a folder; empty where there is none. */
export function signOffDigestIn(folder: string): string {
  const file = join(folder, signOffName);
  return existsSync(file) ? digestOfResults(readReportText(file)) : '';
}

/**
 * The sign-off that a statement on results makes. Throws a ConfigurationError where it cannot stand, or holds a secret.
 */
export function soundSignOff(
  statement: ReviewerDecision,
  results: Results,
  digest: string,
  signing: Pick<Signing, 'hide' | 'now'> = {},
): SignOff {
  const signOff = madeOf(statement, results, digest);
  requireSound(signOff, results, signing);
  return signOff;
}

/** In one order, and without what is empty: a form sends that. */
function madeOf(
  { name, decision, remarks = '', conditions = [], date }: ReviewerDecision,
  results: Results,
  digest: string,
): SignOff {
  const wanted = conditions.map((each) => each.trim()).filter((each) => each !== '');
  return {
    version: 1,
    run: results.run.id,
    results: digest,
    name: name.trim(),
    decision,
    ...(remarks.trim() !== '' && { remarks: remarks.trim() }),
    ...(wanted.length > 0 && { conditions: wanted }),
    date,
  };
}

const hints: Readonly<Record<string, string>> = {
  name: 'say who decides',
  conditions: 'name the conditions of a decision that has some, and none of any other',
  remarks: 'say why in up to 4000 characters',
  date: 'a day that the calendar has, as in 2026-12-31',
};

function requireSound(signOff: SignOff, results: Results, { hide = hideByForm, now }: Signing): void {
  const { name, remarks = '', conditions = [], date } = signOff;
  const texts = Object.entries({ name, remarks, conditions: conditions.join('\n') });
  const telling = texts.find(([, text]) => hide(text) !== text);
  if (telling !== undefined)
    throw wrong(
      telling[0],
      'holds what shows as a secret',
      'leave tokens and keys out: a report is passed on',
    );
  const problem = shapeProblem('sign-off', signOff);
  if (problem !== undefined) {
    const member = problem.path[0] ?? (problem.message.includes('conditions') ? 'conditions' : '');
    throw wrong(member, problem.message, hints[member] ?? 'docs/guides/reports.md shows a sign-off');
  }
  const flaw = flawOf(signOff, results);
  if (flaw !== undefined) throw wrong('', flaw, 'say why under remarks, and date it when it was decided');
  if (date > lastDay(now ?? new Date()))
    throw wrong('date', 'is in the future', 'date it when it was decided');
}

const hideByForm = (text: string): string => new SecretRedactor().text(text);

/** Days begin earlier in the east than in UTC. */
const lastDay = (now: Date): string => new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);

function wrong(member: string, message: string, hint: string): ConfigurationError {
  const at = member === '' ? 'the sign-off' : `sign-off.${member}`;
  return new ConfigurationError(message, { at }, hint);
}

function replaced(folder: string): ConfigurationError {
  return new ConfigurationError(
    'are not the results that were reviewed: they were replaced meanwhile',
    { file: join(folder, resultsName) },
    'look at the report again, then sign it off',
  );
}

function decidedMeanwhile(folder: string): ConfigurationError {
  return new ConfigurationError(
    'has been written meanwhile, in another tab or by another person',
    { file: join(folder, signOffName) },
    'look at the decision that stands there, then decide again',
  );
}
