import { faultDescriptions } from '../mock/stimuli';
import { exitCodes } from './exit-codes';
import type { CommandRow } from './option-rows';
import { judgingOptions, sharedOptions, reportOptions } from './option-rows';
import {
  collected,
  duration,
  exchangePlace,
  keyForms,
  parseChallengeRoles,
  seed,
  shard,
  wholeNumberParser,
} from './option-values';
import { ownTargetFile } from './own-target-file';

const toldFaults = Object.entries(faultDescriptions)
  .map(([name, words]) => `${name} (${words})`)
  .join(', ');

const run: CommandRow = {
  name: 'run',
  description: 'Certify a target and write its reports.',
  options: [
    sharedOptions.target(`target file (default: ${ownTargetFile} in this folder)`),
    sharedOptions.profileKey,
    [
      '--self-test',
      'run the suite on its own mock and its own client: not a certificate',
      { conflicts: 'target' },
    ],
    [
      '--container',
      'run the mock in a container (needs a Docker engine)',
      { conflicts: ['target', 'selfTest'] },
    ],
    sharedOptions.subject,
    sharedOptions.only,
    [
      '--failed-only',
      'only what did not pass in the latest whole run on this target: never a certificate',
      { conflicts: ['only', 'container'] },
    ],
    sharedOptions.mustSee,
    sharedOptions.waivers,
    sharedOptions.nonce(),
    sharedOptions.reports,
    sharedOptions.keep,
    [
      '--profile <name>',
      'nightly: spares OTPs, gentle probes, a time budget, a fixed seed',
      { choices: ['certification', 'nightly'], default: 'certification' },
    ],
    ['--budget <duration>', 'start no scenario after this time, such as 90s or 20m', { parse: duration }],
    ['--seed <n>', 'make the test data from this seed: the same data in every run', { parse: seed }],
    ['--resume', 'continue an interrupted run by hand (integrator: {manual: true})'],
    sharedOptions.json(),
  ],
  act: async () => (await import('./run.ts')).run,
};

const mock: CommandRow = {
  name: 'mock',
  description:
    'Serve the mock, and judge the client that talks to it: a command such as your tests, or any program.',
  arguments: [
    [
      '[command...]',
      'after --: start this command with the variables of the mock, and end with it, as in: conform mock --lenient -- go test ./...',
    ],
  ],
  options: [
    sharedOptions.target('take paths, readings, addresses and credentials from this target file'),
    sharedOptions.profileKey,
    [
      '--port <n>',
      'port of the gateway; the other services take the next four (0: free ports)',
      { parse: wholeNumberParser(0, 65_531, ', with four free ports behind it') },
    ],
    ['--host <address>', 'address to listen on'],
    ['--no-tls', 'serve plain http'],
    ['--lenient', 'go on where a client slips, so that one slip hides no other, instead of refusing it'],
    ['--documented-only', 'answer 404 to every request outside the contract, instead of guessing an answer'],
    ['--fault <name>', `inject a fault: ${toldFaults}`, { choices: Object.keys(faultDescriptions) }],
    [
      '--variables <file>',
      'write addresses and test credentials to this file, for a shell or a reader of .env files',
    ],
    [
      '--env <variable=name>',
      'give a variable of the mock another name, as in GATEWAY_URL=MY_URL; for the command and for --variables; repeatable',
      { parse: collected },
    ],
    [
      '--callback <url>',
      'base address for the callbacks of its payer, in CALLBACK_URL too; port 0 stands for a free port (default: a free port, and no callbacks to a client)',
    ],
    [
      '--out <dir>',
      "folder for the authority's certificate and a target file (default: reports/mock, or the next that is free)",
    ],
    sharedOptions.for,
    sharedOptions.count,
    ...reportOptions('results.json at the end instead of the summary; all other lines go to stderr'),
  ],
  after: `The exit code is that of the command if it is not 0, else that of the verdicts; ${exitCodes.incomplete} if the command sent nothing.`,
  passesThrough: true,
  act: async () => (await import('./mock.ts')).serve,
};

const challenge: CommandRow = {
  name: 'challenge',
  description:
    'Judge your crypto by file: write questions for a unit test of yours, then judge its answers offline.',
  options: [
    [
      '--out <file>',
      'write a challenge, and beside it <file>.key, which you keep to yourself',
      { conflicts: ['answer', 'challenge', 'json'] },
    ],
    [
      '--answer <file>',
      'judge this answer file: once, and before the challenge expires',
      { conflicts: ['role', 'forms', 'days'] },
    ],
    ['--challenge <file>', 'the challenge to which the answers belong, with its key beside it'],
    sharedOptions.target('target file for the roles, readings, name and product of your client'),
    sharedOptions.profileKey,
    ['--role <roles>', 'what your client does: identity, registry, hip, hiu', { parse: parseChallengeRoles }],
    [
      '--forms <forms>',
      'key forms that your client takes: x25519, weierstrass, weierstrass-spki-explicit, weierstrass-spki-named, or weierstrass-spki for a client that reads both',
      { parse: keyForms },
    ],
    ['--days <n>', 'days until the challenge expires', { parse: wholeNumberParser(1, 365), default: 7 }],
    sharedOptions.reports,
    sharedOptions.keep,
    sharedOptions.json(),
  ],
  act: async () => (await import('./challenge.ts')).askOrJudge,
};

const vectors: CommandRow = {
  name: 'vectors',
  description: "Run the known answers on the suite's own crypto, or on an adapter.",
  arguments: [['[file...]', 'vector files to run instead of those of the suite']],
  options: [
    sharedOptions.target('run them on the adapter of this target file'),
    sharedOptions.profileKey,
    sharedOptions.json('the outcome as JSON'),
  ],
  act: async () => (await import('./vectors.ts')).run,
};

const audit: CommandRow = {
  name: 'audit',
  description:
    'Judge recorded traffic: HAR 1.2, reports of newman, traffic logs of a gateway, or recordings of this suite; gzip and zstd too.',
  arguments: [
    [
      '[files...]',
      'files, folders or patterns, read side by side in the order of time; - for standard input',
    ],
  ],
  options: [
    sharedOptions.target(
      'target file for addresses and readings; without one, services are told apart by path',
    ),
    sharedOptions.profileKey,
    ['--rejudge', 'apply all current rules to recordings of earlier runs'],
    sharedOptions.perClient,
    [
      '--jobs <n>',
      'judge the clients in so many processes at once (default: 1); a single client is judged in one',
      { parse: wholeNumberParser(1, 256) },
    ],
    [
      '--shard <i/n>',
      'judge one of n shares of the clients, for conform merge, as in 1/8; --reports names a folder for it',
      { parse: shard, conflicts: ['jobs', 'perClient', 'subject', 'only', 'mustSee', 'waivers', 'json'] },
    ],
    [
      '--show <n>',
      'print exchange n of the report as it is in your file, with its secrets, and judge nothing; or FILE:ENTRY, as in traffic.har:3',
      { parse: exchangePlace, conflicts: ['shard', 'json'] },
    ],
    ['--clients <file>', 'the clients that the first reading found', { isOwn: true }],
    ...judgingOptions(),
  ],
  act: async () => (await import('./audit.ts')).audit,
};

const merge: CommandRow = {
  name: 'merge',
  description: 'Merge the shards of an audit into one report: of each client, and of all.',
  arguments: [['<folders...>', 'folders of all shards, as conform audit --shard wrote them']],
  options: [sharedOptions.perClient, ...judgingOptions()],
  act: async () => (await import('./merge.ts')).merge,
};

const proxy: CommandRow = {
  name: 'proxy',
  description: 'Record and judge live traffic to the services of a target.',
  options: [
    sharedOptions.target('target file with the services', { isNeeded: true }),
    sharedOptions.profileKey,
    sharedOptions.port('port in front of the first service; the others take the next (0: free ones)', 65_530),
    ['--host <address>', 'address to listen on', { default: '127.0.0.1' }],
    ['--tls', 'serve TLS with a throwaway authority, whose certificate is written beside the reports'],
    ['--callbacks <url>', 'base address of your callbacks: also listen in front of it'],
    sharedOptions.for,
    sharedOptions.count,
    [
      '--max-connections <n>',
      'connections that clients may have open to each service; more are closed',
      { parse: wholeNumberParser(1, 65_535), default: 1024 },
    ],
    ['--resume', 'continue the last recording in the reports folder, that of a killed proxy too'],
    ...judgingOptions('results.json at the end instead of the summary; live lines go to stderr'),
  ],
  act: async () => (await import('./proxy.ts')).proxy,
};

export const judgingCommands = { run, mock, challenge, vectors, audit, merge, proxy } as const;
