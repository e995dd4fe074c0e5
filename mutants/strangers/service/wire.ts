import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Dimension, DimensionValue } from '../dimension';
import type { WireAnswer, Way } from './front';
import type { ServicePart } from './shape';

type Value = DimensionValue<ServicePart>;

const onWire = (words: string, allowedBy: string, way: Way): Value => ({
  words,
  allowedBy,
  change: () => ({ ways: [way] }),
});

const usual = (words: string): Value => ({ words, allowedBy: '' });

const withHeaders = (more: readonly (readonly [string, string])[]): Way => ({
  change: (answer) => ({ ...answer, headers: [...answer.headers, ...more] }),
});

const without =
  (name: RegExp) =>
  (answer: WireAnswer): WireAnswer => ({
    ...answer,
    headers: answer.headers.filter(([each]) => !name.test(each)),
  });

const coded = (coding: string, code: (body: Buffer) => Buffer): Way => ({
  change: (answer) => {
    if (answer.body.length === 0) return answer;
    const body = code(answer.body);
    const { headers, ...rest } = without(/^content-length$/i)(answer);
    const added = [
      ['Content-Encoding', coding],
      ['Content-Length', String(body.length)],
    ] as const;
    return { ...rest, headers: [...headers, ...added], body };
  },
});

const cased = (change: (name: string) => string): Way => ({
  change: (answer) => ({
    ...answer,
    headers: answer.headers.map(([name, value]) => [change(name), value] as const),
  }),
});

const mixed = (name: string): string =>
  Array.from(name, (letter, index) => (index % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join(
    '',
  );

const silent = 'The document says nothing about';

const inPieces = async (body: Buffer, size: number, send: (piece: Buffer) => void): Promise<void> => {
  for (let at = 0; at < body.length; at += size) {
    send(body.subarray(at, at + size));
    await delay(1);
  }
};

const framing: Dimension<ServicePart> = {
  name: 'framing',
  sentence: `${silent} how the end of an answer is marked.`,
  seam: 'front: sending of the body',
  values: [
    usual('bodies with a length'),
    onWire('bodies in chunks', 'RFC 9112, section 7.1', {
      change: without(/^content-length$/i),
      write: async (body, response) => {
        await inPieces(body, 50, (piece) => response.write(piece));
        response.end();
      },
    }),
    onWire('a trailer after each body', 'RFC 9110, section 6.5', {
      change: (answer) => {
        const { headers, ...rest } = without(/^content-length$/i)(answer);
        return { ...rest, headers: [...headers, ['Trailer', 'Server-Timing'] as const] };
      },
      write: (body, response) => {
        response.write(body);
        response.addTrailers({ 'Server-Timing': 'total;dur=12' });
        response.end();
      },
    }),
    onWire('bodies that end with the connection', 'RFC 9112, section 6.3', {
      change: (answer) => {
        const { headers, ...rest } = without(/^content-length$/i)(answer);
        return { ...rest, headers: [...headers, ['Connection', 'close'] as const] };
      },
      before: (response) => {
        response.useChunkedEncodingByDefault = false;
        response.shouldKeepAlive = false;
      },
    }),
    onWire('a length and slow pieces', 'RFC 9112, section 6.2', {
      write: async (body, response) => {
        await inPieces(body, Math.max(1, Math.ceil(body.length / 5)), (piece) => response.write(piece));
        response.end();
      },
    }),
  ],
};

const coding: Dimension<ServicePart> = {
  name: 'coding',
  sentence: `${silent} content codings.`,
  seam: 'front: Content-Encoding',
  values: [
    usual('bodies as they are'),
    onWire(
      'gzip',
      'RFC 9110, section 12.5.3: without Accept-Encoding any coding is right',
      coded('gzip', gzipSync),
    ),
    onWire('x-gzip', 'RFC 9110, section 8.4.1.3', coded('x-gzip', gzipSync)),
    onWire('deflate', 'RFC 9110, section 8.4.1.2', coded('deflate', deflateSync)),
    onWire('br', 'RFC 7932; RFC 9110, section 12.5.3', coded('br', brotliCompressSync)),
  ],
};

const connections: Dimension<ServicePart> = {
  name: 'connections',
  sentence: `${silent} how long a connection stays open.`,
  seam: 'front: Connection',
  values: [
    usual('connections kept open'),
    onWire('connections closed after each answer', 'RFC 9112, section 9.6', {
      ...withHeaders([['Connection', 'close']]),
      before: (response) => {
        response.shouldKeepAlive = false;
      },
    }),
    onWire(
      'Keep-Alive with a time-out',
      'RFC 9110, section 7.6.1',
      withHeaders([['Keep-Alive', 'timeout=4']]),
    ),
  ],
};

const names: Dimension<ServicePart> = {
  name: 'header names',
  sentence: 'Clause 5.2 gives the names of headers of requests. It gives none of answers.',
  seam: 'front: letter case of header names',
  values: [
    usual('usual header names'),
    onWire(
      'header names in small letters',
      'RFC 9110, section 5.1',
      cased((name) => name.toLowerCase()),
    ),
    onWire(
      'header names in capitals',
      'RFC 9110, section 5.1',
      cased((name) => name.toUpperCase()),
    ),
    onWire('header names in mixed letters', 'RFC 9110, section 5.1', cased(mixed)),
  ],
};

const ofProxy: readonly (readonly [string, string])[] = [
  ['Server', 'nginx'],
  ['Via', '1.1 edge-7 (squid)'],
  ['X-Request-Id', '7f3c9a'],
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['X-Envoy-Upstream-Service-Time', '12'],
  ['Alt-Svc', 'h3=":443"; ma=86400'],
];

const many = Array.from({ length: 60 }, (_, index) => [`X-Extra-${index}`, `value ${index}`] as const);

const furtherHeaders: Dimension<ServicePart> = {
  name: 'further headers',
  sentence: `${silent} the headers of answers.`,
  seam: 'front: additional headers',
  values: [
    usual('no further headers'),
    onWire('headers of a proxy', 'RFC 9110, section 5.1: unknown fields are ignored', withHeaders(ofProxy)),
    onWire('sixty further headers', 'RFC 9110, section 5.1', withHeaders(many)),
    onWire(
      'a header of six thousand characters',
      'RFC 9110, section 5.4',
      withHeaders([
        ['Content-Security-Policy', `default-src 'self' ${'https://a.example '.repeat(330)}`.trim()],
      ]),
    ),
    onWire('an empty header', 'RFC 9110, section 5.5', withHeaders([['X-Trace', '']])),
    onWire(
      'a header in Latin-1',
      'RFC 9110, section 5.5: obs-text',
      withHeaders([['X-Region', 'K\u00f8benhavn']]),
    ),
  ],
};

const repeatedHeaders: Dimension<ServicePart> = {
  name: 'repeated headers',
  sentence: `${silent} repeated headers of answers.`,
  seam: 'front: repeated headers',
  values: [
    usual('no repeated headers'),
    onWire(
      'two cookies',
      'RFC 6265, section 3',
      withHeaders([
        ['Set-Cookie', 'route=a1; Path=/'],
        ['Set-Cookie', 'lb=7; Path=/; Secure'],
      ]),
    ),
    onWire(
      'Vary twice',
      'RFC 9110, section 5.3',
      withHeaders([
        ['Vary', 'Accept'],
        ['Vary', 'Accept-Encoding'],
      ]),
    ),
    onWire(
      'Cache-Control twice',
      'RFC 9110, section 5.3',
      withHeaders([
        ['Cache-Control', 'no-cache'],
        ['Cache-Control', 'private'],
      ]),
    ),
    onWire(
      'an unknown header three times',
      'RFC 9110, section 5.3',
      withHeaders([
        ['X-Zone', 'a'],
        ['X-Zone', 'b'],
        ['X-Zone', 'a'],
      ]),
    ),
  ],
};

const statusTexts: Dimension<ServicePart> = {
  name: 'status texts',
  sentence: 'Clause 7 gives statuses as numbers.',
  seam: 'front: text after the status',
  values: [
    usual('usual status texts'),
    onWire('empty status texts', 'RFC 9112, section 4', { change: (answer) => ({ ...answer, text: '' }) }),
    onWire('status texts of the service', 'RFC 9112, section 4', {
      change: (answer) => ({ ...answer, text: 'Handled (by gw-2) - see docs' }),
    }),
    onWire('numbers as status texts', 'RFC 9112, section 4', {
      change: (answer) => ({ ...answer, text: String(answer.status) }),
    }),
  ],
};

const date: Dimension<ServicePart> = {
  name: 'Date',
  sentence: `${silent} the header Date.`,
  seam: 'front: Date',
  values: [
    usual('answers with Date'),
    onWire('answers without Date', "latitude of SES-10: 'answers without Date'", {
      change: without(/^date$/i),
    }),
    onWire('Date in small letters', 'RFC 9110, section 5.1', {
      change: (answer) => ({
        ...answer,
        headers: answer.headers.map(
          ([name, value]) => [/^date$/i.test(name) ? 'date' : name, value] as const,
        ),
      }),
    }),
  ],
};

const pace: Dimension<ServicePart> = {
  name: 'pace',
  sentence: `${silent} how fast a service answers.`,
  seam: 'front: time before the answer',
  values: [
    usual('answers at once'),
    onWire('answers after 40 ms', "latitude of DPY-08: 'slow callbacks'; no clause limits the time", {
      before: () => delay(40),
    }),
    onWire('answers after 5 to 90 ms', 'no clause limits the time', {
      before: (response) => delay(5 + (((response.req.url?.length ?? 0) * 13) % 85)),
    }),
  ],
};

const interim: Dimension<ServicePart> = {
  name: 'interim responses',
  sentence: `${silent} responses with a status of 1xx.`,
  seam: 'front: responses of 1xx',
  values: [
    usual('no interim responses'),
    onWire('103 before each answer', 'RFC 9110, section 15.2: a client parses any number of them', {
      before: (response) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      },
    }),
    onWire('102 twice before each answer', 'RFC 9110, section 15.2', {
      before: (response) => {
        response.writeProcessing();
        response.writeProcessing();
      },
    }),
  ],
};

const listeners: Dimension<ServicePart> = {
  name: 'transport',
  sentence: 'everywhere | plaintext JSON over TLS (clause 2.4)',
  seam: 'front: TLS',
  offer: true,
  values: [
    usual('TLS'),
    {
      words: 'TLS 1.2 alone',
      allowedBy: "latitude of SEC-02: 'the newest version of the service is TLS 1.2'",
      change: () => ({ front: { tls: { maxVersion: 'TLSv1.2' } } }),
    },
    {
      words: 'TLS 1.3 alone',
      allowedBy: 'no clause names a version',
      change: () => ({ front: { tls: { minVersion: 'TLSv1.3' } } }),
    },
    {
      words: 'plain http on loopback',
      allowedBy: 'rule of SEC-02: left out on loopback',
      change: () => ({ front: { tls: undefined } }),
    },
  ],
};

/** Dimensions of the way between service and suite. */
export const wireDimensions: readonly Dimension<ServicePart>[] = [
  listeners,
  coding,
  framing,
  connections,
  furtherHeaders,
  repeatedHeaders,
  statusTexts,
  date,
  names,
  pace,
  interim,
];
