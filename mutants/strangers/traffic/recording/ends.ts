import type { DayExchange } from '../../../traffic/long-day/world';
import type { Random } from '../../../traffic/seeded';
import { seededInteger } from '../../../traffic/seeded';
import type { Dimension } from '../../dimension';
import { mayPass } from '../allowances';
import type { TrafficPart } from '../shape';

type Kept = (exchanges: readonly DayExchange[], random: Random) => readonly DayExchange[];

const keeping = (keep: Kept) => (): TrafficPart => ({ kept: [keep] });

/** Keeps the exchanges of some hosts, or all exchanges if the day does not use these hosts. */
const ofHosts = (isKept: (host: string) => boolean): (() => TrafficPart) =>
  keeping((exchanges) => {
    const some = exchanges.filter(({ host }) => isKept(host));
    return some.length === 0 ? exchanges : some;
  });

const isSession = ({ wire }: DayExchange): boolean => wire.request.url.endsWith('/sessions');

const behind = (exchanges: readonly DayExchange[], random: Random): number =>
  seededInteger(random, 1, Math.max(1, exchanges.length >> 1));

const byEnd = (one: DayExchange, other: DayExchange): number => one.wire.answeredAt - other.wire.answeredAt;

const secondMs = 1000;

/** Puts the exchanges of each second into a random order. */
const shuffled: Kept = (exchanges, random) =>
  exchanges
    .map((each) => ({ each, second: Math.floor(each.wire.arrivedAt / secondMs), at: random() }))
    .sort((one, other) => one.second - other.second || one.at - other.at)
    .map(({ each }) => each);

const harOrder =
  'HAR 1.2, entries: a reader makes sure that the array is sorted by startedDateTime, if it needs that';

/** Which exchanges of the day reach the tool. */
export const endDimensions: readonly Dimension<TrafficPart>[] = [
  {
    name: 'ends',
    sentence: 'Traffic guide: a recording may lack requests. A person starts and ends it at any time.',
    seam: 'beginning and end of the recording',
    offer: true,
    values: [
      { words: 'the whole day', allowedBy: '' },
      {
        words: 'begins behind the first session',
        allowedBy: 'FIELD-NOTES: a tool is started while the client runs',
        change: keeping((exchanges) => exchanges.slice(exchanges.findIndex(isSession) + 1)),
      },
      {
        words: 'begins at some time',
        allowedBy: 'FIELD-NOTES: a tool is started while the client runs',
        change: keeping((exchanges, random) => exchanges.slice(behind(exchanges, random))),
      },
      {
        words: 'ends at some time',
        allowedBy: 'a tool is ended while the client runs, in the middle of a cycle (clause 4.6)',
        change: keeping((exchanges, random) => exchanges.slice(0, -behind(exchanges, random))),
      },
      {
        words: 'a few exchanges in the middle',
        allowedBy: 'logs are rotated by size, in the middle of cycles and sessions',
        change: keeping((exchanges, random) => {
          const from = seededInteger(random, 0, Math.max(0, exchanges.length - 12));
          return exchanges.slice(from, from + 12);
        }),
      },
    ],
  },
  {
    name: 'hosts',
    sentence: 'Traffic guide: a recording may lack the requests to a service.',
    seam: 'hosts in the recording',
    offer: true,
    values: [
      { words: 'all hosts', allowedBy: '' },
      {
        words: 'gateway alone',
        allowedBy: 'clause 2.1: each service has an address of its own',
        change: ofHosts((host) => host.startsWith('gateway.')),
      },
      {
        words: 'no identity service',
        allowedBy: 'clause 2.1: each service has an address of its own',
        change: ofHosts((host) => !host.startsWith('identity.')),
      },
      {
        words: 'no gateway',
        allowedBy: 'clause 2.1: each service has an address of its own',
        change: ofHosts((host) => !host.startsWith('gateway.')),
      },
      {
        words: 'registry alone',
        allowedBy: 'clause 2.1: each service has an address of its own',
        change: ofHosts((host) => host.startsWith('registry.')),
      },
      {
        words: 'callbacks alone',
        allowedBy: 'clause 4.6.2: callbacks go to an address of the integrator, which logs them by itself',
        change: ofHosts((host) => host.startsWith('clinic-')),
      },
      {
        words: 'no callbacks',
        allowedBy: 'a tool in the client sees the requests of the client alone',
        change: ofHosts((host) => !host.startsWith('clinic-')),
      },
    ],
  },
];

/** The order of the exchanges in the file. */
export const orderDimension: Dimension<TrafficPart> = {
  name: 'order',
  sentence:
    'HAR 1.2, entries: it is preferred that the oldest entry is the first, and readers do not rely on it.',
  seam: 'order of the exchanges',
  values: [
    { words: 'order of the requests', allowedBy: '' },
    {
      words: 'order of the answers',
      allowedBy: `${harOrder}; NGINX writes a line when the answer was sent`,
      change: keeping((exchanges) => [...exchanges].sort(byEnd)),
    },
    { words: 'any order within a second', allowedBy: harOrder, change: keeping(shuffled) },
    {
      words: 'newest exchange first',
      allowedBy: `${harOrder}; logcli and gcloud print the newest line first`,
      change: keeping((exchanges) => [...exchanges].reverse()),
    },
  ],
};

const foreign = (
  own: DayExchange,
  number: number,
  url: string,
  change: Partial<DayExchange['wire']['request']> = {},
): DayExchange => {
  const { arrivedAt } = own.wire;
  return {
    client: own.client,
    host: new URL(url).host,
    isBreach: false,
    wire: {
      arrivedAt: arrivedAt + 1,
      answeredAt: arrivedAt + 2 + number,
      request: { method: 'GET', url, headers: [['Accept', '*/*']], body: Buffer.alloc(0), ...change },
      response: { status: 200, headers: [['Content-Type', 'text/plain']], body: Buffer.from('ok') },
    },
  };
};

const oftenMost = 0.3;

/** Puts exchanges of other systems behind some exchanges. */
const between = (make: (own: DayExchange, number: number) => readonly DayExchange[]) =>
  keeping((exchanges, random) =>
    exchanges
      .flatMap((each, at) => (random() < oftenMost ? [each, ...make(each, at)] : [each]))
      .sort((one, other) => one.wire.arrivedAt - other.wire.arrivedAt),
  );

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));

const preflightOf = ({ wire, client, host }: DayExchange): DayExchange[] => [
  {
    client,
    host,
    isBreach: false,
    wire: {
      arrivedAt: wire.arrivedAt,
      answeredAt: wire.arrivedAt + 1,
      request: {
        method: 'OPTIONS',
        url: wire.request.url,
        headers: [
          ['Origin', 'https://app.clinic.example'],
          ['Access-Control-Request-Method', wire.request.method],
          ['Access-Control-Request-Headers', 'authorization,content-type,request-id,timestamp,x-cm-id'],
        ],
        body: Buffer.alloc(0),
      },
      response: {
        status: 204,
        headers: [['Access-Control-Allow-Origin', 'https://app.clinic.example']],
        body: Buffer.alloc(0),
      },
    },
  },
];

/** Dimensions of other entries in the file, between the exchanges of the day. */
export const betweenDimensions: readonly Dimension<TrafficPart>[] = [
  {
    name: 'other systems',
    sentence: 'Traffic guide, which hosts are judged: the audit does not judge requests to other hosts.',
    seam: 'exchanges of other systems',
    values: [
      { words: 'no other systems', allowedBy: '' },
      {
        words: 'analytics and static files',
        allowedBy: 'a browser records all requests of a page (HAR 1.2)',
        change: between((own, at) => [
          foreign(own, at, `https://analytics.example/collect?v=1&tid=UA-${at}`, { method: 'POST' }),
          foreign(own, at, `https://static.example/app.${at}.js`),
        ]),
      },
      {
        words: 'sessions of another system',
        allowedBy: 'one client may use other services with the same kind of session (RFC 6749, section 4.4)',
        change: between((own, at) => [
          foreign(own, at, 'https://login.example/oauth2/v2.0/token', {
            method: 'POST',
            headers: [['Content-Type', 'application/x-www-form-urlencoded']],
            body: Buffer.from(`grant_type=client_credentials&client_id=reports&scope=all&n=${at}`),
          }),
          foreign(own, at, 'https://reports.example/v3/reports', {
            method: 'POST',
            headers: [
              ['Authorization', `Bearer other-${at}`],
              ['Content-Type', 'application/json'],
            ],
            body: json({ loginId: `reporter-${at}`, count: at }),
          }),
        ]),
      },
    ],
  },
  {
    name: 'preflights',
    sentence: 'Traffic guide: preflight requests of a browser are not judged.',
    seam: 'preflight requests',
    values: [
      { words: 'no preflights', allowedBy: '' },
      {
        words: 'some preflights',
        allowedBy:
          'Fetch standard, CORS-preflight fetch; FIELD-NOTES: browsers send a preflight before each call',
        change: keeping((exchanges, random) =>
          exchanges.flatMap((each) => (random() < oftenMost ? [...preflightOf(each), each] : [each])),
        ),
      },
    ],
  },
  {
    name: 'gateway headers',
    sentence: 'RFC 9110, section 7.6.3: an intermediary adds Via. W3C Trace Context: it adds traceparent.',
    seam: 'headers that a gateway adds to requests',
    values: [
      { words: 'no headers of a gateway', allowedBy: '' },
      {
        words: 'Via and traceparent',
        allowedBy: 'RFC 9110, section 7.6.3; W3C Trace Context, section 3',
        change: () => ({
          recorded: [
            (wire) => ({
              ...wire,
              request: {
                ...wire.request,
                headers: [
                  ...wire.request.headers,
                  ['Via', '1.1 edge'],
                  ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
                  ['X-Forwarded-Proto', 'https'],
                ],
              },
            }),
          ],
        }),
      },
      {
        words: 'X-Forwarded-For with the sender',
        allowedBy: 'RFC 7239, section 1; the address tells processes apart',
        allows: mayPass('TOK-01', 'CRT-07'),
        change: () => ({
          recorded: [
            ({ request, ...wire }) => ({
              ...wire,
              request: {
                ...request,
                headers: [
                  ...request.headers,
                  ['X-Forwarded-For', `${wire.source ?? '192.0.2.99'}, 10.0.0.7`],
                ],
              },
            }),
          ],
        }),
      },
    ],
  },
];
