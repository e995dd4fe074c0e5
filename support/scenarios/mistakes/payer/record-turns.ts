import { defaultReadings } from '../../../contract/readings';
import { operations } from '../../../contract/operations';
import type { PayerFact } from '../../../contract/payer-facts';
import type { Subject } from '../../../contract/words';
import { factOfOwnMessage, inspectPayerMessage } from '../../../crypto/node/payer-message';
import type { AdapterAnswer, Evidence } from '../../../exchange/evidence';
import type { RawExchange } from '../../../exchange/raw-exchange';
import { createRecorder } from '../../../exchange/recorder';
import { createRecording } from '../../../exchange/recording';
import { ExchangeRedactor } from '../../../exchange/exchange-redactor';
import type { MessageTurn, StateTurn, TriggerTurn, Turn } from './turns';

/** The time between two turns, in milliseconds. */
const apart = 1000;

/** Records a conversation in which one side is the subject and the suite plays the other side. */
export function recordTurns(turns: readonly Turn[], subject: Subject): readonly Evidence[] {
  const recording = createRecording();
  const recorder = createRecorder(recording, new ExchangeRedactor());
  const begin = Date.now() - turns.length * apart;
  for (const [index, turn] of turns.entries()) {
    const at = begin + index * apart;
    if (turn.what === 'state') recording.append<AdapterAnswer>(toldAt(at, turn));
    else if ('body' in turn) recorder.record(triggerAt(at, turn, subject));
    else recorder.record(messageAt(at, turn, subject));
  }
  return recording.evidence;
}

/** Returns the adapter's answer to `cycle.get` at an epoch time in milliseconds. */
function toldAt(at: number, { correlationId, state }: StateTurn): Omit<AdapterAnswer, 'seq'> {
  const cycle = { correlationId, state, callbacks: 1 };
  return { kind: 'adapter answer', askedAt: at, arrivedAt: at + 1, method: 'cycle.get', facts: { cycle } };
}

function triggerAt(
  at: number,
  { what, path, body, status = 200 }: TriggerTurn,
  subject: Subject,
): RawExchange {
  return {
    ...timesOf(at),
    ...partOf(subject, what),
    service: 'dummyPayer',
    operation: what === 'notice' ? 'paymentNotice.init' : 'dummyPayer.trigger',
    request: {
      method: 'POST',
      url: `https://payer.example${path}`,
      headers: [
        ['Accept', 'application/json'],
        ['Content-Type', 'application/json'],
        ['bearer_auth', 'Bearer an.access.token'],
      ],
      body: Buffer.from(JSON.stringify(body)),
    },
    response: { status, headers: [], body: Buffer.alloc(0) },
  };
}

/** Returns the sender of a provider's message. If the payer is the subject, the suite sends it as a valid request. */
function partOf(subject: Subject, round: string): Pick<RawExchange, 'sender' | 'asked'> {
  return subject === 'integrator'
    ? { sender: 'integrator' }
    : { sender: 'suite', asked: { part: 'valid', round, variant: '' } };
}

/** Returns the sender of a callback: the payer if it is the subject, otherwise the suite. */
const calledBack = (subject: Subject): Pick<RawExchange, 'sender' | 'subject'> =>
  subject === 'integrator' ? { sender: 'suite', subject } : { sender: 'service' };

const timesOf = (at: number): Pick<RawExchange, 'arrivedAt' | 'answeredAt'> => ({
  arrivedAt: at,
  answeredAt: at + 1,
});

function messageAt(at: number, turn: MessageTurn, subject: Subject): RawExchange {
  const { from, path, bundle, headers, status, plain, token, what, asked } = turn;
  const operation = operations.find((each) => each.service === 'provider' && each.path === path)?.id;
  const named: [string, string][] = Object.entries({
    ...(plain && headers),
    'Content-Type': 'application/json',
  });
  const body = Buffer.from(JSON.stringify(bundle));
  return {
    ...timesOf(at),
    ...(from === 'payer' ? calledBack(subject) : partOf(subject, what)),
    service: 'provider',
    ...(asked && { asked }),
    ...(operation && { operation }),
    request: { method: 'POST', url: `https://provider.example${path}`, headers: named, body },
    ...(typeof status === 'number'
      ? { response: { status, headers: [], body: Buffer.alloc(0) } }
      : { failure: status }),
    facts: { payer: factOf(turn, named, body), ...(token && { callbackToken: token }) },
  };
}

/**
 * Returns the facts about a message. Inspects the bundle without its envelope, because the facts are the same as
 * those about the envelope's content.
 */
function factOf(
  { plain, slips, headers, bundle }: MessageTurn,
  named: readonly (readonly [string, string])[],
  body: Buffer,
): PayerFact {
  const fact =
    plain === true
      ? inspectPayerMessage({ headers: named, body }, defaultReadings, [])
      : factOfOwnMessage([], { headers, bundle }, defaultReadings);
  return { ...fact, ...(slips && { slips }) };
}
