import type { ServerResponse } from 'node:http';
import type { ObligationId } from '../../support/obligations';
import type { NullSubject } from '../mutant';
import { nullService } from '../mutant';
import type { Answering } from '../raw-server';
import {
  answeringAll,
  answeringBehindGateway,
  answeringAllOverTls,
  notStarted,
  takingConnections,
} from '../raw-server';

const refused = '{"error":{"code":"SVC-9999","message":"Invalid user credentials"}}';
const session = ['SES-05'] as const satisfies readonly ObligationId[];

function always(status: number, body = '', type = 'application/json'): Answering {
  return (request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(status, { 'content-type': type }).end(body));
  };
}

const echo: Answering = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  request.pipe(response);
};

/** Half of the answer, and then the end of it. */
const cutJson = '{"accessToken":"eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjE3';

const shorterThanPromised: Answering = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '900' });
  response.write(cutJson, () => response.destroy());
};

const neverEnding: Answering = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => {
    clearInterval(timer);
  });
};

const megabyte = Buffer.alloc(1024 * 1024, 0x20);

/** Fifty megabytes, as fast as they are taken. */
const huge: Answering = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  pump(response, 50);
};

function pump(response: ServerResponse, left: number): void {
  if (response.destroyed) return;
  if (left === 0) response.end('{}');
  else
    response.write(megabyte, () => {
      pump(response, left - 1);
    });
}

const page = '<!doctype html><html><body><h1>It works!</h1></body></html>';

/** What answers, and does nothing. */
const answering: readonly NullSubject[] = [
  nullService('200-empty-object', session, 'Everything is 200 {}.', answeringAll(always(200, '{}'))),
  nullService('204-to-all', session, 'Everything is 204.', answeringAll(always(204))),
  nullService('echo', session, 'Everything is 200 with the body that was sent.', answeringAll(echo)),
  nullService(
    'html-page',
    session,
    'The welcome page of a web server.',
    answeringAll(always(200, page, 'text/html')),
  ),
  nullService('json-cut', session, 'JSON that ends in the middle.', answeringAll(always(200, cutJson))),
  nullService(
    '500-envelope',
    session,
    'Everything is 500, in the envelope.',
    answeringAll(always(500, refused)),
  ),
  nullService('500-empty', session, 'Everything is 500, without a body.', answeringAll(always(500))),
  nullService('answer-never-ends', session, 'A blank every 20 ms, for ever.', answeringAll(neverEnding)),
  nullService('answer-of-50-megabytes', session, 'Blanks, fifty million of them.', answeringAll(huge)),
  ...[400, 401, 403, 404, 429].flatMap((status) => [
    nullService(
      `${status}-envelope`,
      [],
      `Everything is ${status}, in the envelope.`,
      answeringAll(always(status, refused)),
    ),
    nullService(
      `${status}-empty`,
      [],
      `Everything is ${status}, without a body.`,
      answeringAll(always(status)),
    ),
  ]),
  nullService(
    '302-to-all',
    [],
    'Everything redirects to itself.',
    answeringAll((_request, response) => {
      response.writeHead(302, { location: '/' }).end();
    }),
  ),
  nullService(
    'answer-cut',
    session,
    'The connection breaks in the middle of every answer.',
    answeringAll(shorterThanPromised),
  ),
];

/** The same with a certificate in order: TLS alone is no service. */
const overTls: readonly NullSubject[] = [
  nullService(
    'tls-200-empty-object',
    session,
    'Everything is 200 {}, over TLS.',
    answeringAllOverTls(always(200, '{}')),
  ),
  nullService(
    'tls-401-envelope',
    [],
    'Everything is 401, over TLS.',
    answeringAllOverTls(always(401, refused)),
  ),
  nullService('tls-echo', session, 'An echo, over TLS.', answeringAllOverTls(echo)),
];

/** What does not answer. */
const silent: readonly NullSubject[] = [
  nullService('nothing-listens', [], 'The services were not started.', notStarted),
  nullService(
    'silence',
    session,
    'Connections are taken, and nothing is said.',
    takingConnections((socket) => {
      socket.resume();
    }),
  ),
  nullService(
    'connections-dropped',
    session,
    'Connections are taken and ended at once.',
    takingConnections((socket) => {
      socket.destroy();
    }),
  ),
  nullService(
    'not-http',
    session,
    'A mail server.',
    takingConnections((socket) => {
      socket.resume();
      socket.write('220 mail.example ESMTP\r\n');
    }),
  ),
];

const ofGateway = [
  'SES-05',
  'SES-06',
  'SES-07',
  'SES-08',
  'SES-09',
  'SES-10',
  'SES-12',
  'HDR-09',
] as const satisfies readonly ObligationId[];

function behind(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  answer: Answering,
): NullSubject {
  return nullService(`gateway-only-${name}`, breaks, story, answeringBehindGateway(answer), ofGateway);
}

/** The gateway works; what stands behind it does nothing. */
const behindGateway: readonly NullSubject[] = [
  behind(
    '200-empty-object',
    ['HDR-09', 'CRT-01', 'CRT-02', 'CRT-03'],
    'All else is 200 {}.',
    always(200, '{}'),
  ),
  behind(
    'html-page',
    ['HDR-09', 'CRT-01', 'CRT-02', 'CRT-03'],
    'All else is a page.',
    always(200, page, 'text/html'),
  ),
  behind('204', ['HDR-09', 'CRT-01', 'CRT-02', 'CRT-03'], 'All else is 204.', always(204)),
  behind('401-envelope', ['TOK-06'], 'All else is 401.', always(401, refused)),
  behind('400-envelope', [], 'All else is 400.', always(400, refused)),
  behind('404-empty', [], 'All else is 404.', always(404)),
  behind('500-envelope', ['CRT-01', 'CRT-02'], 'All else is 500.', always(500, refused)),
  behind('answer-cut', ['CRT-01', 'CRT-02'], 'All else breaks off.', shorterThanPromised),
  behind(
    'never-ends',
    ['CRT-01'],
    'All else, at one address that counts as down then, never ends.',
    neverEnding,
  ),
];

export const nullServices: readonly NullSubject[] = [...answering, ...overTls, ...silent, ...behindGateway];
