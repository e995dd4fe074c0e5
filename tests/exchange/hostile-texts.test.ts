import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertEffort, assertLinear } from '../effort';
import { leaks } from './canaries';
import { SecretRedactor } from '../../support/exchange/secret-redactor';
import { randomBytes, randomUUID } from '../seed';
import { rawWithRequest, recorderKnowing } from './planting';

const secret = 'q7ZpR4tYw9XcV2bN';

/** Texts that hold others without an end, and a secret in the innermost. */
const nested: Readonly<Record<string, string>> = {
  'forms in forms': `${'%3D'.repeat(30_000)}a=${secret}`,
  'lists in lists': `${'['.repeat(30_000)}"${secret}"${']'.repeat(30_000)}`,
  'JSON in JSON': Array.from({ length: 12 }).reduce<string>((text) => JSON.stringify({ a: text }), secret),
  'addresses in addresses': `${'/a;b='.repeat(30_000)}${secret}`,
};

/** What many small pieces are made of. */
const crumbs = [
  ...[
    '\tx',
    '<a>',
    '\\u002b',
    '=3D',
    'a:',
    '1 ',
    '1,',
    '&#43;',
    'a=b&',
    '+%2B',
    '"',
    '{"a":',
    '"a":"b",',
    'word ',
  ],
  ...['\\%2525+&#37;=25', 'a=%25+\\n&', '"token":"x1",', '<a>b</a>', 'ä ', 'A.'],
];

/** Where a search may begin again and again. */
const told = [
  ...[
    '"otp":[',
    '"otp":{"value":',
    '{"token":"',
    'otp=',
    '‹',
    '(text,1,',
    'Bearer a',
    '://a:',
    'eyJaaaaaaaa.',
  ],
  ...['-----BEGIN PRIVATE KEY-----', '482913', '482913 ', 'NDgyOTEz', '\0', '4-8.', '=34', '"otp"   ', 'a'],
];

describe('a hostile text', () => {
  for (const [what, text] of Object.entries(nested))
    it(`shows no secret, however deep it lies: ${what}`, () => {
      const record = recorderKnowing();
      for (const body of [text, JSON.stringify({ note: text })])
        assert.deepEqual(
          leaks(JSON.stringify(record(rawWithRequest('https://a.example/', [], body))), { secret }),
          [],
        );
    });

  for (const crumb of crumbs)
    it(`of a megabyte of ${JSON.stringify(crumb)} takes at most eight times a quarter of it`, () => {
      assertLinear(
        1_000_000,
        (size) => crumb.repeat(Math.ceil(size / crumb.length)),
        (text) => {
          const record = recorderKnowing();
          // One alone takes as long as a collection of garbage may.
          for (let time = 0; time < 4; time += 1) record(rawWithRequest('https://a.example/', [], text));
        },
      );
    });
});

/** Of a log. */
const line = (secret: string): string =>
  `2026-11-21T10:00:00.123Z INFO POST https://a.example/v3/x?y=1 {"requestId":"${randomUUID()}","body":"{\\"a\\":1}"} ${secret}\n`;

describe('a text that is told', () => {
  const known = Array.from(
    { length: 100 },
    (_unused, index) =>
      [randomUUID(), randomBytes(300).toString('base64url'), String(482_913 + 7919 * index)][index % 3] ?? '',
  );
  const secrets = new SecretRedactor();
  for (const each of known) secrets.learn('token', each);

  it('of a megabyte with a hundred secrets takes little more than its words', () => {
    const written = known.flatMap((each) => [each, Buffer.from(each).toString('base64'), randomUUID()]);
    let text = '';
    for (let index = 0; text.length < 1_048_576; index += 1)
      text += line(written[index % written.length] ?? '');
    let shown = '';
    assertEffort(
      () => {
        shown = secrets.text(text);
      },
      {
        what: 'cutting it into words',
        act: () => text.toLowerCase().split(/[^a-z0-9]+/).length,
        most: 60,
      },
    );
    // Six digits stand in a longer number by chance.
    for (const each of known.filter(({ length }) => length > 6)) assert.ok(!shown.includes(each), each);
    assert.equal(shown.split('\n').length, text.split('\n').length);
  });

  for (const [what, text] of Object.entries(nested))
    it(`shows no known secret, however deep it lies: ${what}`, () => {
      const knowing = new SecretRedactor();
      knowing.learn('client-secret', secret);
      for (const each of [text, JSON.stringify({ note: text })])
        assert.deepEqual(leaks(knowing.text(each), { secret }), []);
    });

  for (const crumb of [...crumbs, ...told])
    it(`of a megabyte of ${JSON.stringify(crumb)} takes at most eight times a quarter of it`, () => {
      assertLinear(
        1_000_000,
        (size) => crumb.repeat(Math.ceil(size / crumb.length)),
        (text) => {
          secrets.text(text);
        },
      );
    });
});
