import { gzipSync } from 'node:zlib';
import { generateTraffic } from './generate';
import { harOf } from './har-file';
import { formatRecordingHeader, defaultRedactionSettings } from '../../support/exchange/recording';

type Loose = Record<string, unknown>;

const MiB = 1 << 20;

const traffic = () => harOf([...generateTraffic({ exchanges: 60, seed: 3 })], { creator: 'generated' });

/** A HAR file of 60 entries of which the fourth is another. */
function harWith(change: (entry: Loose) => unknown): string {
  const har = traffic();
  const [before, [odd], after] = [
    har.log.entries.slice(0, 3),
    har.log.entries.slice(3, 4),
    har.log.entries.slice(4),
  ];
  const entries = [...before, change(structuredClone(odd) as unknown as Loose), ...after];
  return JSON.stringify({ log: { ...har.log, entries } });
}

/** A HAR file of 60 entries, as it should be. */
export const harmlessHar = (): string => harWith((entry) => entry);

const withEntry = {
  'headers that are null': () =>
    harWith((entry) => ({ ...entry, request: { ...(entry.request as Loose), headers: [null, 5, {}] } })),
  'a megabyte of brackets': () =>
    harWith(() => 'X').replace('"X"', `{"a":${'['.repeat(MiB)}${']'.repeat(MiB)}}`),
  'more members than memory has room for': () =>
    harWith((entry) => ({ ...entry, x: Array.from({ length: 1_100_000 }, () => []) })),
  'one string of many megabytes': () => harWith((entry) => ({ ...entry, x: 'x'.repeat(40 * MiB) })),
  'an address of many megabytes': () =>
    harWith((entry) => ({
      ...entry,
      request: { ...(entry.request as Loose), url: `https://a.example/?${'+%2B'.repeat(MiB)}` },
    })),
  'a status beyond all numbers': () =>
    harWith((entry) => ({ ...entry, response: { ...(entry.response as Loose), status: 'X' } })).replace(
      '"X"',
      '1e400',
    ),
  'a year that no clock shows': () =>
    harWith((entry) => ({ ...entry, startedDateTime: '+275760-09-13T00:00:00.000Z' })),
  'a size beyond all numbers': () =>
    harWith((entry) => ({
      ...entry,
      response: { ...(entry.response as Loose), content: { size: 'X' } },
    })).replace('"X"', '1e400'),
  'a broken entry': () => harWith(() => 'X').replace('"X"', '{"a": tru}'),
  'an entry that is null': () => harWith(() => null),
} as const;

export type HostileEntry = keyof typeof withEntry;
export const hostileEntries = Object.keys(withEntry) as HostileEntry[];

/** A HAR file of 60 entries of which the fourth is hostile. */
export const harWithHostileEntry = (name: HostileEntry): string => withEntry[name]();

/** What many small pieces are made of. */
const crumbs = [
  '\tx',
  '<a>',
  'a:',
  '1 ',
  '&#43;',
  'a=b&',
  '=3D',
  '\\u002b',
  'a=%25+\\n&',
  '1,',
  '"a":"b",',
  '[',
];

/** A HAR file of 18 entries whose bodies are a megabyte of small pieces each. */
export function harOfSmallPieces(): string {
  const har = traffic();
  const entries = har.log.entries.slice(0, 18).map((entry, index) => {
    const crumb = crumbs[index % crumbs.length] ?? '';
    const text = crumb.repeat(Math.ceil(MiB / crumb.length)).slice(0, MiB);
    return {
      ...entry,
      request: { ...entry.request, bodySize: MiB, postData: { mimeType: 'text/plain', text } },
      response: { ...entry.response, content: { size: MiB, mimeType: 'text/plain', text } },
    };
  });
  return JSON.stringify({ log: { ...har.log, entries } });
}

const bombs = {
  'a HAR file': '{"log":{"entries":[{"x":"',
  'a recording': `${formatRecordingHeader(undefined, defaultRedactionSettings)}{"seq":1,"facts":{},"x":"`,
} as const;

type GzipBomb = keyof typeof bombs;
export const gzipBombs = Object.keys(bombs) as GzipBomb[];

/** A megabyte that unpacks to 300: the beginning of what it says it is, and one value without end. */
export const gzipBomb = (name: GzipBomb): Buffer =>
  gzipSync(Buffer.concat([Buffer.from(bombs[name]), Buffer.alloc(300 * MiB, 'A')]), { level: 1 });
