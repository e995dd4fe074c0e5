import { signingKeyVariable } from '../report/pack/sign';
import { signOffDecisions, reviewEnding } from '../report/sign-off/sign-off';
import type { CommandRow, OptionRow } from './option-rows';
import { sharedOptions } from './option-rows';
import { appended, pdfName, product, wholeNumberParser } from './option-values';

const anEntry = [
  '[entry]',
  'an earlier report: its name in the history, the beginning of its id, or its folder',
] as const;

const decisionOptions: readonly OptionRow[] = [
  ['--by <name>', 'with --sign-off: who decides'],
  ['--remarks <text>', 'with --sign-off: why'],
  [
    '--condition <text>',
    'with --sign-off accepted-with-conditions: what must hold; may be repeated',
    { parse: appended },
  ],
];

const report: CommandRow = {
  name: 'report',
  description:
    'Render the reports of a run again from results.json and recording.jsonl, sign them off, and pack them.',
  arguments: [anEntry],
  options: [
    sharedOptions.from(),
    [
      '--sign-off <decision>',
      'put the decision of a reviewer beside the results; with --by',
      { choices: signOffDecisions },
    ],
    ...decisionOptions,
    [
      '--pack [file]',
      `write an evidence pack too, evidence-pack.zip in the folder unless a file is named; signed where ${signingKeyVariable} holds a private Ed25519 or ECDSA P-256 key`,
    ],
    [
      '--sign-with <command>',
      'sign with a command, which reads the bytes to sign on stdin and writes the signature: for PKCS#11 tokens and key management services',
    ],
    [
      '--public-key <file>',
      'PEM file with the public key of --sign-with: the signature names it, and is checked at once',
    ],
    [
      '--allure',
      "make Allure's report too, in allure-report beside it; needs Java and the packages of Allure",
      { conflicts: 'json' },
    ],
    [
      '--pdf <file>',
      'print the compliance report as PDF too; needs Chromium, Chrome or Edge, and CHROMIUM names another',
      { parse: pdfName, conflicts: 'json' },
    ],
    sharedOptions.json('what was written as JSON'),
  ],
  after:
    "Exit codes: 0 all is made, 2 usage or configuration, 3 without Java Allure's report is not made, and without Chromium the PDF is not.",
  act: async () => (await import('./report.ts')).report,
};

const history: CommandRow = {
  name: 'history',
  description: 'List the runs whose reports are kept.',
  options: [sharedOptions.from(), sharedOptions.json('the entries as JSON')],
  after:
    'Report 1 is the newest one that has no name. diff and report take an entry by number, name, path, or the beginning of its id.',
  act: async () => (await import('./history.ts')).history,
};

const signOffOptions: readonly OptionRow[] = [
  [
    '--sign-off <decision>',
    `if it verifies, sign a decision on it with your own key, into a file beside it that ends in ${reviewEnding}; with --by and --sign`,
    { choices: signOffDecisions, conflicts: 'reviewerKey' },
  ],
  ...decisionOptions,
  ['--sign <file>', 'with --sign-off: PEM file with your private key, Ed25519 or ECDSA P-256'],
  ['--replace', 'with --sign-off: also in place of what another key signed'],
];

const verify: CommandRow = {
  name: 'verify',
  description:
    'Check an evidence pack offline: its members, its signature, and its verdicts, which are judged again from the recording.',
  arguments: [['<pack>', 'zip file that conform report --pack wrote']],
  options: [
    [
      '--key <file>',
      'PEM file with the public key of the expected signer: Ed25519 or ECDSA P-256; of several, one must have signed',
      { parse: appended },
    ],
    [
      '--reviewer-key <file>',
      'PEM file with the public key of the reviewer who must have signed the pack off, beside it; of several, one must have',
      { parse: appended },
    ],
    [
      '--profile-key <file>',
      'PEM file with the public key of the operator who must have signed the field profile of the run, if it does not come with the suite',
    ],
    sharedOptions.nonce('challenge nonce that the run must have been made for'),
    [
      '--conforms [subject]',
      'only a certificate will do: every subject conforms, so no narrowed run, no self-test, no traffic and no challenge; of this subject, or of each subject under test',
      { choices: ['service', 'integrator'] },
    ],
    ['--product <name@version>', 'with --conforms: of this product', { parse: product }],
    [
      '--max-age <days>',
      'with --conforms: of a run that ended so many days ago at most',
      { parse: wholeNumberParser(0, 36_500) },
    ],
    ...signOffOptions,
    sharedOptions.json('what was found as JSON'),
  ],
  act: async () => (await import('./verify.ts')).verify,
};

const diff: CommandRow = {
  name: 'diff',
  description:
    'Compare two reports: verdicts, clients of traffic, and answers of services. Exit code 1 if a verdict became worse, a client newly breaks something, or the exception for a failure ended.',
  arguments: [
    [
      '[old]',
      'the earlier report: an entry of conform history, a folder, or its results.json (default: the previous whole run on the same target)',
    ],
    ['[new]', 'the later report, named in the same way (default: the latest whole run)'],
  ],
  options: [sharedOptions.from('folder with the history'), sharedOptions.json('the differences as JSON')],
  act: async () => (await import('./diff.ts')).diffReports,
};

export const reportCommands = { report, history, verify, diff } as const;
