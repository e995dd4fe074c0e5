import { constants } from '../../support/contract/constants';
import type { MockReply, SeamOverrides } from '../../support/mock/seams';
import type { HarmlessSubject, StartStage } from '../mutant';
import { harmlessService } from '../mutant';
import type { JsonObject } from '../replies';
import { editAcceptedBody, editReplies, editAllReplies, errorEnvelopeReply, editRefusals } from '../replies';
import { stageMock } from '../stage';

/** Over TLS, so that SEC-02 is judged as well. */
function overTls(seams: SeamOverrides): StartStage {
  return () => stageMock({ tls: true, seams });
}

/** Changes every JSON body. */
function eachBody(change: (body: JsonObject) => string | object): SeamOverrides {
  return editAllReplies((reply) =>
    isJson(reply.body) ? withType({ ...reply, body: change(reply.body) }) : reply,
  );
}

function isJson(body: MockReply['body']): body is JsonObject {
  return typeof body === 'object' && !Buffer.isBuffer(body);
}

function withType(reply: MockReply): MockReply {
  return { ...reply, headers: { 'content-type': 'application/json', ...reply.headers } };
}

/** Members in the other order, all the way down. */
function backwards(value: unknown): object {
  if (Array.isArray(value))
    return value.map((each: unknown) => (typeof each === 'object' && each !== null ? backwards(each) : each));
  const entries = Object.entries(value as JsonObject).reverse();
  return Object.fromEntries(
    entries.map(([name, each]) => [name, typeof each === 'object' && each !== null ? backwards(each) : each]),
  );
}

const extra = { traceId: '4bf92f3577b34da6', 'not-before-policy': 0, scope: ['openid'], nested: { a: null } };

/** Members that the document does not name; beside `error` there may be none. */
function withExtras(body: JsonObject): object {
  const { error } = body as { readonly error?: object };
  return error === undefined ? { ...extra, ...body } : { error: { ...extra, ...error } };
}

/** JSON text with every character escaped that may be. */
function escaped(body: object): string {
  const escapes = (text: string) =>
    Array.from(text, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  return JSON.stringify(body).replaceAll(/"([\w ]+)"/g, (_all, text: string) => `"${escapes(text)}"`);
}

function pem(change: (text: string) => string): SeamOverrides {
  const edit = (reply: MockReply): MockReply =>
    typeof reply.body === 'string' ? { ...reply, body: change(reply.body) } : reply;
  return {
    handlers: {
      ...editReplies('certificate.identity', edit).handlers,
      ...editReplies('certificate.registry', edit).handlers,
    },
  };
}

const bodies: readonly HarmlessSubject[] = [
  {
    ...harmlessService(
      'refresh-switched-off',
      'Identity servers answer 0 and an empty text if refresh is off.',
      overTls(
        editAcceptedBody('session.create', (body) => ({ ...body, refreshExpiresIn: 0, refreshToken: '' })),
      ),
    ),
    except: { 'SES-12': 'inconclusive' },
  },
  harmlessService('member-order', 'Members come in another order.', overTls(eachBody(backwards))),
  harmlessService(
    'extra-members',
    'Answers hold more than the document names.',
    overTls(eachBody(withExtras)),
  ),
  harmlessService(
    'pretty-json',
    'JSON is indented, with blank lines around it.',
    overTls(eachBody((body) => `\r\n${JSON.stringify(body, null, 4)}\n\n`)),
  ),
  harmlessService('escaped-json', 'Every letter is written as \\uXXXX.', overTls(eachBody(escaped))),
  harmlessService(
    'json-answers-with-charset',
    'The media type of an answer names its charset, as many frameworks have it.',
    overTls(
      editAllReplies((reply) =>
        isJson(reply.body)
          ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/json; charset=utf-8' } }
          : reply,
      ),
    ),
  ),
  harmlessService(
    'json-as-text',
    'The Content-Type of JSON is text/plain.',
    overTls(eachBody((body) => Buffer.from(JSON.stringify(body)))),
  ),
];

const certificates: readonly HarmlessSubject[] = [
  harmlessService(
    'pem-crlf',
    'Lines of PEM end with CR LF.',
    overTls(pem((text) => text.replaceAll('\n', '\r\n'))),
  ),
  harmlessService(
    'pem-blank-lines',
    'Blank lines stand around PEM.',
    overTls(pem((text) => `\n \r\n${text}\n\n\t\n`)),
  ),
  harmlessService(
    'pem-without-last-newline',
    'The last line of PEM does not end.',
    overTls(pem((text) => text.trimEnd())),
  ),
  ...(['identity', 'registry'] as const).map((service) =>
    harmlessService(
      `${service}-pem-after-its-name`,
      'The name and the size of the key precede the PEM block, as `openssl` writes them.',
      overTls(
        editReplies(`certificate.${service}`, (reply) =>
          typeof reply.body === 'string'
            ? { ...reply, body: `Public-Key: (2048 bit)\nsubject=CN = ${service}\n${reply.body}` }
            : reply,
        ),
      ),
    ),
  ),
  harmlessService(
    'pem-in-long-lines',
    'The Base64 of PEM is one line, and ends with blanks.',
    overTls(pem((text) => text.replace(/(?<=[\w+/=])\n(?=[\w+/=])/g, '').replaceAll('\n', ' \n'))),
  ),
  harmlessService(
    'pem-media-type',
    'PEM has a media type of its own.',
    overTls(
      editReplies('certificate.identity', (reply) => ({
        ...reply,
        headers: { ...reply.headers, 'content-type': 'application/x-pem-file' },
      })),
    ),
  ),
];

const refusals: readonly HarmlessSubject[] = [
  harmlessService(
    'prefix-of-its-own',
    'The code for wrong credentials has the prefix of the service, which the target does not name.',
    overTls(
      editRefusals('session.create', 'wrongCredentials', ({ message }) =>
        errorEnvelopeReply(400, 'ABC-9999', message),
      ),
    ),
  ),
  harmlessService(
    'stale-404',
    'A stale TIMESTAMP is refused with 404, as was met once.',
    overTls(
      editRefusals('session.create', 'staleTimestamp', () => ({
        status: 404,
        body: { message: 'Invalid Timestamp' },
      })),
    ),
  ),
  harmlessService(
    'missing-token-flat-401',
    'A missing token is refused with a flat body, as was met.',
    overTls(
      editReplies('certificate.registry', (reply) =>
        reply.status === 401
          ? { status: 401, body: { code: '900902', message: 'Missing Credentials', description: '' } }
          : reply,
      ),
    ),
  ),
  harmlessService(
    'otp-answer-201',
    'A verification is something created.',
    overTls(editReplies('otp.verify', (reply) => (reply.status === 200 ? { ...reply, status: 201 } : reply))),
  ),
  harmlessService(
    'otp-message-empty',
    'The text is empty, which is a text.',
    overTls(
      editAcceptedBody('otp.verify', ({ txnId }) => ({
        message: '',
        txnId,
        authResult: constants.authResultSuccess,
      })),
    ),
  ),
];

export const harmlessAnswers: readonly HarmlessSubject[] = [...bodies, ...certificates, ...refusals];
