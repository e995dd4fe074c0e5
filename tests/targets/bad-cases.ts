import { joinLines } from './target-files';

/** A mistake in a target file, the line that names it, and the nearest file that is right. */
export interface BadCase {
  readonly what: string;
  readonly text: string;
  /** What stands behind the folder: `target.yaml:3: path problem — hint`. */
  readonly line: string;
  readonly twin?: string;
}

const numberHint = 'in milliseconds, without a unit';
const unknownHint = 'is it misspelt? conform init writes every known member';
const unclosed = (bracket: string): string =>
  `what begins here has no ${bracket} at its end, or its lines are not indented`;
const secretHint = 'write ${NAME} and export NAME=… before you run';
const secret = 'is a secret and must not stand in the file';
const yamlHint = 'conform init writes one that is, with comments';

const credentials = (secretText: string): string =>
  joinLines('name: a', 'credentials:', '  clientId: a-client', `  clientSecret: ${secretText}`);

const notYaml: readonly BadCase[] = [
  {
    what: 'a list that is not closed',
    text: joinLines('name: [a', 'cmId: sbx'),
    line: `target.yaml:1: is not YAML: ${unclosed(']')} — ${yamlHint}`,
    twin: joinLines('name: a', 'cmId: sbx'),
  },
  {
    what: 'a map that is not closed, in a list',
    text: joinLines('name: a', 'roles: [', '  {a: 1', 'cmId: sbx', 'paths: {a: b}'),
    line: `target.yaml:3: is not YAML: ${unclosed('}')} — ${yamlHint}`,
  },
  {
    what: 'a list that is not closed, at the end of a text without a line break',
    text: 'name: a\nroles: [\n  [a],\n  [b]',
    line: `target.yaml:2: is not YAML: ${unclosed(']')} — ${yamlHint}`,
  },
  {
    what: 'a whole text that is not closed',
    text: joinLines('# of the ward', '{name: a,', ' cmId: sbx'),
    line: `target.yaml:2: is not YAML: ${unclosed('}')} — ${yamlHint}`,
  },
  {
    what: 'tabs',
    text: joinLines('name: a', 'limits:', '\ttimeoutMs: 500'),
    line: `target.yaml:3: is not YAML: Tabs are not allowed as indentation — ${yamlHint}`,
    twin: joinLines('name: a', 'limits:', '  timeoutMs: 500'),
  },
  {
    what: 'a key twice',
    text: joinLines('name: a', 'limits:', '  timeoutMs: 500', '  timeoutMs: 600'),
    line: `target.yaml:4: is not YAML: Map keys must be unique — ${yamlHint}`,
  },
  {
    what: 'an alias without its anchor',
    text: joinLines('name: a', 'cmId: *nothing'),
    line: `target.yaml: is not YAML: Unresolved alias (the anchor must be set before the alias): nothing — ${yamlHint}`,
    twin: joinLines('name: &something a', 'cmId: *something'),
  },
  ...[
    ['an empty file', ''],
    ['comments alone', '# nothing\n'],
    ['a list instead of a map', joinLines('- name: a', '- cmId: sbx')],
    ['a text instead of a map', joinLines('name')],
  ].map(([what = '', text = '']) => ({
    what,
    text,
    line: 'target.yaml: is not a target file: it holds no members — conform init writes one',
  })),
];

const shapes: readonly BadCase[] = [
  {
    what: 'an unknown key',
    text: joinLines('name: a', 'service: {}'),
    line: `target.yaml:2: service is not allowed here — did you mean services?`,
    twin: joinLines('name: a', 'services: {}'),
  },
  {
    what: 'an unknown key beside the known one that it is near',
    text: joinLines('name: a', 'nmae: b'),
    line: `target.yaml:2: nmae is not allowed here — ${unknownHint}`,
  },
  {
    what: 'an unknown key further in',
    text: joinLines('name: a', 'limits:', '  timeout: 500'),
    line: `target.yaml:3: limits.timeout is not allowed here — ${unknownHint}`,
  },
  {
    what: 'no name',
    text: joinLines('cmId: sbx'),
    line: 'target.yaml:1: name is missing — give the target one, as in my-system',
  },
  {
    what: 'a text where a number belongs',
    text: joinLines('name: a', 'limits:', '  callMs: 1000', '  timeoutMs: soon'),
    line: `target.yaml:4: limits.timeoutMs must be a whole number, is "soon" — ${numberHint}`,
  },
  {
    what: 'a number out of its range',
    text: joinLines('name: a', 'limits:', '  timeoutMs: 10'),
    line: `target.yaml:3: limits.timeoutMs must be 50 or more, is 10 — ${numberHint}`,
  },
  {
    what: 'a number in words',
    text: joinLines('name: a', 'limits:', '  otpAttempts: seven'),
    line: 'target.yaml:3: limits.otpAttempts must be a whole number — in digits; left out, the default holds',
    twin: joinLines('name: a', 'limits:', '  otpAttempts: 7'),
  },
  {
    what: 'a number below zero',
    text: joinLines('name: a', 'limits:', '  otpAttempts: -3'),
    line: 'target.yaml:3: limits.otpAttempts must be 1 or more — in digits; left out, the default holds',
  },
  {
    what: 'a name that is empty',
    text: joinLines('name:'),
    line: 'target.yaml:1: name must be a text, is empty — conform init writes an example',
  },
  {
    what: 'an OTP without its transaction',
    text: joinLines('name: a', 'otp:', '  value: ${TEST_OTP}'),
    line: 'target.yaml:2: otp.txnId is missing — fill it in',
    twin: joinLines('name: a', 'otp:', '  value: ${TEST_OTP}', '  txnId: a'),
  },
  {
    what: 'an OTP beside the command that prints one',
    text: joinLines('name: a', 'otp:', '  command: [./fresh-otp]', '  txnId: a'),
    line: 'target.yaml:4: otp.txnId stands beside otp.command, which prints it — leave one of the two out',
    twin: joinLines('name: a', 'otp:', '  command: [./fresh-otp]'),
  },
  {
    what: 'a command in a list of OTPs',
    text: joinLines('name: a', 'otp:', '  - { command: [./fresh-otp] }', '  - { command: [./another] }'),
    line: 'target.yaml:2: otp lists a command beside others — one command is enough: it is run for each OTP',
    twin: joinLines('name: a', 'otp:', '  - { command: [./fresh-otp] }'),
  },
  {
    what: 'a command line for a shell',
    text: joinLines('name: a', 'otp:', '  command: ./fresh-otp --for me'),
    line: 'target.yaml:3: otp.command must be a list — conform init writes an example',
    twin: joinLines('name: a', 'otp:', '  command: [./fresh-otp, --for, me]'),
  },
  {
    what: 'an unknown environment',
    text: joinLines('name: a', 'environment: staging'),
    line: 'target.yaml:2: environment must be one of "sandbox", "production", is "staging" — conform init writes an example',
    twin: joinLines('name: a', 'environment: production'),
  },
  {
    what: 'the X-CM-ID of the sandbox in production',
    text: joinLines('name: a', 'environment: production', 'cmId: sbx'),
    line: 'target.yaml:3: cmId is "sbx", but sbx is the X-CM-ID of the sandbox, and environment is production — write the consent-manager suffix of production, or leave cmId out if you do not know it',
    twin: joinLines('name: a', 'environment: production', 'cmId: abdm'),
  },
  {
    what: 'the X-CM-ID of the sandbox in production, in other letters',
    text: joinLines('name: a', 'cmId: "@SBX"', 'environment: production'),
    line: 'target.yaml:2: cmId is "@SBX", but sbx is the X-CM-ID of the sandbox, and environment is production — write the consent-manager suffix of production, or leave cmId out if you do not know it',
    twin: joinLines('name: a', 'cmId: sbx', 'environment: sandbox'),
  },
  {
    what: 'another X-CM-ID for an integrator in the sandbox',
    text: joinLines('name: a', 'cmId: abdm', 'integrator: { command: [a] }'),
    line: 'target.yaml:2: cmId is another value, but environment is sandbox, where an integrator must send sbx — write sbx or leave cmId out; for production, write environment: production',
    twin: joinLines('name: a', 'environment: production', 'cmId: abdm', 'integrator: { command: [a] }'),
  },
  {
    what: 'the X-CM-ID of the sandbox in other letters for an integrator',
    text: joinLines('name: a', 'environment: sandbox', 'cmId: SBX', 'integrator: { command: [a] }'),
    line: 'target.yaml:3: cmId is another value, but environment is sandbox, where an integrator must send sbx — write sbx or leave cmId out; for production, write environment: production',
    twin: joinLines('name: a', 'environment: sandbox', 'cmId: SBX'),
  },
  {
    what: 'an OTP without its transaction, in a list',
    text: joinLines(
      'name: a',
      'otp:',
      '  - { value: "${TEST_OTP}", txnId: t }',
      '  - { value: "${TEST_OTP}" }',
    ),
    line: 'target.yaml:4: otp.1.txnId is missing — fill it in',
    twin: joinLines('name: a', 'otp:', '  - { value: "${TEST_OTP}", txnId: t }'),
  },
];

const secrets: readonly BadCase[] = [
  ...['canary-of-the-client-secret', '12345678', 'canary-of-the-client-secret${EMPTY}'].map((text) => ({
    what: `the client secret written as ${text}`,
    text: credentials(text),
    line: `target.yaml:4: credentials.clientSecret ${secret} — ${secretHint}`,
    twin: credentials('${CLIENT_SECRET}'),
  })),
  {
    what: 'the payer token written literally',
    text: joinLines('name: a', 'dummyPayerToken: canary-of-the-payer-token'),
    line: `target.yaml:2: dummyPayerToken ${secret} — ${secretHint}`,
    twin: joinLines('name: a', 'dummyPayerToken: ${DUMMY_PAYER_TOKEN}'),
  },
  {
    what: 'a payer token that the reading leaves out',
    text: joinLines(
      'name: a',
      'dummyPayerToken: ${DUMMY_PAYER_TOKEN}',
      'readings: { dummy-payer-token: session }',
    ),
    line: 'target.yaml:2: dummyPayerToken is never sent, because readings.dummy-payer-token is session — leave one of the two out',
    twin: joinLines(
      'name: a',
      'dummyPayerToken: ${DUMMY_PAYER_TOKEN}',
      'readings: { dummy-payer-token: target }',
    ),
  },
  {
    what: 'a reading that demands a payer token which the file lacks',
    text: joinLines('name: a', 'readings: { dummy-payer-token: target }'),
    line: 'target.yaml:2: readings.dummy-payer-token is target, but the file has no dummyPayerToken — add dummyPayerToken: ${DUMMY_PAYER_TOKEN}',
  },
  {
    what: 'an OTP written literally, in a list',
    text: joinLines('name: a', 'otp:', '  - { value: "482913", txnId: t }'),
    line: `target.yaml:3: otp.0.value ${secret} — ${secretHint}`,
  },
  {
    what: 'an OTP written as a number',
    text: joinLines('name: a', 'otp: { value: 482913, txnId: t }'),
    line: `target.yaml:2: otp.value ${secret} — ${secretHint}`,
  },
  {
    what: 'a private key written literally',
    text: joinLines('name: a', 'encryption:', '  providerKey: canary-of-a-key'),
    line: `target.yaml:3: encryption.providerKey ${secret} — ${secretHint}`,
    twin: joinLines('name: a', 'encryption:', '  providerKey: ${PROVIDER_PRIVATE_KEY}'),
  },
  {
    what: 'an unset variable',
    text: credentials('${NOT_SET}'),
    line: 'target.yaml:4: credentials.clientSecret takes ${NOT_SET} from the environment, where it is not set — export NOT_SET=… before you run',
  },
  {
    what: 'several unset variables, one of them twice',
    text: joinLines(
      'name: a',
      'cmId: ${EMPTY}',
      'credentials:',
      '  clientId: x-${NO_ID}-${CLIENT_ID}',
      '  clientSecret: ${NO_SECRET}',
      'otp:',
      '  - { value: "${NO_SECRET}", txnId: t }',
    ),
    line:
      'target.yaml: needs variables that are not set: EMPTY (line 2, cmId, empty), NO_ID (line 4, credentials.clientId), ' +
      'NO_SECRET (line 5, credentials.clientSecret), NO_SECRET (line 7, otp.0.value) — export EMPTY=… NO_ID=… NO_SECRET=… before you run',
    twin: joinLines(
      'name: a',
      'credentials:',
      '  clientId: x-${CLIENT_ID}-${CLIENT_ID}',
      '  clientSecret: ${CLIENT_SECRET}',
    ),
  },
  {
    what: 'a variable that every object seems to have',
    text: joinLines('name: a', 'cmId: ${toString}'),
    line: 'target.yaml:2: cmId takes ${toString} from the environment, where it is not set — export toString=… before you run',
  },
  {
    what: 'an empty variable',
    text: joinLines('name: a', 'cmId: ${EMPTY}'),
    line: 'target.yaml:2: cmId takes ${EMPTY} from the environment, where it is empty — export EMPTY=… before you run',
    twin: joinLines('name: a', 'cmId: ${CLIENT_ID}'),
  },
  {
    what: 'a variable without a name',
    text: joinLines('name: a', 'cmId: x-${not a name}'),
    line: 'target.yaml:2: cmId holds a ${…} that names no variable — names are made of letters, digits and _, as in ${CLIENT_ID}',
    twin: joinLines('name: a', 'cmId: x-${CLIENT_ID}'),
  },
  {
    what: 'a secret in a member with fixed values',
    text: joinLines('name: a', 'environment: ${CLIENT_SECRET}'),
    line: 'target.yaml:2: environment must be one of "sandbox", "production", is "${CLIENT_SECRET}" — conform init writes an example',
  },
  {
    what: 'a secret in the place of a file',
    text: joinLines('name: a', 'tls: { ca: "${CLIENT_SECRET}" }'),
    line: 'target.yaml:2: tls.ca names ${CLIENT_SECRET}, which cannot be read — the path is relative to the target file',
  },
];

export const badShapes: readonly BadCase[] = [...notYaml, ...shapes, ...secrets];
