import type { BadCase } from './bad-cases';
import { joinLines } from './target-files';

const noAddress = 'must look like https://host/path — without a slash at the end, and without ? and #';
const gateway = (address: string): string => joinLines('name: a', 'services:', `  gateway: ${address}`);
const reading = (text: string): string => joinLines('name: a', 'readings:', `  ${text}`);
const declaration = (id: string, date: string): string =>
  joinLines(
    'name: a',
    'declarations:',
    `  ${id}:`,
    '    by: somebody',
    `    date: ${date}`,
    '    statement: so it is',
  );

const addresses: readonly BadCase[] = [
  ...['http://gateway.example', 'http://10.0.0.1:8080', 'http://localhost.example'].map((address) => ({
    what: `plain http to ${address}`,
    text: gateway(address),
    line: 'target.yaml:3: services.gateway is plain http outside this machine — use https; http is for loopback only',
    twin: gateway(address.replace('http:', 'https:')),
  })),
  {
    what: 'plain http to an integrator elsewhere',
    text: joinLines('name: a', 'integrator:', '  url: http://adapter.example'),
    line: 'target.yaml:3: integrator.url is plain http outside this machine — use https; http is for loopback only',
    twin: joinLines('name: a', 'integrator:', '  url: http://127.0.0.1:8080'),
  },
  ...[
    'https://gateway.example/',
    'https://gateway.example/v4/',
    'ftp://gateway.example',
    'https://g.example?a=b',
  ].map((address) => ({
    what: `the address ${address}`,
    text: gateway(address),
    line: `target.yaml:3: services.gateway ${noAddress}`,
    twin: gateway('https://gateway.example/v4'),
  })),
  {
    what: 'user and password in an address',
    text: gateway('https://user:canary-of-the-client-secret@gateway.example'),
    line: 'target.yaml:3: services.gateway carries a user name or password — credentials go under credentials',
  },
  {
    what: 'a port that does not exist',
    text: gateway('https://gateway.example:99999'),
    line: 'target.yaml:3: services.gateway is not an address — as in https://host:8443/base',
    twin: gateway('https://gateway.example:9999'),
  },
];

const bases = (changes: Readonly<Record<string, unknown>>): string => {
  const ids = ['insurancePlan.request', 'eligibility.check', 'preauth.submit', 'claim.submit'];
  const all = [...ids, 'communication.onRequest', 'payment.acknowledge'];
  const map = Object.fromEntries(all.map((id) => [id, 'https://payer.example']));
  return joinLines('name: a', 'services:', `  provider: ${JSON.stringify({ ...map, ...changes })}`);
};

const providers: readonly BadCase[] = [
  {
    what: 'an operation of a provider without its base',
    text: bases({ 'claim.submit': undefined }),
    line: 'target.yaml:3: services.provider.claim.submit is missing — each operation that a provider sends needs its base',
    twin: bases({}),
  },
  {
    what: 'a base for what is no operation of a provider',
    text: bases({ 'preauth.onSubmit': 'https://payer.example' }),
    line: 'target.yaml:3: services.provider.preauth.onSubmit is not allowed here — is it misspelt? conform init writes every known member',
  },
  {
    what: 'a base for one operation that is no address',
    text: bases({ 'claim.submit': 'https://payer.example/' }),
    line: `target.yaml:3: services.provider.claim.submit ${noAddress}`,
  },
  {
    what: 'a base for one operation in clear',
    text: bases({ 'claim.submit': 'http://payer.example' }),
    line: 'target.yaml:3: services.provider.claim.submit is plain http outside this machine — use https; http is for loopback only',
  },
  {
    what: 'a number as the base of a provider',
    text: joinLines('name: a', 'services:', '  provider: 5'),
    line: 'target.yaml:3: services.provider must be a text — an address like https://host/path, without a slash at the end',
  },
];

const choices: readonly BadCase[] = [
  {
    what: 'a wrong value of a reading',
    text: reading('key-bits: 1024'),
    line: 'target.yaml:3: readings.key-bits is none of what is offered — offered: 4096, or one for each service, as in {identity: 4096}',
    twin: reading('key-bits: 4096'),
  },
  {
    what: 'a wrong value for one service',
    text: reading('certificate-form: { gateway: json }'),
    line: 'target.yaml:3: readings.certificate-form is none of what is offered — offered: json, which has the DER in Base64 as its member publicKey; or one for each service, as in {identity: json}',
    twin: reading('certificate-form: { identity: json, registry: pem }'),
  },
  {
    what: 'a member that a reading does not have',
    text: reading('stale-after: { minutes: 5 }'),
    line: 'target.yaml:3: readings.stale-after.minutes is not allowed here — offered: an age in seconds, one certain status',
    twin: reading('stale-after: { seconds: 60 }'),
  },
  ...['(a+)+$', '^(ABC|DEF)-9999$', '^ABC$', 'ABC.9999', '(', 'a|'].map((text) => ({
    what: `the regular expression ${text} in error-code`,
    text: reading(`error-code: '${text}'`),
    line: 'target.yaml:3: readings.error-code has the wrong form — offered: a prefix, as in ABC; with other digits than 9999, as in ABC-4001',
    twin: reading('error-code: ABC-9999'),
  })),
  {
    what: 'a regular expression as a member of its own',
    text: reading("encryption-rejection: { pattern: '(a+)+$' }"),
    line: 'target.yaml:3: readings.encryption-rejection.pattern is not allowed here — offered: one status, a list of words, the error envelope',
    twin: reading('encryption-rejection: { words: [decrypt] }'),
  },
  {
    what: 'a value that cannot be made a text of',
    text: reading('error-code: { toString: 1 }'),
    line: 'target.yaml:3: readings.error-code must be a text, holds members — offered: a prefix, as in ABC; with other digits than 9999, as in ABC-4001',
    twin: reading('error-code: ABC'),
  },
  {
    what: 'a word that is not allowed',
    text: reading("encryption-rejection: { words: ['(a+)+$'] }"),
    line: 'target.yaml:3: readings.encryption-rejection.words.0 has the wrong form — offered: one status, a list of words, the error envelope',
    twin: reading('encryption-rejection: { words: [cannot open] }'),
  },
  {
    what: 'a declaration of an obligation that does not exist',
    text: declaration('TOK-99', '2026-11-01'),
    line: 'target.yaml:3: declarations.TOK-99 names an obligation that does not exist — ids are three capitals, a hyphen and two digits; npx conform list shows them all',
    twin: declaration('TOK-08', '2026-11-01'),
  },
  {
    what: 'a declaration without a date',
    text: declaration('TOK-08', 'soon'),
    line: 'target.yaml:5: declarations.TOK-08.date is no day like 2026-11-01 — year, month and day, with hyphens',
  },
  ...['./none.pem', '.'].map((file) => ({
    what: `an authority in ${file}`,
    text: joinLines('name: a', 'tls:', `  ca: ${file}`),
    line: `target.yaml:3: tls.ca names ${file}, which cannot be read: FOLDER${file.slice(1)} — the path is relative to the target file`,
  })),
  ...['./words.pem', './broken.pem'].map((file) => ({
    what: `an authority in ${file}`,
    text: joinLines('name: a', 'tls:', `  ca: ${file}`),
    line: `target.yaml:3: tls.ca names ${file}, which holds no certificate — give a PEM file: -----BEGIN CERTIFICATE-----`,
    twin: joinLines('name: a', 'tls:', '  ca: ./good.pem'),
  })),
  {
    what: "a payer's key that is not there",
    text: joinLines('name: a', 'encryption:', '  payerKey: nowhere.pem'),
    line: 'target.yaml:3: encryption.payerKey names nowhere.pem, which cannot be read: FOLDER/nowhere.pem — the path is relative to the target file',
    twin: joinLines('name: a', 'encryption:', '  payerKey: payer.pem'),
  },
  {
    what: "a payer's key that is not a key",
    text: joinLines('name: a', 'encryption:', '  payerKey: words.pem'),
    line: 'target.yaml:3: encryption.payerKey names words.pem, which holds no public RSA key — give a PEM file: -----BEGIN PUBLIC KEY----- or a certificate',
  },
  {
    what: "a provider's key that is not a key",
    text: joinLines('name: a', 'encryption:', '  providerKey: ${CLIENT_SECRET}'),
    line: 'target.yaml:3: encryption.providerKey holds no private RSA key — export the PEM text itself, unencrypted: -----BEGIN PRIVATE KEY-----',
  },
  {
    what: 'a callback address without a port',
    text: joinLines('name: a', 'callback:', '  listen: 127.0.0.1:70000'),
    line: 'target.yaml:3: callback.listen names port 70000, which does not exist — a port up to 65535, or 0 for a free one',
    twin: joinLines('name: a', 'callback:', '  listen: 127.0.0.1:7000'),
  },
];

export const badValues: readonly BadCase[] = [...addresses, ...providers, ...choices];
