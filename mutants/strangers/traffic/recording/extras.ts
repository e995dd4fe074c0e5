import type { Entry, Log, Page } from 'har-format';
import type { Dimension } from '../../dimension';
import type { TrafficPart } from '../shape';

const onEntries = (change: (entry: Entry) => Entry) => (): TrafficPart => ({ entries: [change] });

const page = (number: number): Page => ({
  startedDateTime: '2026-11-21T04:00:00.000Z',
  id: `page_${number}`,
  title: 'https://app.clinic.example/',
  pageTimings: { onContentLoad: 120.5, onLoad: -1 },
});

const ofBrowser = (log: Log): Log => ({
  ...log,
  creator: { name: 'WebInspector', version: '537.36' },
  browser: { name: 'Chrome', version: '131' },
  pages: [page(1), page(2)],
  comment: 'exported by hand',
});

/** Members that HAR and logs allow beside those that the audit reads. */
export const extraDimensions: readonly Dimension<TrafficPart>[] = [
  {
    name: 'HAR members',
    sentence: 'HAR 1.2: pages, browser, comments and members that begin with an underscore are optional.',
    seam: 'optional members of HAR',
    values: [
      { words: 'HAR with the required members', allowedBy: '' },
      {
        words: 'HAR of Chromium',
        allowedBy: 'HAR 1.2, pages, and custom fields with an underscore',
        change: () => ({
          logs: [ofBrowser],
          entries: [
            (entry, random) => ({
              ...entry,
              _initiator: { type: 'script' },
              _priority: 'High',
              _resourceType: 'fetch',
              pageref: random() < 0.5 ? 'page_1' : 'page_2',
              serverIPAddress: '192.0.2.50',
              connection: '443',
              timings: {
                blocked: -1,
                dns: -1,
                connect: -1,
                ssl: -1,
                send: 0.1,
                wait: entry.time,
                receive: 0.2,
              },
            }),
          ],
        }),
      },
      {
        words: 'HAR without optional members',
        allowedBy: 'tools leave out members that HAR 1.2 demands: cookies, queryString, cache, timings',
        change: onEntries(({ startedDateTime, time, request, response }) => {
          const { cookies: _a, queryString: _b, headersSize: _c, ...sent } = request;
          const { cookies: _d, redirectURL: _e, headersSize: _f, ...received } = response;
          return { startedDateTime, time, request: sent, response: received } as unknown as Entry;
        }),
      },
      {
        words: 'HAR with comments and cookies',
        allowedBy: 'HAR 1.2, cookies and comment',
        change: onEntries((entry) => ({
          ...entry,
          comment: 'seen',
          request: { ...entry.request, cookies: [{ name: 'theme', value: 'dark' }], comment: '' },
        })),
      },
    ],
  },
  {
    name: 'log members',
    sentence: 'schemas/traffic-line.schema.json: other members of the object are passed over.',
    seam: 'optional members of log lines',
    values: [
      { words: 'log with the required members', allowedBy: '' },
      {
        words: 'log with level and message',
        allowedBy: 'schemas/traffic-line.schema.json: other members are passed over',
        change: () => ({
          lines: [(line) => ({ level: 'info', msg: 'handled', ts: 1.5, logger: 'gateway', ...line })],
        }),
      },
      {
        words: 'log that lists the headers it keeps',
        allowedBy: 'schemas/traffic-line.schema.json: kept',
        change: () => ({
          lines: [
            (line) => ({
              ...line,
              kept: [
                'Authorization',
                'REQUEST-ID',
                'TIMESTAMP',
                'X-CM-ID',
                'Content-Type',
                'Content-Length',
                'bearer_auth',
                'X-HIP-ID',
                'X-HIU-ID',
                'Origin',
                'Sec-Fetch-Site',
                'Sec-Fetch-Dest',
              ],
            }),
          ],
        }),
      },
    ],
  },
  {
    name: 'sizes',
    sentence: 'HAR 1.2, bodySize: -1 if the size is not known.',
    seam: 'sizes in HAR',
    values: [
      { words: 'sizes as they are', allowedBy: '' },
      {
        words: 'sizes of -1',
        allowedBy: 'HAR 1.2, bodySize and headersSize',
        change: onEntries((entry) => ({
          ...entry,
          request: { ...entry.request, bodySize: -1, headersSize: -1 },
          response: { ...entry.response, bodySize: -1, headersSize: -1 },
        })),
      },
      {
        words: 'sizes of compressed answers',
        allowedBy: 'HAR 1.2, content: compression; the body crossed the wire with a content coding',
        change: onEntries((entry) => ({
          ...entry,
          response: { ...entry.response, bodySize: entry.response.content.size >> 1 },
        })),
      },
    ],
  },
];
