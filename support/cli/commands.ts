import { roleNames } from '../contract/words';
import { areaNames } from '../report/areas';
import { judgingCommands } from './commands-judging';
import { reportCommands } from './commands-of-reports';
import type { CommandRow } from './option-rows';
import { sharedOptions } from './option-rows';
import { ownTargetFile } from './own-target-file';

const init: CommandRow = {
  name: 'init',
  description:
    'Write a commented target file and an adapter to fill in; with --language, the file of a CI job, too.',
  options: [
    [
      '--out <file>',
      'where to write the target file; the adapter goes into the same folder, or into one below it',
      { default: ownTargetFile },
    ],
    ['--role <roles>', 'roles of your system, separated by commas, such as session,registry'],
    [
      '--language <name>',
      'language of the adapter: node, typescript, python, go, php or java (default: node)',
    ],
    [
      '--ci <service>',
      'which CI the job is for; with --language',
      { choices: ['github', 'gitlab'], default: 'github' },
    ],
  ],
  act: async () => (await import('./init.ts')).init,
};

const doctor: CommandRow = {
  name: 'doctor',
  description:
    'Check a target before a run: addresses, TLS, credentials, clocks, paths, callbacks, the adapter, and what would leave the run incomplete.',
  options: [
    sharedOptions.target(`target file (default: ${ownTargetFile} in this folder)`),
    sharedOptions.profileKey,
    sharedOptions.waivers,
    [
      '--suggest',
      'propose readings for what the services answered, as YAML to paste, each with the exchange that shows it',
    ],
    sharedOptions.from('with --suggest: folder with the report of the latest run on the target'),
    sharedOptions.json('the checks, and with --suggest the suggestions, as JSON'),
  ],
  act: async () => (await import('./doctor.ts')).doctor,
};

const adapter: CommandRow = {
  name: 'adapter',
  description: "Serve the suite's own client as an adapter, or try an adapter alone.",
  arguments: [['[command...]', 'program and arguments of an adapter']],
  options: [
    ['--serve', 'speak adapter protocol 1 on stdin and stdout'],
    ['--check', 'start the command that follows, and say what it offers'],
  ],
  passesThrough: true,
  act: async () => (await import('./adapter.ts')).runAdapterCommand,
};

const list: CommandRow = {
  name: 'list',
  description: 'List the obligations: id, level, subject, how each is seen, and what it demands.',
  options: [
    ['--role <role>', 'only those of one role', { choices: roleNames }],
    sharedOptions.subject,
    ['--area <area>', 'only those of one area', { choices: areaNames }],
    ['--level <level>', 'only those of one level', { choices: ['must', 'should', 'observe'] }],
    sharedOptions.target('show which obligations do not apply to this target, and why'),
    sharedOptions.profileKey,
    sharedOptions.json('the obligations as JSON'),
  ],
  act: async () => (await import('./list.ts')).list,
};

const explain: CommandRow = {
  name: 'explain',
  description:
    'Explain obligations: the words of the document, what shows them, a right and a wrong exchange.',
  arguments: [['<ids...>', 'obligation ids, upper or lower case']],
  options: [sharedOptions.json('the explanations as JSON')],
  act: async () => (await import('./explain.ts')).explainAll,
};

const contract: CommandRow = {
  name: 'contract',
  description: 'Write the contract for other programs: OpenAPI documents, a Postman collection.',
  options: [
    ['--openapi <dir>', 'write an OpenAPI 3.1 document for each service to this folder'],
    [
      '--postman <path>',
      'write a Postman collection of all operations: to this .json file, or to this folder with an environment beside it',
    ],
    sharedOptions.target('take addresses, paths and X-CM-ID from this target file'),
    sharedOptions.profileKey,
  ],
  act: async () => (await import('./contract.ts')).publish,
};

const { run, mock, challenge, vectors, audit, merge, proxy } = judgingCommands;
const { report, history, verify, diff } = reportCommands;

/** All commands except `ui`, in the order in which the help lists them. */
export const commands: readonly CommandRow[] = [
  ...[run, init, doctor, mock, adapter, challenge, vectors, audit, merge, proxy],
  ...[report, history, verify, diff, list, explain, contract],
];
