import { createPublicKey } from 'node:crypto';
import type { CycleState, Params, Result } from '../../../adapter/protocol';
import { isLoopback } from '../../../contract/loopback';
import { wrappedPem } from '../../../contract/pem';
import type { Callbacks } from '../../../run/manual-progress';
import type { Answers, Question } from '../../../run/hand/questions';
import type { Misunderstanding } from './wait-for-answer';

type Asked = Omit<Question, 'id'>;

/** Where callbacks go, and under which key: what an adapter names in `initialize`. */
export function callbacksQuestion(envelope: 'jwe' | 'json', before: Callbacks | undefined): Asked {
  const key = before?.encryptionKey;
  return {
    sentence:
      'The payer answers your system by callbacks. Where does it take them' +
      `${envelope === 'jwe' ? ', and with which public key are they to be encrypted' : ''}?`,
    asking: [
      {
        name: 'callbackUrl',
        label: 'base address of your callbacks, before /v1/…',
        kind: 'url',
        ...(before && { before: before.callbackUrl }),
      },
      ...(envelope === 'jwe'
        ? [
            {
              name: 'encryptionKey',
              label: 'your public key (RSA, SPKI in PEM)',
              kind: 'pem' as const,
              ...(key !== undefined && { before: key }),
            },
          ]
        : []),
    ],
  };
}

export function checkCallbacks(envelope: 'jwe' | 'json', answers: Answers): Misunderstanding | undefined {
  const { callbackUrl = '', encryptionKey = '' } = answers;
  const url = URL.parse(callbackUrl.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return { name: 'callbackUrl', message: 'This is no http or https address.' };
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    return {
      name: 'callbackUrl',
      message: 'Name a base address alone, without credentials, query or fragment.',
    };
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return { name: 'callbackUrl', message: 'Plain http is for this machine alone: use https.' };
  const flaw = envelope === 'jwe' ? keyFlaw(encryptionKey) : undefined;
  return flaw === undefined ? undefined : { name: 'encryptionKey', message: flaw };
}

/** A private key is refused: it is nothing that the suite should ever be given. */
function keyFlaw(pem: string): string | undefined {
  if (pem.includes('PRIVATE KEY')) return 'This is a private key: keep it, and give the public one.';
  const wrapping = wrappedPem(pem);
  if (wrapping !== undefined) return `The key cannot be read: ${wrapping.flaw}.`;
  try {
    const { asymmetricKeyType } = createPublicKey(pem);
    return pem.includes('BEGIN PUBLIC KEY') && asymmetricKeyType === 'rsa'
      ? undefined
      : 'The key has to be an RSA key in one PUBLIC KEY block (SPKI in PEM).';
  } catch {
    return 'The key cannot be read: it is one PUBLIC KEY block (SPKI in PEM).';
  }
}

/** The answers as `initialize` would name them. */
export function callbacksIn({ callbackUrl = '', encryptionKey }: Answers): Callbacks {
  return {
    callbackUrl: callbackUrl.trim().replace(/\/+$/, ''),
    ...(encryptionKey !== undefined && encryptionKey.trim() !== '' && { encryptionKey }),
  };
}

const states: readonly CycleState[] = ['pending', 'queried', 'approved', 'rejected', 'answered'];

export function cycleQuestion({ correlationId }: Params<'cycle.get'>): Asked {
  return {
    sentence:
      `How does your system show the cycle ${correlationId} now, and how many callbacks has it taken for it? ` +
      'pending: no answer yet; queried: the payer has asked for documents; answered: a plan or eligibility came.',
    asking: [
      { name: 'state', label: 'state', kind: 'choice', choices: states },
      { name: 'callbacks', label: 'callbacks taken', kind: 'count' },
    ],
  };
}

export function checkCycle({ state = '', callbacks = '' }: Answers): Misunderstanding | undefined {
  if (!(states as readonly string[]).includes(state))
    return { name: 'state', message: `The state is one of ${states.join(', ')}.` };
  return /^\d{1,4}$/.test(callbacks.trim())
    ? undefined
    : { name: 'callbacks', message: 'The count is a whole number from 0.' };
}

export function cycleIn({ state, callbacks }: Answers): Result<'cycle.get'> {
  return { state: state as CycleState, callbacks: Number(callbacks) };
}
