import { setTimeout as delay } from 'node:timers/promises';
import { verifyCallbackJwt } from '../../../support/client/integrator/callback-verifier';
import type { CycleStoreMaker } from '../../../support/client/integrator/payer/cycle-store';
import { createMemoryCycleStore } from '../../../support/client/integrator/payer/cycle-store';
import { conformingProvider } from '../../../support/client/integrator/payer/seams';
import type { IntegratorSeams } from '../../../support/client/integrator';
import type { RawAnswer } from '../../../support/client/sender';
import type { HarmlessSubject } from '../../mutant';
import { interceptRequests } from '../edits';
import { harmlessIntegrator } from '../specimens';
import { startClientWithSeams, payerTarget } from '../stage';

/** Takes every callback in after so many milliseconds: it is answered first, and worked on by a queue. */
function takingInAfter(ms: number): CycleStoreMaker {
  return () => {
    const own = createMemoryCycleStore();
    return {
      ...own,
      take(id, state) {
        setTimeout(() => {
          own.take(id, state);
        }, ms).unref();
      },
    };
  };
}

const acknowledgment = '/v1/paymentnotice/on_request';

/** A provider with a queue for what comes in: callbacks, and the acknowledgment that a prompt asks for. */
export function queueIn(ms: number): Partial<IntegratorSeams> {
  return {
    payer: { ...conformingProvider, cycles: takingInAfter(ms) },
    ...interceptRequests(() => async (request, send) => {
      if (request.url.endsWith(acknowledgment)) await delay(ms);
      return send(request);
    }),
  };
}

const noted: RawAnswer = { status: 202, headers: [], body: Buffer.from('{}') };
const toPayer = /\/v1\/(insuranceplan|coverageeligibility|preauth|claim|communication)\/|\/process\/request$/;

/** A provider with a queue for what goes out: who asks it to send something is answered before it is sent. */
export function queueOut(ms: number): Partial<IntegratorSeams> {
  return interceptRequests(() => async (request, send) => {
    if (!toPayer.test(request.url)) return send(request);
    // Whatever becomes of it, who asked is gone.
    setTimeout(() => void send(request).catch(() => undefined), ms).unref();
    return noted;
  });
}

/**
 * A provider that notes every callback before its JWT is verified: what comes after one that it refused is a
 * repetition.
 */
function remembering(): Partial<IntegratorSeams> {
  const own = createMemoryCycleStore();
  let isRepetition = false;
  return {
    verifier: async (...given) => {
      const isValid = await verifyCallbackJwt(...given);
      if (!isValid) isRepetition = true;
      return isValid;
    },
    payer: {
      ...conformingProvider,
      get acknowledges() {
        return !isRepetition;
      },
      cycles: () => ({
        ...own,
        take(id, state) {
          if (!isRepetition) own.take(id, state);
          isRepetition = false;
        },
      }),
    },
  };
}

/** Clients that answer first and work afterwards. */
export const harmlessQueues: readonly HarmlessSubject[] = [
  harmlessIntegrator(
    'callbacks-through-a-queue',
    'What comes in is answered, and worked on three seconds later.',
    {
      start: startClientWithSeams(queueIn(3000), payerTarget),
    },
  ),
  harmlessIntegrator(
    'requests-through-a-queue',
    'What goes out is put into a queue, and the caller is answered.',
    {
      start: startClientWithSeams(queueOut(200), payerTarget),
    },
  ),
  harmlessIntegrator(
    'forged-callbacks-remembered',
    'A repetition is answered 202 and dropped, and so is what repeats a forged callback.',
    { start: startClientWithSeams(remembering, payerTarget) },
    { 'CBK-03': 'inconclusive', 'CBK-04': 'inconclusive' },
  ),
];
