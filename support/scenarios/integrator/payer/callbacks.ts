import type { CompactJWSHeaderParameters } from 'jose';
import { CompactSign, decodeJwt, decodeProtectedHeader, exportJWK } from 'jose';
import type { KeyObject } from 'node:crypto';
import { randomUUID } from 'node:crypto';
import { sendsRefusals } from '../../../contract/payer-content';
import type { ReadingValues } from '../../../contract/readings';
import type { RequestPurpose } from '../../../exchange/exchange';
import { forgedRounds, rounds, typedVariants } from '../../../exchange/rounds';
import type { KeyObjectPair } from '../../../mock/keys';
import { generateSigningKeyPair } from '../../../mock/keys';
import type { CallbackStep, PayerCycle } from '../../../mock/payer/cycle';
import type { Run } from '../../../run/run';
import { payerJourney } from './journey';
import { StagedCycles, finalStateOf, finalStepOf } from './staged-cycles';
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

/**
 * The maximum number of calls that a person is asked for: four submissions, the state before and after the decision and
 * after the odd callbacks (four questions), a reply to a query, and the acknowledgment of a payment notice. Under the
 * reading `callback-body: typed`, there is one more submission. Up to three submissions may begin no cycle that stays
 * open.
 */
const callsOf = ({ target }: Run): number => (sendsRefusals(target.readings) ? 14 : 13);

/** Sends callbacks that the client must refuse, each with a valid twin, and callbacks that must do no harm. */
export function runOddCallbacks(run: Run): Promise<void> {
  const named = { name: 'callbacks', title: 'Callbacks of all sorts', calls: callsOf(run) };
  return payerJourney(run, named, async (talk) => {
    const { carried } = run.target.readings['callback-jwt'];
    const staged = new StagedCycles(talk);
    const isOpen = carried && (await sendAllForged(run, talk, staged)) === 'a reply may still come';
    const ended = await beginToEnd(staged);
    // Nothing can be repeated, or be late, in a cycle that the client does not take for ended.
    if (ended !== undefined && (await isEnded(talk, ended))) await sendOdd(talk, ended);
    if (sendsRefusals(run.target.readings)) await sendTyped(talk, staged);
    // The client need not follow the new key, and would then refuse the answer to a late reply.
    if (carried && !isOpen) await sendUnderNewKey(run, talk, staged);
  });
}

/**
 * Begins the cycle that odd callbacks go into after its end: with a decision if the client begins such a cycle, even if
 * the client decides it by itself, because only such a cycle can get a query after its end.
 */
async function beginToEnd(staged: StagedCycles): Promise<PayerCycle | undefined> {
  return (
    (await staged.begin('decision')) ??
    (await staged.beginSelfTriggered()) ??
    (await staged.begin('final answer'))
  );
}

/**
 * Sends forged final answers, queries and prompts, because a client may handle each kind in another place. The final
 * answer is a decision, or data for a client that begins neither preauthorizations nor claims. A prompt needs no earlier
 * cycle, so it also tests a client that cannot begin any.
 */
async function sendAllForged(
  run: Run,
  talk: PayerTalk,
  staged: StagedCycles,
): Promise<'over' | 'a reply may still come'> {
  const foreign = await generateSigningKeyPair(algorithmOf(run));
  const answered = await staged.begin('final answer');
  if (answered !== undefined) await sendForgedAnswers(run, talk, answered, foreign);
  const queried = await staged.begin('query');
  if (queried !== undefined) await sendForgedQueries(run, talk, queried, foreign);
  await sendForgedPrompts(run, talk, beginPrompted(run, talk), foreign);
  return queried?.state === 'queried' ? 'a reply may still come' : 'over';
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
  await talk.cycles.send({ ...(await talk.cycles.make(cycle, step)), ...(asked && { asked }) }, cycle);
}

/** The suite ends a cycle by itself: no trigger can go wrong. */
async function finish(talk: PayerTalk, cycle: PayerCycle, asked?: RequestPurpose): Promise<void> {
  await send(talk, cycle, finalStepOf(cycle), asked);
  cycle.state = 'over';
}

/** Ends a cycle, and returns whether the client then takes it for ended. */
async function isEnded(talk: PayerTalk, cycle: PayerCycle): Promise<boolean> {
  // The rules of plans and eligibility checks leave out a cycle that gets odd callbacks. Those of decisions leave out
  // every cycle without a trigger.
  const asked: RequestPurpose = { part: 'valid', round: rounds.answeredFirst, variant: '' };
  if (cycle.state === 'requested')
    await finish(talk, cycle, finalStateOf(cycle) === 'answered' ? asked : undefined);
  return (await talk.end(cycle.correlationId)) === finalStateOf(cycle);
}

const twinOf = (round: string): RequestPurpose => ({ part: 'valid', round, variant: '' });

/** Forges decisions or data. The client reports the state of the cycle before the valid twin and after it. */
async function sendForgedAnswers(
  run: Run,
  talk: PayerTalk,
  cycle: PayerCycle,
  foreign: KeyObjectPair,
): Promise<void> {
  const state = finalStateOf(cycle);
  const round = state === 'approved' ? forgedRounds.decision : forgedRounds.answer;
  await sendForgeries(run, talk, { cycle, step: finalStepOf(cycle), round, foreign });
  await talk.end(cycle.correlationId, ['pending', state]);
  await finish(talk, cycle, twinOf(round));
  await talk.end(cycle.correlationId);
}

/** The client replies to the valid twin, and the payer then decides: the cycle ends as any other. */
async function sendForgedQueries(
  run: Run,
  talk: PayerTalk,
  cycle: PayerCycle,
  foreign: KeyObjectPair,
): Promise<void> {
  const { correlationId } = cycle;
  await sendForgeries(run, talk, { cycle, step: 'query', round: forgedRounds.query, foreign });
  cycle.state = 'queried';
  await send(talk, cycle, 'query', twinOf(forgedRounds.query));
  if (talk.isTaken(correlationId) && (await talk.reply(correlationId)))
    await talk.cycles.settled(correlationId);
}

/** The client acknowledges the valid twin. */
async function sendForgedPrompts(
  run: Run,
  talk: PayerTalk,
  cycle: PayerCycle,
  foreign: KeyObjectPair,
): Promise<void> {
  await sendForgeries(run, talk, { cycle, step: 'prompt', round: forgedRounds.prompt, foreign });
  await send(talk, cycle, 'prompt', twinOf(forgedRounds.prompt));
  if (talk.isTaken(cycle.correlationId)) await talk.acknowledged(cycle.correlationId);
}

interface ForgedRound {
  readonly cycle: PayerCycle;
  readonly step: CallbackStep;
  readonly round: string;
  readonly foreign: KeyObjectPair;
}

/** Sends all forgeries of one callback before its twin, because a client that accepted one would have changed its cycle. */
async function sendForgeries(
  run: Run,
  talk: PayerTalk,
  { cycle, step, round, foreign }: ForgedRound,
): Promise<void> {
  const { readings } = run.target;
  const { header, scheme } = readings['callback-jwt'];
  const word = scheme === '' ? '' : `${scheme} `;
  const made = await talk.cycles.make(cycle, step);
  const valid = (made.headers[header] ?? '').slice(word.length);
  const own = talk.played.mock.keys.callbacks;
  for (const { variant, token } of await createForgedJwts({ valid, own, foreign, readings })) {
    const callback = await talk.cycles.make(cycle, step);
    const headers = Object.entries(callback.headers).filter(([name]) => name !== header);
    if (token !== undefined) headers.push([header, word + token]);
    const asked: RequestPurpose = { part: 'negative', round, variant };
    const attempt = await talk.cycles.send(
      { ...callback, headers: Object.fromEntries(headers), asked },
      cycle,
    );
    // A client that lets one time out lets all of them time out.
    if (attempt?.error === 'TimeoutError') break;
  }
}

/** What the mock signs by: of several that are agreed on, the first. */
function algorithmOf(run: Run): string {
  return run.target.readings['callback-jwt'].algorithms[0] ?? '';
}

/** Clause 6.1 is silent on repetition: a callback that comes twice, late or under an unknown id must do no harm. */
async function sendOdd(talk: PayerTalk, cycle: PayerCycle): Promise<void> {
  const odd = (variant: string): RequestPurpose => ({ part: 'open', round: rounds.oddCallbacks, variant });
  const step = finalStepOf(cycle);
  const again = await talk.cycles.make(cycle, step);
  await talk.cycles.send({ ...again, asked: odd('once more') }, cycle);
  await talk.cycles.send({ ...again, asked: odd('once more, byte for byte') }, cycle);
  if (step === 'approved') await send(talk, cycle, 'query', odd('late: a query after the final answer'));
  await send(talk, talk.cycles.unknownLike(cycle), step, odd('for an unknown correlation id'));
  await talk.worked(cycle.correlationId);
  await talk.end(cycle.correlationId);
}

/** Refuses a cycle in the clear, and then reports that a message of it could not be delivered. */
async function sendTyped(talk: PayerTalk, staged: StagedCycles): Promise<void> {
  const cycle = await staged.begin('final answer');
  if (cycle === undefined) return;
  cycle.state = 'over';
  const asked = (variant: string): RequestPurpose => ({ part: 'open', round: rounds.oddCallbacks, variant });
  const refusal = await talk.cycles.makeRefusal(cycle, 'the payload cannot be read');
  await talk.cycles.send({ ...refusal, asked: asked(typedVariants.refused) }, cycle);
  const report = await talk.cycles.makeErrorReport(cycle);
  await talk.cycles.send({ ...report, asked: asked(typedVariants.undelivered) }, cycle);
}

/** A gateway changes its key one day; that a receiver follows is noted. */
async function sendUnderNewKey(run: Run, talk: PayerTalk, staged: StagedCycles): Promise<void> {
  const cycle = await staged.begin('final answer');
  if (cycle === undefined) return;
  const { tokens } = talk.played.mock;
  await tokens.rotate(await generateSigningKeyPair(algorithmOf(run)));
  talk.played.published = (await tokens.jwks()).keys;
  const variant = 'signed by a key published just now';
  await finish(talk, cycle, { part: 'open', round: rounds.rotatedKey, variant });
}
