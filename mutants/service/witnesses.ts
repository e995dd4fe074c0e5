import type { MockHandler, SeamOverrides } from '../../support/mock/seams';
import { defaultHandlers } from '../../support/mock/services';
import type { Witness } from '../mutant';
import { serviceWitness } from '../mutant';
import { editAllReplies, errorEnvelopeReply, preprocessRequests, withBodyMembers } from '../replies';
import { withSeams } from '../stage';

/** Refuses a REQUEST-ID that was used before. */
function refusingRepeats(): MockHandler {
  const used = new Set<string>();
  return (call, state) => {
    const id = call.headers['request-id'] ?? '';
    if (used.has(id)) return errorEnvelopeReply(409, 'SVC-1010', 'REQUEST-ID was used before');
    used.add(id);
    return defaultHandlers['session.create'](call, state);
  };
}

/** Answers that many session requests, and no more. */
function limitedTo(limit: number): () => SeamOverrides {
  return () => {
    let asked = 0;
    const handler: MockHandler = (call, state) => {
      asked += 1;
      if (asked <= limit) return defaultHandlers['session.create'](call, state);
      return {
        ...errorEnvelopeReply(429, 'SVC-1429', 'Too many requests'),
        headers: { 'retry-after': '30' },
      };
    };
    return { handlers: { 'session.create': handler } };
  };
}

function countingDown(): SeamOverrides {
  let left = 1000;
  return editAllReplies((reply) => {
    left -= 1;
    return {
      ...reply,
      headers: { ...reply.headers, 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': String(left) },
    };
  });
}

/** Services that behave otherwise where the suite only takes notes. */
export const witnesses: readonly Witness[] = [
  serviceWitness(
    'grant-type-optional',
    { 'SES-11': 'without grantType: accepted with 200' },
    'There is one grant only, so it need not be named.',
    withSeams(
      preprocessRequests('session.create', (call) =>
        withBodyMembers(call, { grantType: 'client_credentials' }),
      ),
    ),
  ),
  serviceWitness(
    'incomplete-session-422',
    { 'SES-11': 'without clientId: refused with 422, an object {errors}' },
    'A validation filter writes errors of its own.',
    withSeams({
      handlers: {
        'session.create': async (call, state) => {
          const reply = await defaultHandlers['session.create'](call, state);
          const isIncomplete = JSON.stringify(reply.body).includes('SVC-1001');
          return isIncomplete ? { status: 422, body: { errors: ['a field is missing'] } } : reply;
        },
      },
    }),
  ),
  serviceWitness(
    'repeated-request-id-refused',
    { 'HDR-13': 'reused REQUEST-ID: refused with 409' },
    'The gateway remembers every REQUEST-ID.',
    withSeams(() => ({ handlers: { 'session.create': refusingRepeats() } })),
  ),
  serviceWitness(
    'any-request-id-accepted',
    { 'HDR-13': 'uppercase REQUEST-ID: accepted with 200' },
    'REQUEST-ID is written to a log and not looked at.',
    withSeams(
      preprocessRequests('session.create', (call) => ({
        ...call,
        headers: { ...call.headers, 'request-id': '5f0c2a52-6a6f-4f0c-8a53-0d8d8a5b9b11' },
      })),
    ),
  ),
  serviceWitness(
    'triggers-taken-as-they-come',
    { 'DPY-09': 'unknown action: accepted with 202' },
    'Triggers are put into a queue, and read later.',
    withSeams({
      handlers: {
        'dummyPayer.trigger': async (call, state) => {
          const reply = await defaultHandlers['dummyPayer.trigger'](call, state);
          return reply.status === 400 ? { status: 202, body: { queued: true } } : reply;
        },
      },
    }),
  ),
  serviceWitness(
    'triggers-taken-from-anyone',
    { 'DPY-09': 'had no bearer_auth and was accepted: anyone can trigger the dummy payer' },
    'Every trigger is answered 202, and what can be done for it is done.',
    withSeams({
      handlers: {
        'dummyPayer.trigger': async (call, state) => {
          const reply = await defaultHandlers['dummyPayer.trigger'](call, state);
          return reply.status >= 400 ? { status: 202, body: {} } : reply;
        },
      },
    }),
  ),
  serviceWitness(
    'sessions-rate-limited',
    { 'LIM-01': 'retry-after: 30' },
    'A client may create ten sessions in half a minute.',
    withSeams(limitedTo(10)),
  ),
  serviceWitness(
    'rate-limit-announced',
    { 'LIM-01': 'x-ratelimit-limit: 1000' },
    'Every answer says how many requests are left.',
    withSeams(countingDown),
  ),
];
