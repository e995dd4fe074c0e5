import { defaultRetention, defaultReports, historyIn } from '../run/history-retention';
import type { Surroundings } from './surroundings';
import { keepLimit, nonce, obligationIds, wholeNumberParser } from './option-values';

type Act = (args: readonly string[], options: never, surroundings: Surroundings) => Promise<number> | number;

/** An option of a command: its flags, the text in the help, and further settings. */
export type OptionRow = readonly [flags: string, help: string, more?: More];

interface More {
  readonly choices?: readonly string[];
  readonly parse?: (text: string, before?: never) => unknown;
  /** The value if the user omits the option. The help shows `told` instead, if set. */
  readonly default?: unknown;
  readonly told?: string;
  /** Camel-case names of the options that cannot be combined with this one. */
  readonly conflicts?: string | readonly string[];
  readonly isNeeded?: true;
  /** The suite passes this option only to its own child processes; the help does not list it. */
  readonly isOwn?: true;
}

/** The declaration of a command. `act` loads the command's code only when the command runs. */
export interface CommandRow {
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly (readonly [name: string, help: string])[];
  readonly options: readonly OptionRow[];
  readonly after?: string;
  /** Whether everything after the first argument is an argument too, even if it looks like an option. */
  readonly passesThrough?: true;
  readonly act: () => Promise<Act>;
}

/** The options that several commands share. An option of a single command is declared in the command's row. */
export const sharedOptions = {
  target: (help = 'target file', more: More = {}): OptionRow => ['--target <file>', help, more],
  profileKey: [
    '--profile-key <file>',
    'PEM file with the public key of the operator who signed the field profile that the target extends, if the profile does not come with the suite (default: the file that the variable CONFORM_PROFILE_KEY names)',
  ] as OptionRow,
  subject: [
    '--subject <subject>',
    'whose obligations to check',
    { choices: ['service', 'integrator'] },
  ] as OptionRow,
  only: [
    '--only <ids>',
    'obligation ids, separated by commas: a narrowed run, never a certificate',
    { parse: obligationIds },
  ] as OptionRow,
  mustSee: [
    '--must-see <ids|file>',
    'exit code 3 if one of these obligations was not judged: ids separated by commas, or a file with one id on each line',
  ] as OptionRow,
  waivers: [
    '--waivers <file>',
    'file of approved exceptions: known failures with an expiry date, which do not fail the run',
  ] as OptionRow,
  reports: [
    '--reports <dir>',
    `write to exactly this folder, without history: replaces the report in it, and refuses to replace a report that this suite did not write (default: a folder of its own in ${historyIn(defaultReports)}; ${defaultReports} shows the newest whole run)`,
  ] as OptionRow,
  keep: [
    '--keep <limit>',
    `how much of ${historyIn(defaultReports)} to keep: a number of runs, a size in MB or GB, or both, besides the newest of each kind; narrowed runs and traffic are deleted first, then the oldest`,
    { parse: keepLimit, default: defaultRetention, told: '50,500MB', conflicts: 'reports' },
  ] as OptionRow,
  nonce: (
    help = 'challenge nonce of your certifier: it shows that this was done for them, and when at the earliest',
  ): OptionRow => ['--nonce <nonce>', help, { parse: nonce }],
  /** The option `--reports` of commands that read reports instead of writing them. */
  from: (help = 'folder with the reports and their history'): OptionRow => [
    '--reports <dir>',
    help,
    { default: defaultReports },
  ],
  json: (what = 'results.json with the folder of the run instead of the summary'): OptionRow => [
    '--json',
    `print ${what}`,
  ],
  port: (help: string, most: number): OptionRow => [
    '--port <n>',
    help,
    { parse: wholeNumberParser(0, most), default: 0 },
  ],
  perClient: [
    '--per-client',
    'also write a report of each client, below clients/ in the folder of the reports',
  ] as OptionRow,
  for: [
    '--for <seconds>',
    'stop after this many seconds',
    { parse: wholeNumberParser(1, 7 * 24 * 3600) },
  ] as OptionRow,
  count: [
    '--count <n>',
    'stop after this many exchanges',
    { parse: wholeNumberParser(1, Number.MAX_SAFE_INTEGER) },
  ] as OptionRow,
} as const;

/** The options of a command that always judges the same subject. */
export const reportOptions = (json?: string): readonly OptionRow[] => [
  sharedOptions.only,
  sharedOptions.mustSee,
  sharedOptions.waivers,
  sharedOptions.nonce(),
  sharedOptions.reports,
  sharedOptions.keep,
  sharedOptions.json(json),
];

/** The options of commands that judge either subject, or both. */
export const judgingOptions = (json?: string): readonly OptionRow[] => [
  sharedOptions.subject,
  ...reportOptions(json),
];
