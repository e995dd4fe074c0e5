import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import type { Keep } from '../../run/keep';
import { defaultKeep, defaultReports, historyIn, parseKeep } from '../../run/keep';

/** The options that several commands have; what one command alone has stands with it. */
export const options = {
  target: (help = 'target file') => new Option('--target <file>', help),
  subject: () =>
    new Option('--subject <subject>', 'whose obligations to check').choices(['service', 'integrator']),
  only: (more = '') =>
    new Option('--only <ids>', `obligation ids, separated by commas${more}`).argParser(obligationIds),
  waivers: () =>
    new Option(
      '--waivers <file>',
      'file of approved exceptions: known failures with an expiry date, which do not fail the run',
    ),
  reports: (folder: string = defaultReports) =>
    new Option(
      '--reports <dir>',
      `write to exactly this folder, without history: replaces the report in it, and refuses to replace a report that this suite did not write (default: ${folder}; the previous report goes to ${historyIn(defaultReports)})`,
    ),
  keep: () =>
    new Option(
      '--keep <limit>',
      `how much of ${historyIn(defaultReports)} to keep: a number of runs, a size in MB or GB, or both; partial runs and the oldest are deleted first`,
    )
      .argParser(keepLimit)
      .default(defaultKeep, '50,500MB')
      .conflicts('reports'),
  nonce: (
    help = 'challenge nonce of your certifier: it shows that this was done for them, and when at the earliest',
  ) => new Option('--nonce <nonce>', help).argParser(nonceOf),
  /** Of a command that reads reports. */
  from: (help = 'folder with the reports and their history') =>
    new Option('--reports <dir>', help).default(defaultReports),
  json: (what = 'results.json instead of the summary') => new Option('--json', `print ${what}`),
  port: (help: string, parse: (text: string) => number) =>
    new Option('--port <n>', help).argParser(parse).default(0),
  perClient: () =>
    new Option(
      '--per-client',
      'also write a report of each client, below clients/ in the folder of the reports',
    ),
  for: () =>
    new Option('--for <seconds>', 'stop after this many seconds').argParser(wholeNumber(1, 7 * 24 * 3600)),
  count: () =>
    new Option('--count <n>', 'stop after this many exchanges').argParser(
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    ),
  host: () => new Option('--host <address>', 'address to listen on').default('127.0.0.1'),
} as const;

/** The options of every command that judges traffic; `reports`: where its report goes by default. */
export function addJudgingOptions(command: Command, reports: string, json?: string): Command {
  return addReportOptions(command.addOption(options.subject()), reports, json);
}

/** The same, where the subject is known. */
export function addReportOptions(command: Command, reports: string, json?: string): Command {
  return command
    .addOption(options.only())
    .addOption(options.waivers())
    .addOption(options.nonce())
    .addOption(options.reports(reports))
    .addOption(options.keep())
    .addOption(options.json(json));
}

function keepLimit(text: string): Keep {
  const keep = parseKeep(text);
  if (keep !== undefined) return keep;
  throw new InvalidArgumentError('a number of runs, a size in MB or GB, or both as in 50,500MB');
}

/** Fit for a file name, an address and a shell; long enough not to be guessed. */
export const nonceForm = {
  is: (text: string) => /^[A-Za-z0-9][A-Za-z0-9._~+/=-]{7,127}$/.test(text),
  words: '8 to 128 letters, digits and . _ ~ + / = -, as made by openssl rand -hex 16',
} as const;

function nonceOf(text: string): string {
  if (nonceForm.is(text)) return text;
  throw new InvalidArgumentError(nonceForm.words);
}

/** The ids of `--only` as they stand there: `checkOnly` looks whether there are such obligations. */
function obligationIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  return ids.filter((id) => id !== '');
}

/** Before a command acts. Throws a ConfigurationError for an id of `--only` that no obligation has. */
export async function checkOnly(command: Command): Promise<void> {
  const { only } = command.opts<{ readonly only?: readonly string[] }>();
  if (only === undefined) return;
  const { checkIds } = await import('../../run/settings.ts');
  command.setOptionValue('only', checkIds(only));
}

/** Reads a whole number from an option; `more` says what else it has to be. */
export const wholeNumber =
  (least: number, most: number, more = '') =>
  (text: string): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`a whole number from ${least} to ${most}${more}`);
  };

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** `90s`, `20m`, `2h` as milliseconds. */
export function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  if (count === '') throw new InvalidArgumentError('a whole number with its unit, as in 90s, 20m or 2h');
  return Number(count) * milliseconds[unit as keyof typeof milliseconds];
}

/** A whole number that JSON keeps exactly. */
export function parseSeed(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number of up to 15 digits');
  return Number(text);
}
