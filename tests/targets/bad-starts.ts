import type { BadCase } from './bad-cases';
import { joinLines } from './target-files';

const adapter = (...more: readonly string[]): string =>
  joinLines('name: a', 'integrator:', '  command: [node, adapter.cjs]', ...more.map((line) => `  ${line}`));
const textHint = 'a text, in quotes where it is a number, as in PORT: "8080"';
const secret = 'is a secret and must not stand in the file';

const byHand = (...more: readonly string[]): string =>
  joinLines('name: a', 'integrator:', '  manual: true', ...more.map((line) => `  ${line}`));
const keyHint = 'give your public RSA key, SPKI in PEM: -----BEGIN PUBLIC KEY-----';

/** Mistakes in where callbacks go by hand, and in what they are encrypted under. */
const callbacks: readonly BadCase[] = [
  ...['callbackUrl: https://host.example', 'encryptionKey: payer.pem'].map((member): BadCase => ({
    what: `by an adapter, ${member}`,
    text: joinLines('name: a', 'integrator:', '  url: http://127.0.0.1:9', `  ${member}`),
    line: `target.yaml:4: integrator.${member.split(':')[0] ?? ''} goes with integrator.manual, which is not true — an adapter names its own in initialize`,
    twin: byHand(member),
  })),
  {
    what: 'callbacks over plain http outside this machine',
    text: byHand('callbackUrl: http://host.example'),
    line: 'target.yaml:4: integrator.callbackUrl is plain http outside this machine — use https; http is for loopback only',
    twin: byHand('callbackUrl: http://127.0.0.1:9000/callbacks'),
  },
  {
    what: 'an address for callbacks that holds a password',
    text: byHand('callbackUrl: https://me:canary@host.example'),
    line: 'target.yaml:4: integrator.callbackUrl carries a user name or password — credentials go under credentials',
  },
  ...['ftp://127.0.0.1', '127.0.0.1:9000', 'https://host.example/?a=b', 'https://host.example/#a'].map(
    (address): BadCase => ({
      what: `callbacks to ${address}`,
      text: byHand(`callbackUrl: ${address}`),
      line: 'target.yaml:4: integrator.callbackUrl must look like https://host/path — without a slash at the end, ? or #',
    }),
  ),
  ...(
    [
      ['nowhere.pem', ', which cannot be read: FOLDER/nowhere.pem — the path is relative to the target file'],
      ['words.pem', `, which holds no RSA key in one PUBLIC KEY block — ${keyHint}`],
      ['good.pem', `, which holds no RSA key in one PUBLIC KEY block — ${keyHint}`],
      ['curve.pem', `, which holds no RSA key in one PUBLIC KEY block — ${keyHint}`],
      ['two.pem', `, which holds no RSA key in one PUBLIC KEY block — ${keyHint}`],
      ['private.pem', `, which holds a private key — ${keyHint}`],
      [
        'wrapped.pem',
        `, which holds a key that cannot be read: the PEM text stands in a JSON string, with \\n for its line ends — ${keyHint}`,
      ],
    ] as const
  ).map(([file, told]): BadCase => ({
    what: `a key for callbacks in ${file}`,
    text: byHand(`encryptionKey: ${file}`),
    line: `target.yaml:4: integrator.encryptionKey names ${file}${told}`,
  })),
  ...['integrator: { manual: true, encryptionKey', 'tls: { ca', 'encryption: { payerKey'].flatMap((member) =>
    ['-----BEGIN PRIVATE KEY----- canary', 'canary/'.repeat(40)].map((key): BadCase => ({
      what: `a key of ${key.length} characters in place of the file that holds it, ${member}`,
      text: joinLines('name: a', `${member}: "${key}" }`),
      line: `target.yaml:2: ${member.replace(/: \{ (?:.*, )?/, '.')} holds a text that is no name of a file — put the text into a file beside the target file`,
    })),
  ),
];

/** Mistakes in how an adapter is started. */
export const badStarts: readonly BadCase[] = [
  ...callbacks,
  {
    what: 'a folder for the adapter that is not there',
    text: adapter('cwd: ./none'),
    line: 'target.yaml:4: integrator.cwd names ./none, where there is no folder: FOLDER/none — the path is relative to the target file',
    twin: adapter('cwd: .'),
  },
  {
    what: 'a folder for the adapter that is a file',
    text: adapter('cwd: target.yaml'),
    line: 'target.yaml:4: integrator.cwd names target.yaml, where there is no folder: FOLDER/target.yaml — the path is relative to the target file',
  },
  {
    what: 'a variable of the adapter that is a number',
    text: adapter('env: { PORT: 8080 }'),
    line: `target.yaml:4: integrator.env.PORT must be a text — ${textHint}`,
    twin: adapter('env: { PORT: "8080" }'),
  },
  {
    what: 'a variable of the adapter whose name is not valid',
    text: adapter('env: { "MY PORT": "8080" }'),
    line: 'target.yaml:4: integrator.env holds a name that no variable has — names are made of letters, digits and _',
    twin: adapter('env: { MY_PORT: "8080" }'),
  },
  {
    what: 'a variable of the adapter that is not set',
    text: adapter('env: { MODE: "${NOT_SET}" }'),
    line: 'target.yaml:4: integrator.env.MODE takes ${NOT_SET} from the environment, where it is not set — export NOT_SET=… before you run',
    twin: adapter('env: { MODE: "${LOG_LEVEL}" }'),
  },
  ...['DB_PASSWORD: canary', 'API_KEY: canary', 'DATABASE: "postgres://me:canary@127.0.0.1/x"'].map(
    (member) => ({
      what: `a secret of the adapter written literally, ${member.split(':')[0] ?? ''}`,
      text: adapter('env:', `  ${member}`),
      line: `target.yaml:5: integrator.env.${member.split(':')[0] ?? ''} ${secret} — write \${NAME} and export NAME=… before you run`,
      twin: adapter('env:', `  ${member.split(':')[0] ?? ''}: "\${DATABASE_URL}"`),
    }),
  ),
  {
    what: 'an environment for an adapter that is not started',
    text: joinLines('name: a', 'integrator:', '  url: http://127.0.0.1:9', '  env: { MODE: test }'),
    line: 'target.yaml:4: integrator.env goes with integrator.command, which is missing — what the suite does not start has its own already',
    twin: joinLines('name: a', 'integrator:', '  url: http://127.0.0.1:9'),
  },
];
