import { setTimeout as delay } from 'node:timers/promises';
import { verifyAgainstPublished } from '../../../support/client/integrator/callback-verifier';
import type { CycleStoreMaker } from '../../../support/client/integrator/payer/cycle-store';
import { cyclesInMemory } from '../../../support/client/integrator/payer/cycle-store';
import { contractPayer } from '../../../support/client/integrator/payer/seams';
import type { IntegratorSeams } from '../../../support/client/integrator';
import type { RawAnswer } from '../../../support/client/sender';
import type { Harmless } from '../../mutant';
import { between } from '../edits';
import { sound } from '../specimens';
import { behaving, payerTarget } from '../stage';

/** Takes every callback in after so many milliseconds: it is answered first, and worked on by a queue. */
function takingInAfter(ms: number): CycleStoreMaker {
  return () => {
    const own = cyclesInMemory();
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
    payer: { ...contractPayer, cycles: takingInAfter(ms) },
    ...between(() => async (request, send) => {
      if (request.url.endsWith(acknowledgment)) await delay(ms);
      return send(request);
    }),
  };
}

const noted: RawAnswer = { status: 202, headers: [], body: Buffer.from('{}') };
const toPayer = /\/v1\/(insuranceplan|coverageeligibility|preauth|claim|communication)\/|\/process\/request$/;

/** A provider with a queue for what goes out: who asks it to send something is answered before it is sent. */
export function queueOut(ms: number): Partial<IntegratorSeams> {
  return between(() => async (request, send) => {
    if (!toPayer.test(request.url)) return send(request);
    // Whatever becomes of it, who asked is gone.
    setTimeout(() => void send(request).catch(() => undefined), ms).unref();
    return noted;
  });
}

/** A provider that notes every callback before its JWT is verified: what comes after one that it refused is a repetition. */
function remembering(): Partial<IntegratorSeams> {
  const own = cyclesInMemory();
  let isRepetition = false;
  return {
    verifier: async (...given) => {
      const isValid = await verifyAgainstPublished(...given);
      if (!isValid) isRepetition = true;
      return isValid;
    },
    payer: {
      ...contractPayer,
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
export const harmlessQueues: readonly Harmless[] = [
  sound('callbacks-through-a-queue', 'What comes in is answered, and worked on three seconds later.', {
    start: behaving(queueIn(3000), payerTarget),
  }),
  sound('requests-through-a-queue', 'What goes out is put into a queue, and the caller is answered.', {
    start: behaving(queueOut(200), payerTarget),
  }),
  sound(
    'forged-callbacks-remembered',
    'A repetition is answered 202 and dropped, and so is what repeats a forged callback.',
    { start: behaving(remembering, payerTarget) },
    { 'CBK-03': 'inconclusive', 'CBK-04': 'inconclusive' },
  ),
];
