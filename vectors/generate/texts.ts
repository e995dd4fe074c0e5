import type { Case, VectorFile } from './vector-file';
import { commonSources, vectorFile } from './vector-file';

type Row = readonly [id: string, text: string, comment: string];

export const cases = (result: Case['result'], flag: string, rows: readonly Row[]): Case[] =>
  rows.map(([id, text, comment]) => ({ id, comment, flags: [flag], result, provenance: 'written', text }));

/** Returns the test vectors for REQUEST-ID (clause 5.2): a lowercase version 4 UUID. */
export function uuids(): VectorFile {
  return vectorFile({
    schema: 'vectors/text',
    title: 'REQUEST-ID is a lowercase UUID of version 4',
    clauses: ['5.2'],
    provenance: {
      ...commonSources,
      written: 'written by hand from RFC 9562, sections 4, 5.1, 5.4, 5.7, 5.9 and 5.10',
    },
    flags: {
      Version4: 'Version 4 with the variant of RFC 9562.',
      Version: 'Another version, or another variant.',
      Spelling: 'Not written as 36 lowercase characters.',
      Shape: 'No UUID at all.',
    },
    groups: [
      {
        reads: 'uuid-v4',
        cases: [
          ...cases('valid', 'Version4', [
            [
              'variant-8',
              '919108f7-52d1-4320-8bac-f847db4148a8',
              'the example of RFC 9562, appendix A.3, in variant 8',
            ],
            ['variant-9', '919108f7-52d1-4320-9bac-f847db4148a8', 'all four digits of the variant are right'],
            ['variant-a', '919108f7-52d1-4320-abac-f847db4148a8', 'all four digits of the variant are right'],
            ['variant-b', '919108f7-52d1-4320-bbac-f847db4148a8', 'all four digits of the variant are right'],
            [
              'digits-alone',
              '00000000-0000-4000-8000-000000000000',
              'a random value can be any: even this one',
            ],
          ]),
          ...cases('invalid', 'Version', [
            [
              'version-1',
              'c232ab00-9414-11ec-b3c8-9f6bdeced846',
              'time-based, the default of some libraries',
            ],
            ['version-3', '5df41881-3aed-3515-88a7-2f4a814cf09e', 'a name under MD5'],
            ['version-5', '2ed6657d-e927-568b-95e1-2665a8aea6a2', 'a name under SHA-1'],
            ['version-6', '1ec9414c-232a-6b00-b3c8-9f6bdeced846', 'time-based, reordered'],
            [
              'version-7',
              '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
              'time-ordered, the default of newer libraries',
            ],
            ['version-8', '2489e9ad-2ee2-8e00-8ec9-32d5f69181c0', 'of the own making'],
            ['nil', '00000000-0000-0000-0000-000000000000', 'nil'],
            ['max', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'max'],
            [
              'variant-7',
              '919108f7-52d1-4320-7bac-f847db4148a8',
              'random digits with a version, but without the variant',
            ],
            ['variant-c', '919108f7-52d1-4320-cbac-f847db4148a8', 'the variant of Microsoft'],
          ]),
          ...cases('invalid', 'Spelling', [
            ['uppercase', '919108F7-52D1-4320-9BAC-F847DB4148A8', 'as Swift and SQL Server write them'],
            ['mixed-case', '919108f7-52d1-4320-9bac-f847db4148A8', 'one letter is enough'],
            ['braces', '{919108f7-52d1-4320-9bac-f847db4148a8}', 'as COM writes them'],
            ['urn', 'urn:uuid:919108f7-52d1-4320-9bac-f847db4148a8', 'as a URN'],
            ['no-hyphens', '919108f752d143209bacf847db4148a8', 'without hyphens'],
            ['quotes', '"919108f7-52d1-4320-9bac-f847db4148a8"', 'JSON put into a header'],
          ]),
          ...cases('invalid', 'Shape', [
            ['empty', '', 'nothing'],
            ['short', '919108f7-52d1-4320-9bac-f847db4148a', '35 characters'],
            ['long', '919108f7-52d1-4320-9bac-f847db4148a80', '37 characters'],
            ['letters', '919108g7-52d1-4320-9bac-f847db4148a8', 'a letter that is no hexadecimal digit'],
            ['number', '1732156800000', 'a time where an id is wanted'],
            ['hyphens-moved', '919108f75-2d1-4320-9bac-f847db4148a8', 'hyphens in other places'],
          ]),
        ],
      },
    ],
  });
}

/** Returns the test vectors for the TIMESTAMP header (clause 5.2): UTC with milliseconds. */
export function timestamps(): VectorFile {
  return vectorFile({
    schema: 'vectors/text',
    title: 'TIMESTAMP has the form YYYY-MM-DDTHH:MM:SS.000Z and names a real instant',
    clauses: ['5.2'],
    provenance: commonSources,
    flags: {
      Instant: 'A real instant in the documented form.',
      Form: 'Another form.',
      Zone: 'Another zone than Z.',
      Calendar: 'A date or time that no calendar and clock have.',
    },
    groups: [
      {
        reads: 'timestamp',
        cases: [
          ...cases('valid', 'Instant', [
            ['plain', '2026-11-21T09:30:05.123Z', 'as it is met'],
            [
              'zero-milliseconds',
              '2026-11-21T09:30:05.000Z',
              'milliseconds of zero are written all the same',
            ],
            ['midnight', '2026-11-21T00:00:00.000Z', 'midnight'],
            ['last-millisecond', '2026-12-31T23:59:59.999Z', 'the last millisecond of a year'],
            ['leap-day', '2028-02-29T12:00:00.000Z', '29 February of a leap year'],
          ]),
          ...cases('invalid', 'Form', [
            ['no-milliseconds', '2026-11-21T09:30:05Z', 'without milliseconds'],
            [
              'microseconds',
              '2026-11-21T09:30:05.123456Z',
              'with microseconds, as Python and Java write them',
            ],
            ['nanoseconds', '2026-11-21T09:30:05.123456789Z', 'with nanoseconds, as Go writes them'],
            ['one-decimal', '2026-11-21T09:30:05.1Z', 'trailing zeros are left out'],
            ['comma', '2026-11-21T09:30:05,123Z', 'a decimal comma'],
            ['blank', '2026-11-21 09:30:05.123Z', 'a blank in place of T'],
            ['lower-case-z', '2026-11-21T09:30:05.123z', 'a lower-case z'],
            ['lower-case-t', '2026-11-21t09:30:05.123Z', 'a lower-case t'],
            ['two-decimals', '2026-11-21T09:30:05.12Z', 'a trailing zero is left out'],
            ['year-of-six-digits', '+002026-11-21T09:30:05.123Z', 'the expanded years of ISO 8601'],
            ['basic', '20261121T093005.123Z', 'the basic format of ISO 8601'],
            ['epoch', '1795253405123', 'milliseconds since the epoch'],
            ['http-date', 'Sat, 21 Nov 2026 09:30:05 GMT', 'the date of HTTP'],
            ['no-seconds', '2026-11-21T09:30Z', 'without seconds'],
            ['empty', '', 'nothing'],
          ]),
          ...cases('invalid', 'Zone', [
            ['offset', '2026-11-21T15:00:05.123+05:30', 'local time with its offset'],
            ['offset-minus-zero', '2026-11-21T09:30:05.123-00:00', 'an offset that is not known (RFC 3339)'],
            ['offset-zero', '2026-11-21T09:30:05.123+00:00', 'UTC written as an offset'],
            ['no-zone', '2026-11-21T09:30:05.123', 'local time without a zone'],
            ['zone-name', '2026-11-21T09:30:05.123Z[UTC]', "Java's ZonedDateTime"],
          ]),
          ...cases('invalid', 'Calendar', [
            ['february-30', '2026-02-30T09:30:05.123Z', '30 February'],
            ['february-29', '2026-02-29T09:30:05.123Z', '29 February of a common year'],
            ['month-13', '2026-13-01T09:30:05.123Z', 'a thirteenth month'],
            ['month-0', '2026-00-21T09:30:05.123Z', 'months counted from zero'],
            ['day-0', '2026-11-00T09:30:05.123Z', 'days counted from zero'],
            ['hour-24', '2026-11-21T24:00:00.000Z', 'hour 24'],
            ['minute-60', '2026-11-21T09:60:05.123Z', 'minute 60'],
            ['second-60', '2026-12-31T23:59:60.000Z', 'a leap second that was not announced'],
            ['february-29-century', '2100-02-29T09:30:05.123Z', '2100 is no leap year'],
            ['second-61', '2026-11-21T09:30:61.123Z', 'second 61'],
          ]),
        ],
      },
    ],
  });
}
