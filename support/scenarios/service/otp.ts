import { textOfBody } from '../../contract/decode-text';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProgramEnd } from '../../adapter/child';
import { ChildProgram } from '../../adapter/child';
import { decodeUtf8 } from '../../adapter/lines';
import { bearerHeader, buildRequest } from '../../client/requests';
import { formatCount } from '../../contract/format-count';
import { isObject, parseJson } from '../../contract/json';
import { operationPath } from '../../contract/operations';
import { EnvironmentError, NotTestedError, ShownElsewhereError } from '../../contract/outcome';
import { printableLine } from '../../contract/printable';
import { oaepHashOf } from '../../contract/readings';
import { deliberateMistakesOf, variantOfMistake } from '../../contract/deliberate-mistakes';
import type { FieldScheme } from '../../crypto/forge/field-encryption';
import { encryptField } from '../../crypto/forge/field-encryption';
import type { RequestPurpose, Exchange } from '../../exchange/exchange';
import { isAccepted, exchangeReference } from '../../exchange/exchange';
import { publicKeyIn } from '../../exchange/public-key';
import { notTestedError } from '../../exchange/reason';
import { toPlainText, reportText } from '../../exchange/text';
import { judgeRecordingBy } from '../../judging/loop';
import type { WrongOtp } from '../../obligations/field-encryption/rejections';
import {
  adviceOnOtps,
  isEncryptionRejection,
  countAvailableOtps,
  noWrongOtps,
  roomOf,
  orderWrongOtps,
  wrongEncodingRejected,
  wrongHashRejected,
  wrongPaddingRejected,
} from '../../obligations/field-encryption/rejections';
import type { Obligation } from '../../obligations';
import { showAnswer } from '../../obligations/judge/answers';
import type { Run } from '../../run/run';
import { isWanted } from '../../run/selection';
import { sendForRound } from './act';
import { runCertificateRound, checkTokenReuse } from './certificates';
import { ensureUsableSession } from './held-session';
import type { OtpCommand, OtpGrant } from '../../targets/target';

/** Bytes that the program may print. */
const mostBytes = 64 * 1024;

/**
 * Has the program of the target print another OTP; `used` holds the transactions of those before. Whatever it prints is
 * secret, on stderr too: no message shows it. Throws EnvironmentError where no OTP comes of it.
 */
async function freshOtp(run: Run, source: OtpCommand, used: ReadonlySet<string>): Promise<OtpGrant> {
  const printed = await run.waits.during({ what: 'otp.command' }, () => outputOf(run, source));
  const { otp: value, txnId } = membersIn(printed);
  if (!isFilled(value) || !isFilled(txnId))
    throw noOtp('what it printed to stdout is no JSON object with two texts, otp and txnId');
  run.evidence.secrets.learn('otp', value);
  // One that was verified is over: the registry would refuse a second OTP of it, and be right.
  if (used.has(txnId)) throw noOtp('it printed a txnId that it had printed before: each OTP takes its own');
  return { value, txnId };
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

function membersIn(printed: Buffer): { readonly otp?: unknown; readonly txnId?: unknown } {
  const value = parseJson(decodeUtf8(printed) ?? '');
  return isObject(value) ? value : {};
}

/** All that the program wrote to stdout, once it has ended well. */
async function outputOf(run: Run, source: OtpCommand): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const { promise: overfull, resolve: overflow } = Promise.withResolvers<'too long'>();
  let size = 0;
  const child = new ChildProgram(source, {
    stdout(chunk) {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
      else overflow('too long');
    },
    stderr: () => undefined,
  });
  // One that asks a person is not to wait for an answer.
  child.endInput();
  run.defer(() => child.stop(false));
  const settled = new AbortController();
  const { callMs } = run.target.limits;
  const late = delay(callMs, 'late' as const, { signal: settled.signal }).catch(() => 'late' as const);
  try {
    const ending = await Promise.race([child.ended, overfull, late]);
    const flaw = flawOf(ending, callMs) ?? (size > mostBytes ? flawOf('too long', callMs) : undefined);
    if (flaw !== undefined) throw noOtp(printableLine(run.evidence.secrets.text(flaw)));
    return Buffer.concat(chunks);
  } finally {
    settled.abort();
    await child.stop(false);
  }
}

function flawOf(ending: ProgramEnd | 'too long' | 'late', callMs: number): string | undefined {
  if (ending === 'late') return `it did not end within ${callMs} ms (limits.callMs)`;
  if (ending === 'too long') return `it printed more than ${mostBytes / 1024} KiB`;
  if (ending.kind === 'not-started')
    return `${ending.fault.what}: no shell reads it, and its path is relative to the target file`;
  return ending.code === 0 ? undefined : `it ended with ${ending.words}`;
}

const noOtp = (why: string): EnvironmentError =>
  new EnvironmentError(
    `otp.command of the target gave no OTP: ${why}. What it prints is secret and not shown: run it by hand`,
  );

type Variant = FieldScheme | WrongOtp;

/** The obligations whose wrong values are sent. */
const concerned = [wrongPaddingRejected, wrongHashRejected, wrongEncodingRejected];

/** What came of an OTP: every variant that its attempts allowed, and the valid twin, sent last. */
interface OtpRound {
  readonly exchanges: readonly Exchange[];
  readonly sent: readonly Variant[];
  /** Variants that a key as small as the registry's has no room for. */
  readonly unfit: readonly Variant[];
  /** Why no further OTP came, where variants were left. */
  readonly ranOut?: EnvironmentError | undefined;
}

/**
 * Sends the OTP of the target wrongly encrypted, then rightly: one twin for all negatives of an OTP, last, since a
 * right OTP may be good for one use. Never more than `limits.otpAttempts` requests an OTP.
 */
export function runOtpRound(run: Run): Promise<OtpRound> {
  return run.once('otp', async () => {
    const { otps, otpCommand, limits, environment } = run.target;
    if (run.plan.sparesOtps)
      throw new NotTestedError('left-out', 'no OTP is sent in this run', { by: '--profile nightly' });
    if (otps.length === 0 && otpCommand === undefined)
      throw new NotTestedError(
        'not-configured',
        'the target gives no OTP: set otp.value and otp.txnId of a transaction that waits for one',
      );
    // Whether tokens last is found out before any OTP is spent: one that is refused for its token shows nothing.
    await checkTokenReuse(run);
    const key = await registryKey(run);
    const negatives = environment === 'production' || isGentle(run) ? [] : wanted(run);
    return spendAll(run, { key, negatives, room: roomOf(limits) });
  });
}

/** A registry may count what it cannot read as a wrong OTP. At night too, the target says whether it may be sent one. */
function isGentle({ plan, target }: Run): boolean {
  return (plan.target ?? target).limits.probes === 'gentle';
}

interface Means {
  readonly key: FieldKey;
  readonly negatives: readonly Variant[];
  /** For negatives, of each OTP. */
  readonly room: number;
}

/** Spends as many OTPs as the negatives take, one at least. */
async function spendAll(run: Run, { key, negatives, room }: Means): Promise<OtpRound> {
  const exchanges: Exchange[] = [];
  const unfit: Variant[] = [];
  const used = new Set<string>();
  let waiting = [...negatives];
  let isAskedAgain = false;
  let ranOut: EnvironmentError | undefined;
  for (let index = 0; ; index += 1) {
    // A right OTP that was cut off may be spent: it is asked again once, with another one.
    const isCutOff = exchanges.at(-1)?.failure?.kind === 'reset';
    const isDone = room === 0 || waiting.length === 0;
    if (index > 0 && isDone && (!isCutOff || isAskedAgain)) break;
    isAskedAgain ||= isCutOff;
    const otp = await nextOtp(run, key, { index, used }).catch((error: unknown) => {
      // What was sent by then stays judged.
      if (index === 0 || !(error instanceof EnvironmentError)) throw error;
      ranOut = error;
    });
    if (otp === undefined) break;
    used.add(otp.txnId);
    unfit.push(...waiting.filter((each) => isScheme(each) && !fits(key, otp.value, each)));
    waiting = waiting.filter((each) => !unfit.includes(each));
    const batch = waiting.splice(0, room);
    exchanges.push(...(await spend(run, { otp, key, batch, round: `otp/${index + 1}` })));
  }
  return { exchanges, sent: exchanges.map(({ asked }) => asked?.variant as Variant), unfit, ranOut };
}

/** The next OTP of the target; of a program, a fresh one. `undefined`: there is none. */
async function nextOtp(
  run: Run,
  key: FieldKey,
  { index, used }: { readonly index: number; readonly used: ReadonlySet<string> },
): Promise<OtpGrant | undefined> {
  const { otps, otpCommand } = run.target;
  const otp = otpCommand === undefined ? otps[index] : await freshOtp(run, otpCommand, used);
  if (otp !== undefined && !fits(key, otp.value, rightScheme(run)))
    throw new EnvironmentError("the registry's key is too small for the OTP of the target");
  return otp;
}

const advise = (run: Run): string =>
  adviceOnOtps(countAvailableOtps(run.target), run.target.limits, wanted(run).length);

/** The negatives of the obligations that the run is about; the hash that the registry takes is no negative. */
function wanted(run: Run): WrongOtp[] {
  const asked = concerned.filter((each) => isWanted(run.plan, each));
  return orderWrongOtps(
    asked.map(({ id }) => deliberateMistakesOf(id)),
    rightScheme(run),
  );
}

function rightScheme(run: Run): 'oaep-sha1' | 'oaep-sha256' {
  const { readings, paths } = run.target;
  const operation = 'otp.verify';
  const hash = oaepHashOf(readings, { operation, path: operationPath(operation, paths) });
  return hash === 'SHA-256' ? 'oaep-sha256' : 'oaep-sha1';
}

/** The key to encrypt under, and how long its ciphertexts are. */
interface FieldKey {
  readonly pem: string;
  /** Of the modulus. */
  readonly bytes: number;
}

/** However the key is wrapped, one that can be read serves: its wrapping does not hide how OTPs fare. */
async function registryKey(run: Run): Promise<FieldKey> {
  const { twin } = await runCertificateRound(run, 'registry');
  const key = isAccepted(twin.exchange)
    ? publicKeyIn(twin.answer === undefined ? '' : textOfBody(twin.answer.body))
    : undefined;
  if (key?.asymmetricKeyType !== 'rsa')
    throw new EnvironmentError('the registry gave no RSA key to encrypt under');
  const bytes = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  return { pem: key.export({ type: 'spki', format: 'pem' }).toString(), bytes };
}

/** What padding takes of a ciphertext: twice the hash and two bytes (RFC 8017), or eleven. */
const paddingBytes: Readonly<Record<FieldScheme, number>> = {
  'oaep-sha1': 42,
  'oaep-sha256': 66,
  'oaep-mixed': 66,
  'pkcs1-v1.5': 11,
};

/** A key may be too small for an OTP under a longer hash. */
function fits({ bytes }: FieldKey, value: string, scheme: FieldScheme): boolean {
  return Buffer.byteLength(value) + paddingBytes[scheme] <= bytes;
}

function isScheme(variant: Variant): variant is FieldScheme {
  return variant in paddingBytes;
}

interface Batch {
  readonly otp: OtpGrant;
  readonly key: FieldKey;
  readonly batch: readonly Variant[];
  readonly round: string;
}

async function spend(run: Run, { otp, key, batch, round }: Batch): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const scheme = rightScheme(run);
  const send = async (
    part: RequestPurpose['part'],
    variant: Variant,
    right: FieldScheme,
  ): Promise<Exchange> => {
    const { accessToken } = await ensureUsableSession(run);
    const body = { otp: fieldOf(key.pem, otp.value, variant, right), txnId: otp.txnId };
    const request = buildRequest(run.target, 'otp.verify', { body, headers: bearerHeader(accessToken) });
    const { exchange } = await sendForRound(run, request, { part, round, variant });
    exchanges.push(exchange);
    return exchange;
  };
  for (const variant of batch) {
    const { failure } = await send('negative', variant, scheme);
    // Without an answer the valid twin comes next, since only its time-out shows the registry at fault.
    if (failure !== undefined) break;
  }
  const twin = await send('valid', scheme, scheme);
  // Clause 6.3.3: some endpoints take SHA-256; a rejection of SHA-1 says so, if an attempt is left.
  const context = { readings: run.target.readings };
  const left = run.target.limits.otpAttempts - exchanges.length;
  if (scheme !== 'oaep-sha1' || left < 1 || !isEncryptionRejection(twin, context)) return exchanges;
  if (!fits(key, otp.value, 'oaep-sha256')) return exchanges;
  // Under SHA-1 these differed from the twin to come in two facts: a registry that decodes them would have hidden it.
  const again = batch.filter((variant) => variant === 'hex' || variant === 'broken-base64');
  for (const variant of again.slice(0, left - 1)) await send('negative', variant, 'oaep-sha256');
  await send('valid', 'oaep-sha256', 'oaep-sha256');
  return exchanges;
}

/** The content of the `otp` field: right in all but the one fact that the variant names. */
function fieldOf(key: string, value: string, variant: Variant, right: FieldScheme): string {
  if (variant === 'raw') return value;
  if (variant === 'hex') return encryptField(key, value, right).toString('hex');
  if (variant === 'broken-base64') return breakBase64(encryptField(key, value, right).toString('base64'));
  return encryptField(key, value, variant).toString('base64');
}

/** A lenient decoder drops foreign characters and decrypts all the same. */
function breakBase64(text: string): string {
  const middle = text.length / 2;
  return `${text.slice(0, middle)}!*${text.slice(middle)}`;
}

/** Throws where no negative of an obligation was sent: the attempts, or the answers, did not reach so far. */
function requireSent(run: Run, round: OtpRound, obligation: Obligation): void {
  const conclusion = judgeRecordingBy(obligation, round.exchanges, { readings: run.target.readings });
  if (conclusion !== undefined && (conclusion.observations > 0 || conclusion.unjudged.length > 0)) return;
  const unanswered = round.exchanges.find(({ failure }) => failure !== undefined);
  if (unanswered !== undefined)
    throw new EnvironmentError(
      toPlainText(
        reportText`${exchangeReference(unanswered)} got ${showAnswer(unanswered)}: no more were sent`,
      ),
    );
  if (round.unfit.some((variant) => Object.hasOwn(deliberateMistakesOf(obligation.id), variant)))
    throw new EnvironmentError("the registry's key is too small for what this check would send");
  if (round.ranOut !== undefined) throw round.ranOut;
  if (isGentle(run)) throw notTestedError(noWrongOtps);
  throw new NotTestedError(
    'left-out',
    `an OTP of the target allows ${formatCount(run.target.limits.otpAttempts, 'attempt')}, too few for this check: ${advise(run)}`,
    { by: `limits.otpAttempts: ${run.target.limits.otpAttempts}` },
  );
}

/**
 * The exchanges of an OTP round, those first that show one mistake. Throws ShownElsewhereError if just
 * this mistake was not sent, or is none for this registry, although others were shown.
 */
export async function otpRow(
  run: Run,
  obligation: Obligation,
  mistake: string,
): Promise<readonly Exchange[]> {
  const round = await runOtpRound(run);
  requireSent(run, round, obligation);
  const variant = variantOfMistake(mistake, [obligation]);
  const sent = round.exchanges.filter(({ asked }) => asked?.variant === variant);
  if (sent.length === 0 && round.ranOut !== undefined) throw round.ranOut;
  const isRight = sent.some(isAcceptedTwin);
  const bound = isRight ? [] : sent.filter((each) => isBound(each, round)).toReversed();
  if (bound.length === 0 && showsAny(run, obligation, round))
    throw new ShownElsewhereError(isRight ? `the registry takes it: ${mistake}` : `not sent: ${mistake}`);
  // What is sent once more under the right hash shows it best.
  const first = bound.length > 0 ? bound : sent;
  return [...first, ...round.exchanges.filter((each) => !first.includes(each))];
}

function isAcceptedTwin(exchange: Exchange): boolean {
  return exchange.asked?.part === 'valid' && isAccepted(exchange);
}

/** Whether its valid twin was accepted: without that, a refusal shows nothing. */
function isBound({ asked }: Exchange, { exchanges }: OtpRound): boolean {
  return exchanges.some((each) => each.asked?.round === asked?.round && isAcceptedTwin(each));
}

function showsAny(run: Run, obligation: Obligation, { exchanges }: OtpRound): boolean {
  const conclusion = judgeRecordingBy(obligation, exchanges, { readings: run.target.readings });
  return (conclusion?.observations ?? 0) > 0;
}
