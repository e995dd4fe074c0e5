import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { WireRecord } from '../../../../support/exchange/raw-exchange';
import type { Random } from '../../../traffic/seeded';
import type { Dimension } from '../../dimension';
import { mayPass } from '../allowances';
import type { TrafficPart } from '../shape';
import { isHar } from '../write';

const ofGuide = (title: string): string => `docs/guides/traffic.md, ${title}`;

/** Divides a list by a name of each of its members, in the order in which the names first appear. */
function dividedBy(
  records: readonly WireRecord[],
  nameOf: (wire: WireRecord, at: number) => string | number,
): WireRecord[][] {
  const parts = new Map<string | number, WireRecord[]>();
  for (const [at, wire] of records.entries()) {
    const name = nameOf(wire, at);
    parts.set(name, [...(parts.get(name) ?? []), wire]);
  }
  return [...parts.values()];
}

const hourMs = 3_600_000;
const hourly = (records: readonly WireRecord[]): WireRecord[][] =>
  dividedBy(records, ({ arrivedAt }) => Math.floor(arrivedAt / hourMs));

/** Files overlap in so many exchanges. */
const overlap = 5;

const escapeUnicode = (text: string): string =>
  text.replaceAll(/[^ -~\r\n\t]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Changes the spelling of JSON in HAR files, and in each line of a log before a collector gets it. */
const spelling = (change: (json: string) => string) => (): TrafficPart => ({
  collected: [(lines) => lines.map(change)],
  texts: [(text, form) => (isHar(form) ? change(text) : text)],
});

/** The form of the file as a whole. */
export const formDimensions: readonly Dimension<TrafficPart>[] = [
  {
    name: 'form',
    sentence: 'Traffic guide: the audit judges HAR files, traffic logs, and JSON lists of their items.',
    seam: 'what a file holds',
    values: [
      { words: 'HAR file', allowedBy: '' },
      {
        words: 'list of HAR entries',
        allowedBy: 'the audit accepts the entries of a HAR file as a JSON list',
        change: () => ({ form: 'HAR entries' }),
      },
      {
        words: 'traffic log',
        allowedBy: 'schemas/traffic-line.schema.json',
        change: () => ({ form: 'log' }),
      },
      {
        words: 'list of log lines',
        allowedBy: ofGuide("A gateway's log: a JSON list of lines"),
        change: () => ({ form: 'log list' }),
      },
    ],
  },
  {
    name: 'division',
    sentence:
      'Traffic guide, several files: the audit merges files by time, in whatever order they are named.',
    seam: 'division into files',
    values: [
      { words: 'one file', allowedBy: '' },
      {
        words: 'two files with the later one first',
        allowedBy: ofGuide('Several files'),
        change: () => ({
          divided: (records) => [records.slice(records.length >> 1), records.slice(0, records.length >> 1)],
        }),
      },
      {
        words: 'a file each hour',
        allowedBy: `${ofGuide('Several files')}: rotated files`,
        change: () => ({ divided: (records) => hourly(records) }),
      },
      {
        words: 'hourly files with the newest first',
        allowedBy: `${ofGuide('Several files')}: rotated files in any order`,
        change: () => ({ divided: (records) => hourly(records).reverse() }),
      },
      {
        words: 'a file of each host',
        allowedBy: `${ofGuide('Several files')}: logs are kept by service`,
        change: () => ({
          divided: (records) => dividedBy(records, ({ request }) => new URL(request.url).host),
        }),
      },
      {
        words: 'three nodes by turns',
        allowedBy: `${ofGuide('Several files')}: files of several gateway nodes`,
        change: () => ({ divided: (records) => dividedBy(records, (_wire, at) => at % 3) }),
      },
      {
        words: 'two nodes by chance',
        allowedBy: `${ofGuide('Several files')}: files of several gateway nodes`,
        change: () => ({
          divided: (records: readonly WireRecord[], random: Random) =>
            dividedBy(records, () => Math.floor(random() * 2)),
        }),
      },
      {
        words: 'files that overlap',
        allowedBy: 'a tool that exports twice writes what it still holds again (HAR 1.2, log.entries)',
        change: () => ({
          divided: (records) => {
            const middle = records.length >> 1;
            return [records.slice(0, middle + overlap), records.slice(middle)];
          },
        }),
      },
    ],
  },
  {
    name: 'spelling',
    sentence:
      'RFC 8259, sections 2 and 7: JSON may have white space between its tokens, and escapes in its strings.',
    seam: 'spelling of JSON',
    values: [
      { words: 'compact JSON', allowedBy: '' },
      {
        words: 'indented JSON',
        allowedBy: 'RFC 8259, section 2; a line of a log stays one line',
        change: () => ({
          texts: [(text, form) => (form === 'log' ? text : JSON.stringify(JSON.parse(text), null, 2))],
        }),
      },
      {
        words: 'escaped slashes',
        allowedBy: 'RFC 8259, section 7; the default of json_encode in PHP',
        change: spelling((json) => json.replaceAll('/', String.raw`\/`)),
      },
      {
        words: 'escaped characters outside ASCII',
        allowedBy: 'RFC 8259, section 7; the default of json.dumps in Python',
        change: spelling(escapeUnicode),
      },
      {
        words: 'spaces behind colons and commas',
        allowedBy: 'RFC 8259, section 2; the default of json.dumps in Python',
        change: spelling(spaced),
      },
    ],
  },
  {
    name: 'text',
    sentence:
      'RFC 8259, section 8.1: a parser may ignore a byte order mark. Section 2: CR and LF are white space.',
    seam: 'beginning and line ends of a text',
    values: [
      { words: 'plain text', allowedBy: '' },
      {
        words: 'byte order mark',
        allowedBy: 'RFC 8259, section 8.1; editors on Windows write it',
        change: () => ({ texts: [(text) => `\ufeff${text}`] }),
      },
      {
        words: 'CR LF line ends',
        allowedBy: 'RFC 8259, section 2; editors on Windows write them',
        change: () => ({ texts: [(text) => text.replaceAll('\n', '\r\n')] }),
      },
      {
        words: 'blank lines at both ends',
        allowedBy: 'RFC 8259, section 2',
        change: () => ({ texts: [(text) => `\n\n${text}\n\n`] }),
      },
      {
        words: 'no last line end',
        allowedBy: 'a shell or an editor may drop it; RFC 8259, section 2',
        change: () => ({ texts: [(text) => text.trimEnd()] }),
      },
    ],
  },
  {
    name: 'packing',
    sentence: 'Traffic guide, several files: the audit unpacks gzip and zstd.',
    seam: 'bytes of a file',
    values: [
      { words: 'not packed', allowedBy: '' },
      {
        words: 'packed with gzip',
        allowedBy: ofGuide('Several files'),
        change: () => ({ bytes: [(bytes) => gzipSync(bytes)] }),
      },
      {
        words: 'gzip in two members',
        allowedBy: 'RFC 1952, section 2.2: a file is a series of members',
        change: () => ({
          bytes: [
            (bytes) => {
              const middle = bytes.length >> 1;
              return Buffer.concat(
                [bytes.subarray(0, middle), bytes.subarray(middle)].map((part) => gzipSync(part)),
              );
            },
          ],
        }),
      },
      {
        words: 'packed with zstd',
        allowedBy: ofGuide('Several files'),
        change: () => ({ bytes: [(bytes) => zstdCompressSync(bytes)] }),
      },
    ],
  },
  {
    name: 'sender',
    sentence: 'schemas/traffic-line.schema.json: a log may name the address of the sender.',
    seam: 'client of log lines',
    values: [
      { words: 'no sender in the log', allowedBy: '' },
      {
        words: 'log names the sender',
        allowedBy: `${ofGuide('Several processes of one client')}: the address of the log tells processes apart`,
        allows: mayPass('TOK-01', 'CRT-07'),
        change: () => ({
          lines: [
            (line, _random, { source }) => ({
              ...line,
              ...(source !== undefined && { client: { address: source } }),
            }),
          ],
        }),
      },
    ],
  },
];

/** Adds spaces between the tokens of JSON, and changes no string. */
function spaced(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[:,]/g, (token) => (token.length === 1 ? `${token} ` : token));
}
