import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../effort';
import { leaks } from './canaries';
import { asking, discreetRecorder } from './unannounced';

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

describe('a hostile text', () => {
  for (const [what, text] of Object.entries(nested))
    it(`shows no secret, however deep it lies: ${what}`, () => {
      const record = discreetRecorder();
      for (const body of [text, JSON.stringify({ note: text })])
        assert.deepEqual(
          leaks(JSON.stringify(record(asking('https://a.example/', [], body))), { secret }),
          [],
        );
    });

  for (const crumb of crumbs)
    it(`of a megabyte of ${JSON.stringify(crumb)} takes at most eight times a quarter of it`, () => {
      assertLinear(
        1_000_000,
        (size) => crumb.repeat(Math.ceil(size / crumb.length)),
        (text) => discreetRecorder()(asking('https://a.example/', [], text)),
      );
    });
});
