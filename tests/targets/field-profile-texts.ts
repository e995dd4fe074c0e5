import { guide, profileText, rightProfile } from './field-profile-files';
import { joinLines } from './target-files';

const shown = `${guide} shows one`;
const leftOut = 'a profile is public: leave it out';

/** Mistakes in the text of a profile in `ours.yaml`, each with the beginning of the line that a user reads. */
export const badTexts: readonly (readonly [what: string, text: string, line: string])[] = [
  ['a text that is no map', '- a', `ours.yaml: is no field profile: it holds no members — ${shown}`],
  ['no text', '', `ours.yaml: is no field profile: it holds no members — ${shown}`],
  ['no sources', 'name: ours\ndate: 2026-11-30\ntitle: Ours\n', `ours.yaml:1: sources is missing — ${shown}`],
  [
    'a misspelt member',
    rightProfile.replace('readings:', 'reading:'),
    'ours.yaml:6: reading is not allowed here — did you mean readings?',
  ],
  [
    'another name than that of the file',
    rightProfile.replace('name: ours', 'name: theirs'),
    'ours.yaml:1: name is not the name of the file — write ours, or name the file theirs.yaml',
  ],
  [
    'a day that does not exist',
    rightProfile.replace('2026-11-30', '2026-11-31'),
    'ours.yaml:2: date must match format "date"',
  ],
  [
    'an unknown reading',
    profileText('readings:', '  jwt-leewey: { value: 120, source: docs }'),
    'ours.yaml:7: readings.jwt-leewey is no reading of this suite — did you mean jwt-leeway? There are ',
  ],
  [
    'an unknown departure',
    profileText('departures:', '  colour: { value: 120, source: docs }'),
    'ours.yaml:7: departures.colour is no reading of this suite — there are key-bits, certificate-form, session-status',
  ],
  [
    'a reading with the name of a member of all objects',
    profileText('readings:', '  __proto__: { value: 120, source: docs }'),
    'ours.yaml:7: readings.__proto__ is no reading of this suite — ',
  ],
  [
    'a value that is not offered',
    profileText('readings:', '  envelope: { value: xml, source: docs }'),
    'ours.yaml:7: readings.envelope.value must be one of "jwe", "json", is "xml" — offered: json',
  ],
  [
    'a member that is not offered',
    profileText('readings:', '  callback-jwt:', '    value: { issuers: a }', '    source: docs'),
    'ours.yaml:8: readings.callback-jwt.value.issuers is not allowed here — offered: ',
  ],
  [
    'a source that is not described',
    profileText('readings:', '  jwt-leeway: { value: 120, source: rumour }'),
    'ours.yaml:7: readings.jwt-leeway.source names a source that the file does not describe — sources has docs',
  ],
  [
    'a note with such a source',
    profileText('notes:', '  - { text: It rains., source: rumour }'),
    'ours.yaml:7: notes.0.source names a source that the file does not describe — sources has docs',
  ],
  [
    'a reading among the departures',
    profileText('departures:', '  jwt-leeway: { value: 120, source: docs }'),
    'ours.yaml:7: departures.jwt-leeway fills a silence of the document, and does not contradict it — write it under readings',
  ],
  [
    'a departure among the readings',
    profileText('readings:', '  session-status: { value: 202, source: docs }'),
    'ours.yaml:7: readings.session-status contradicts words of the document — write it under departures',
  ],
  [
    'a departure that the document states',
    profileText('departures:', '  session-status: { value: 200, source: docs }'),
    'ours.yaml:7: departures.session-status.value is no departure: it is what the document says — leave it out',
  ],
  [
    'a departure that the document states for one of two services',
    profileText('departures:', '  key-bits: { value: { identity: 4096, registry: 2048 }, source: docs }'),
    'ours.yaml:7: departures.key-bits.value.registry is no departure: it is what the document says — leave it out',
  ],
  [
    'a folder with the content of the payer',
    profileText('readings:', '  payer-content: { value: ./content, source: docs }'),
    'ours.yaml:7: readings.payer-content names a folder beside a target file, which a profile does not have — write it under readings of the target',
  ],
  [
    'a variable',
    profileText('readings:', '  callback-jwt: { value: { issuer: "${ISSUER}" }, source: docs }'),
    'ours.yaml:7: readings.callback-jwt.value names a variable — a profile has none: write it in the target',
  ],
  [
    'a token',
    profileText(
      'readings:',
      '  callback-jwt: { value: { issuer: "Bearer canary0123456789abcdef" }, source: docs }',
    ),
    `ours.yaml:7: readings.callback-jwt.value.issuer holds a secret, such as a token or a private key — ${leftOut}`,
  ],
  [
    'a private key in a note',
    profileText('notes:', '  - text: "-----BEGIN PRIVATE KEY-----canary"', '    source: docs'),
    `ours.yaml:7: notes.0.text holds a secret, such as a token or a private key — ${leftOut}`,
  ],
  [
    'a token in a comment',
    `${rightProfile}# eyJhbGciOiJSUzI1NiJ9.eyJjYW5hcnkiOiJ4In0.c2lnbmF0dXJl\n`,
    `ours.yaml: holds a secret, such as a token or a private key — ${leftOut}`,
  ],
  [
    'a private key in a comment',
    `# -----BEGIN PRIVATE KEY-----\n# canary\n# -----END PRIVATE KEY-----\n${rightProfile}`,
    `ours.yaml: holds a secret, such as a token or a private key — ${leftOut}`,
  ],
  [
    'a value that is too long',
    profileText('readings:', `  callback-jwt: { value: { issuer: ${'a'.repeat(2001)} }, source: docs }`),
    `ours.yaml:7: readings.callback-jwt.value is longer than 2000 characters — ${shown}`,
  ],
  [
    'aliases that repeat each other',
    joinLines(
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...['b', 'c', 'd', 'e'].map((name, index) => {
        const before = 'abcd'.charAt(index);
        return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`;
      }),
    ),
    `ours.yaml: is not YAML: Excessive alias count indicates a resource exhaustion attack — ${shown}`,
  ],
  ['an alias inside its anchor', 'a: &a [*a]\n', `ours.yaml: is not YAML: `],
];
