import { setTimeout as sleep } from 'node:timers/promises';
import { conformingSeams } from '../../support/client/integrator';
import type { RetryPolicy } from '../../support/client/integrator/retry';
import { ConnectionError } from '../../support/client/integrator/transport';
import type { HarmlessSubject } from '../mutant';
import { interceptRequests, editRequests, freshStamp, withHeaders } from './edits';
import { harmlessIntegrator } from './specimens';
import { integratorWith, stageClient } from './stage';

const { retry, rejections, sessions } = conformingSeams;

/** Retries as often as the suite's own, and each time after so long. */
const after = (ms: number): RetryPolicy => ({
  ...retry,
  delayMs: (attempts, outcome) => (retry.delayMs(attempts, outcome) === undefined ? undefined : ms),
});

/** Longer than the client waits before it answers what it was asked for. */
const lateMs = 1500;

const unavailable = 503;

/** Gives an error where a call takes long; the call itself goes on. */
async function soonAnswered<Value>(asked: Value | Promise<Value>): Promise<Value> {
  const call = Promise.resolve(asked);
  call.catch(() => undefined);
  const late = sleep(lateMs / 3).then(() => {
    throw new Error('the request is queued, and will be sent again');
  });
  late.catch(() => undefined);
  return Promise.race([call, late]);
}

/** Clients that meet a 503 or a 401 otherwise, and break nothing. */
export const harmlessRetries: readonly HarmlessSubject[] = [
  harmlessIntegrator('retries-at-once', 'What fails is sent again at once.', { retry: after(0) }),
  harmlessIntegrator(
    'retries-in-its-own-time',
    'What fails is sent again after a while, whatever is asked for.',
    {
      retry: after(lateMs),
    },
  ),
  harmlessIntegrator('retries-from-a-queue', 'What fails is sent again after the call for it was answered.', {
    start: () =>
      stageClient((log) => {
        const own = integratorWith({ retry: after(lateMs) }, log);
        return {
          ...own,
          'certificate.fetch': (params) => soonAnswered(own['certificate.fetch'](params)),
          'fields.send': (params) => soonAnswered(own['fields.send'](params)),
          'otp.verify': (params) => soonAnswered(own['otp.verify'](params)),
        };
      }),
  }),
  harmlessIntegrator('circuit-breaker', 'After a 503 nothing is sent for the next call.', () => {
    let open = false;
    return {
      retry: { ...retry, delayMs: () => undefined },
      ...interceptRequests(() => async (request, send) => {
        if (open) {
          open = false;
          throw new ConnectionError('unreachable', 'circuit breaker');
        }
        const answer = await send(request);
        open = answer.status === unavailable;
        return answer;
      }),
    };
  }),
  harmlessIntegrator(
    'certificate-doubted-after-503',
    'A 503 to an encrypted value is taken for a rejection.',
    () => {
      let failed = false;
      return {
        retry: { ...retry, delayMs: () => undefined },
        rejections: {
          ...rejections,
          isRejection: (...given) => {
            failed = given[0].status === unavailable;
            return failed || rejections.isRejection(...given);
          },
          next: (last, keyChanged) => (failed ? last : rejections.next(last, keyChanged)),
        },
      };
    },
  ),
  harmlessIntegrator('session-renewed-after-503', 'After a 503 the client begins again, with a session.', {
    retry: { ...retry, delayMs: () => undefined },
    sessions: {
      ...sessions,
      refused: (answer) => answer.status === unavailable || sessions.refused(answer),
    },
  }),
  harmlessIntegrator(
    'session-renewed-at-the-next-call',
    'A 401 is told to the caller; the next call creates a session.',
    () => {
      let isRefused = false;
      return {
        sessions: {
          usable(session, now) {
            const usable = !isRefused && sessions.usable(session, now);
            isRefused = false;
            return usable;
          },
          refused(answer) {
            isRefused = sessions.refused(answer);
            return false;
          },
        },
      };
    },
  ),
  harmlessIntegrator(
    'otp-retried-with-its-headers',
    'The registry, which asks for none, gets an id and a time again.',
    {
      ...editRequests(['otp'], (request) => withHeaders(request, freshStamp())),
      retry: {
        ...after(lateMs),
        again: (compose, previous) =>
          previous.operation === 'otp.verify' ? Promise.resolve(previous) : compose(),
      },
    },
  ),
];
