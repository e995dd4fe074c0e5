import type { CompactJWSHeaderParameters } from 'jose';
import { CompactSign, decodeJwt, decodeProtectedHeader, exportJWK } from 'jose';
import type { KeyObject } from 'node:crypto';
import { randomUUID } from 'node:crypto';
import type { ReadingValues } from '../../../contract/readings';
import type { RequestPurpose } from '../../../exchange/exchange';
import type { KeyObjectPair } from '../../../mock/keys';
import { generateSigningKeyPair } from '../../../mock/keys';
import type { CallbackStep, PayerCycle } from '../../../mock/payer/cycle';
import type { Run } from '../../../run/run';
import { payerJourney } from './journey';
import type { PayerTalk } from './talk';

/** What forgeries are made of. */
interface ForgeryParts {
  /** A JWT that the gateway signed just now. */
  readonly valid: string;
  /** The gateway's own key, for tokens whose signature is right. */
  readonly own: KeyObjectPair;
  /** A key that is published nowhere. */
  readonly foreign: KeyObjectPair;
  readonly readings: ReadingValues;
}

type Members = Readonly<Record<string, unknown>>;

/** A JWT that differs in one fact from a valid one; `undefined`: none at all. */
interface Forgery {
  /** What is wrong with it. */
  readonly variant: string;
  readonly token: string | undefined;
}

/** Beyond any leeway: a receiver with that of the reading `jwt-leeway`, or with less or somewhat more, refuses it. */
const hourSeconds = 3600;

/**
 * The JWTs that a receiver has to refuse (clause 5.1.6 with RFC 7519, 7515), each wrong in one way; by the algorithm of
 * the valid one.
 */
export async function createForgedJwts({ valid, own, foreign, readings }: ForgeryParts): Promise<Forgery[]> {
  const header = decodeProtectedHeader(valid) as CompactJWSHeaderParameters;
  const claims = decodeJwt(valid) as Members;
  const now = Math.floor(Date.now() / 1000);
  const beyond = readings['jwt-leeway'] + hourSeconds;
  const past = { iat: now - beyond - hourSeconds, exp: now - beyond };
  const future = { nbf: now + beyond, exp: now + beyond + hourSeconds };
  const [head = '', payload = '', signature = ''] = valid.split('.');
  const changed = { ...claims, sub: 'another subject' };
  const jwk = await exportJWK(foreign.publicKey);
  const pem = Buffer.from(own.publicKey.export({ type: 'spki', format: 'pem' }));
  const { issuer, audience } = readings['callback-jwt'];
  const made: Readonly<Record<string, string | undefined | Signing>> = {
    'no JWT': undefined,
    'expired long ago': [own.privateKey, header, { ...claims, ...past }],
    'not yet valid (nbf)': [own.privateKey, header, { ...claims, ...future }],
    'tampered payload': [head, encode(changed), signature].join('.'),
    'tampered signature': [head, payload, spoil(signature)].join('.'),
    'signed by a foreign key': [foreign.privateKey, header, claims],
    'unknown kid': [foreign.privateKey, { ...header, kid: 'unpublished-key' }, claims],
    'foreign key in its own jwk header': [foreign.privateKey, { ...header, jwk }, claims],
    'alg none': `${encode({ ...header, alg: 'none' })}.${payload}.`,
    'HMAC with the public key': [pem, { ...header, alg: 'HS256' }, claims],
    ...(audience !== null && { 'another audience': [own.privateKey, header, { ...claims, aud: 'others' }] }),
    ...(issuer !== null && {
      'another issuer': [own.privateKey, header, { ...claims, iss: 'https://gateway.example' }],
    }),
  };
  const tokens = Object.entries(made).map(async ([variant, token]) => ({
    variant,
    token: typeof token === 'object' ? await signed(...token) : token,
  }));
  return Promise.all(tokens);
}

type Signing = readonly [key: KeyObject | Buffer, header: CompactJWSHeaderParameters, claims: Members];

function signed(...[key, header, claims]: Signing): Promise<string> {
  const payload = Buffer.from(JSON.stringify(claims));
  return new CompactSign(payload).setProtectedHeader(header).sign(key);
}

/** For what jose would not make: a token whose parts do not belong together. */
function encode(value: Members): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The first character carries six bits of the signature; the last would carry fewer. */
function spoil(signature: string): string {
  return (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
}

/** Three submissions, and a look at what came of them: before the decision, after it, and after what is odd. */
const calls = 7;

/** Callbacks that are to be refused, each beside its valid twin; and callbacks that are to do no harm. */
export function runOddCallbacks(run: Run): Promise<void> {
  return payerJourney(run, { name: 'callbacks', title: 'Callbacks of all sorts', calls }, async (talk) => {
    const forged = await begin(talk);
    const isShown = forged !== undefined && (await sendForged(run, talk, forged, 'approved'));
    // A prompt needs no cycle before it: it tests clients that end no cycle.
    if (!isShown) await sendForged(run, talk, beginPrompted(run, talk), 'prompt');
    const decided = await begin(talk);
    // Nothing can be repeated, or be late, in a cycle that the client does not take for decided.
    if (decided !== undefined && (await isDecided(talk, decided))) await sendOdd(talk, decided);
    await sendUnderNewKey(run, talk);
  });
}

/** A preauthorization that the payer has taken, and has not decided. */
async function begin(talk: PayerTalk): Promise<PayerCycle | undefined> {
  const correlationId = await talk.submit('preauth');
  return correlationId === undefined ? undefined : talk.cycles.cycle(correlationId);
}

/** A payment notice, whose prompt is yet to be sent. */
function beginPrompted(run: Run, talk: PayerTalk): PayerCycle {
  const { participants } = run.target;
  const ids = { correlationId: randomUUID(), workflowId: randomUUID() };
  return talk.cycles.open({ ...ids, ...participants, kind: 'payment' });
}

async function send(
  talk: PayerTalk,
  cycle: PayerCycle,
  step: CallbackStep,
  asked?: RequestPurpose,
): Promise<void> {
  await talk.cycles.send({ ...(await talk.cycles.make(cycle, step)), ...(asked && { asked }) });
}

/** The suite decides a cycle by itself: no trigger can go wrong. */
async function approve(talk: PayerTalk, cycle: PayerCycle, asked?: RequestPurpose): Promise<void> {
  await send(talk, cycle, 'approved', asked);
  cycle.state = 'over';
}

async function isDecided(talk: PayerTalk, cycle: PayerCycle): Promise<boolean> {
  await approve(talk, cycle);
  return (await talk.end(cycle.correlationId)) === 'approved';
}

/**
 * Sends all forgeries of one cycle before their twin: a client that took one would have the cycle approved already.
 * Tells whether the twin was taken; otherwise the forgeries show nothing.
 */
async function sendForged(
  run: Run,
  talk: PayerTalk,
  cycle: PayerCycle,
  step: 'approved' | 'prompt',
): Promise<boolean> {
  const { readings } = run.target;
  const { carried, header, scheme } = readings['callback-jwt'];
  if (!carried) return true;
  const word = scheme === '' ? '' : `${scheme} `;
  const round = step === 'prompt' ? 'callback/forged-prompt' : 'callback/forged';
  const made = await talk.cycles.make(cycle, step);
  const valid = (made.headers[header] ?? '').slice(word.length);
  const foreign = await generateSigningKeyPair(algorithmOf(run));
  const own = talk.played.mock.keys.callbacks;
  for (const { variant, token } of await createForgedJwts({ valid, own, foreign, readings })) {
    const callback = await talk.cycles.make(cycle, step);
    const headers = Object.entries(callback.headers).filter(([name]) => name !== header);
    if (token !== undefined) headers.push([header, word + token]);
    const asked: RequestPurpose = { part: 'negative', round, variant };
    const attempt = await talk.cycles.send({ ...callback, headers: Object.fromEntries(headers), asked });
    // A client that lets one time out lets all of them time out.
    if (attempt?.error === 'TimeoutError') break;
  }
  const twin: RequestPurpose = { part: 'valid', round, variant: '' };
  if (step === 'prompt') return isPromptTaken(talk, cycle, twin);
  await talk.end(cycle.correlationId, ['pending', 'approved']);
  await approve(talk, cycle, twin);
  // A twin that changes nothing is answered, and not taken.
  const state = await talk.end(cycle.correlationId);
  return talk.isTaken(cycle.correlationId) && state !== 'pending';
}

/** A prompt that is taken is acknowledged. */
async function isPromptTaken(talk: PayerTalk, cycle: PayerCycle, asked: RequestPurpose): Promise<boolean> {
  await send(talk, cycle, 'prompt', asked);
  const isTaken = talk.isTaken(cycle.correlationId);
  if (isTaken) await talk.acknowledged(cycle.correlationId);
  return isTaken;
}

/** What the mock signs by: of several that are agreed on, the first. */
function algorithmOf(run: Run): string {
  return run.target.readings['callback-jwt'].algorithms[0] ?? '';
}

/** Clause 6.1 is silent on repetition: a callback that comes twice, late or under an unknown id must do no harm. */
async function sendOdd(talk: PayerTalk, cycle: PayerCycle): Promise<void> {
  const odd = (variant: string): RequestPurpose => ({ part: 'open', round: 'callback/odd', variant });
  const again = await talk.cycles.make(cycle, 'approved');
  await talk.cycles.send({ ...again, asked: odd('once more') });
  await talk.cycles.send({ ...again, asked: odd('once more, byte for byte') });
  await send(talk, cycle, 'query', odd('late: a query after the final answer'));
  const stranger = { ...cycle, correlationId: randomUUID(), workflowId: randomUUID() };
  await send(talk, stranger, 'approved', odd('for an unknown correlation id'));
  await talk.worked(cycle.correlationId);
  await talk.end(cycle.correlationId);
}

/** A gateway changes its key one day; that a receiver follows is noted. */
async function sendUnderNewKey(run: Run, talk: PayerTalk): Promise<void> {
  if (!run.target.readings['callback-jwt'].carried) return;
  const cycle = await begin(talk);
  if (cycle === undefined) return;
  const { tokens } = talk.played.mock;
  await tokens.rotate(await generateSigningKeyPair(algorithmOf(run)));
  talk.played.published = (await tokens.jwks()).keys;
  const variant = 'signed by a key published just now';
  await approve(talk, cycle, { part: 'open', round: 'callback/rotated', variant });
}
