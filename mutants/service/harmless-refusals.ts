import { resolveReadings } from '../../support/contract/readings';
import type { MockReply } from '../../support/mock/seams';
import type { HarmlessSubject } from '../mutant';
import { harmlessService } from '../mutant';
import type { ErrorBody } from '../replies';
import { editRefusals, editReplies, errorEnvelopeReply } from '../replies';
import { stageMock, withAgreedReadings } from '../stage';

type AnswerRefusal = (error: ErrorBody) => MockReply;

const staleSeams = (answer: AnswerRefusal) => ({
  handlers: {
    ...editRefusals('session.create', 'staleTimestamp', answer).handlers,
    ...editRefusals('certificate.identity', 'staleTimestamp', answer).handlers,
  },
});

/** Creates a service that refuses a stale TIMESTAMP with another answer than the mock's. */
function refusingStale(name: string, story: string, answer: AnswerRefusal): HarmlessSubject {
  return harmlessService(name, story, () => stageMock({ tls: true, seams: staleSeams(answer) }));
}

/** Creates a service that may refuse a stale TIMESTAMP for another reason: HDR-09 ends as inconclusive. */
function unclear(name: string, story: string, answer: AnswerRefusal): HarmlessSubject {
  return { ...refusingStale(name, story, answer), except: { 'HDR-09': 'inconclusive' } };
}

const conflict = ({ code, message }: ErrorBody): MockReply => errorEnvelopeReply(409, code, message);

const page = (status: number): MockReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><html><body><h1>Request blocked</h1></body></html>',
});

/** Refusals of requests with a mistake, in ways that the document leaves open. */
export const harmlessServiceRefusals: readonly HarmlessSubject[] = [
  ...[400, 401, 412, 422].map((status) =>
    refusingStale(
      `stale-${status}-json`,
      `A stale TIMESTAMP is refused with ${status} and a flat object.`,
      ({ message }) => ({ status, body: { message } }),
    ),
  ),
  refusingStale('stale-400-xml', 'The gateway product reports errors in XML.', ({ code, message }) => ({
    status: 400,
    headers: { 'content-type': 'application/xml' },
    body: `<fault><code>${code}</code><message>${message}</message></fault>`,
  })),
  refusingStale('stale-403-text', 'A filter refuses with one word, and its type is text/html.', () => ({
    status: 403,
    headers: { 'content-type': 'text/html' },
    body: 'Forbidden',
  })),
  unclear('stale-409', 'A stale TIMESTAMP is refused with 409, like a repeated request.', conflict),
  unclear('stale-408', 'A stale TIMESTAMP is refused with 408, like a slow request.', ({ code, message }) =>
    errorEnvelopeReply(408, code, message),
  ),
  unclear('stale-403-page', 'A firewall in front of the gateway blocks a stale TIMESTAMP.', () => page(403)),
  unclear('stale-200-page', 'A firewall blocks a stale TIMESTAMP, and its page has status 200.', () =>
    page(200),
  ),
  harmlessService(
    'stale-409-agreed',
    'A stale TIMESTAMP is refused with 409, and the target says so.',
    async () =>
      withAgreedReadings(await stageMock({ tls: true, seams: staleSeams(conflict) }), {
        'stale-after': { status: 409 },
      }),
  ),
  harmlessService('missing-token-401-page', 'A missing token is refused with the page of a web server.', () =>
    stageMock({
      tls: true,
      seams: editReplies('certificate.registry', (reply) => (reply.status === 401 ? page(401) : reply)),
    }),
  ),
  harmlessService(
    'other-hash-403',
    'The registry expects SHA-256, and rejects a value under SHA-1 with 403.',
    () =>
      stageMock({
        tls: true,
        readings: resolveReadings({ 'oaep-hash': { 'otp.verify': 'SHA-256' } }),
        seams: editRefusals('otp.verify', 'decryption', ({ code, message }) =>
          errorEnvelopeReply(403, code, message),
        ),
      }),
  ),
  harmlessService('rejection-409', 'A wrong ciphertext is rejected with 409, and the body names it.', () =>
    stageMock({
      tls: true,
      seams: editRefusals('otp.verify', 'encryption', conflict),
    }),
  ),
];
