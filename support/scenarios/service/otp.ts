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

/** Maximum number of bytes that the target's OTP program may print. */
const mostBytes = 64 * 1024;

/**
 * Runs the target's OTP program (`otp.command`) and returns the OTP that it prints. `used` contains the transaction ids
 * of earlier OTPs. No message shows the output of the program, not even that on stderr, because the output is secret.
 * Throws an EnvironmentError if the program fails or does not print a new OTP.
 */
async function freshOtp(run: Run, source: OtpCommand, used: ReadonlySet<string>): Promise<OtpGrant> {
  const printed = await run.waits.during({ what: 'otp.command' }, () => outputOf(run, source));
  const { otp: value, txnId } = membersIn(printed);
  if (!isFilled(value) || !isFilled(txnId))
    throw noOtp('what it printed to stdout is no JSON object with two texts, otp and txnId');
  run.evidence.secrets.learn('otp', value);
  // The registry rightly refuses a second OTP for a transaction that is already verified.
  if (used.has(txnId)) throw noOtp('it printed a txnId that it had printed before: each OTP takes its own');
  return { value, txnId };
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

function membersIn(printed: Buffer): { readonly otp?: unknown; readonly txnId?: unknown } {
  const value = parseJson(decodeUtf8(printed) ?? '');
  return isObject(value) ? value : {};
}

/** Returns the output of the program on stdout. Throws an EnvironmentError unless the program ends successfully. */
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
  // End the input, so that a program that asks a person does not wait for an answer.
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

/** The obligations that the suite checks with wrongly encrypted OTPs. */
const concerned = [wrongPaddingRejected, wrongHashRejected, wrongEncodingRejected];

/** The requests with the target's OTPs. For each OTP: the wrong values that its attempts allow, then the valid twin. */
interface OtpRound {
  readonly exchanges: readonly Exchange[];
  readonly sent: readonly Variant[];
  /** Variants that the registry's key is too small for. */
  readonly unfit: readonly Variant[];
  /** The reason why a further OTP was not available. */
  readonly ranOut?: EnvironmentError | undefined;
}

/**
 * Sends each OTP of the target in wrong encryptions, and then encrypted correctly. This valid twin serves all wrong
 * values of its OTP. It comes last, because a correct OTP may be valid only once. Sends at most `limits.otpAttempts`
 * requests per OTP.
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
    // Check that tokens can be reused before using up an OTP: a refusal because of the token would waste the OTP.
    await checkTokenReuse(run);
    const key = await registryKey(run);
    const negatives = environment === 'production' || isGentle(run) ? [] : wanted(run);
    return spendAll(run, { key, negatives, room: roomOf(limits) });
  });
}

/**
 * Returns whether the target forbids wrong values: a registry may count an unreadable value as a wrong OTP. A nightly
 * run changes `limits.probes`, so this reads the original setting from `plan.target`.
 */
function isGentle({ plan, target }: Run): boolean {
  return (plan.target ?? target).limits.probes === 'gentle';
}

interface Means {
  readonly key: FieldKey;
  readonly negatives: readonly Variant[];
  /** Number of wrong values that can be sent for each OTP. */
  readonly room: number;
}

/** Uses as many OTPs as the wrong values require, but at least one. */
async function spendAll(run: Run, { key, negatives, room }: Means): Promise<OtpRound> {
  const exchanges: Exchange[] = [];
  const unfit: Variant[] = [];
  const used = new Set<string>();
  let waiting = [...negatives];
  let isAskedAgain = false;
  let ranOut: EnvironmentError | undefined;
  for (let index = 0; ; index += 1) {
    // If the connection broke, the last OTP may be used up. Repeat its valid request once, with another OTP.
    const isCutOff = exchanges.at(-1)?.failure?.kind === 'reset';
    const isDone = room === 0 || waiting.length === 0;
    if (index > 0 && isDone && (!isCutOff || isAskedAgain)) break;
    isAskedAgain ||= isCutOff;
    const otp = await nextOtp(run, key, { index, used }).catch((error: unknown) => {
      // Keep the requests that were already sent, so that rules can judge them.
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

/** Returns the target's next OTP, or a new one from the target's OTP program. Returns `undefined` if all are used. */
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

/** Returns the wrong values that the run should send. The hash that the registry expects is not a wrong value. */
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

/** The public key that encrypts OTPs, and the length of its ciphertexts. */
interface FieldKey {
  readonly pem: string;
  /** Length of the modulus. Each ciphertext has the same length. */
  readonly bytes: number;
}

/**
 * Returns the registry's key, even if it is written in a wrong form: that mistake must not prevent the checks with
 * OTPs. Throws an EnvironmentError if no RSA key can be read.
 */
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

/** Bytes that the padding adds to a value: for OAEP, two digests and two bytes; for PKCS#1 v1.5, eleven (RFC 8017). */
const paddingBytes: Readonly<Record<FieldScheme, number>> = {
  'oaep-sha1': 42,
  'oaep-sha256': 66,
  'oaep-mixed': 66,
  'pkcs1-v1.5': 11,
};

/** Returns whether a key is large enough to encrypt a value. A longer hash leaves less space for the value. */
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
    // After a request without an answer, send the valid twin: only its timeout shows that the registry is at fault.
    if (failure !== undefined) break;
  }
  const twin = await send('valid', scheme, scheme);
  // Some endpoints expect SHA-256 (clause 6.3.3). If the registry rejects SHA-1, try SHA-256 with a remaining attempt.
  const context = { readings: run.target.readings };
  const left = run.target.limits.otpAttempts - exchanges.length;
  if (scheme !== 'oaep-sha1' || left < 1 || !isEncryptionRejection(twin, context)) return exchanges;
  if (!fits(key, otp.value, 'oaep-sha256')) return exchanges;
  // Send these wrong values again with SHA-256. With SHA-1, they differ from the SHA-256 twin in two facts: a registry
  // that wrongly decodes them may have refused only the hash.
  const again = batch.filter((variant) => variant === 'hex' || variant === 'broken-base64');
  for (const variant of again.slice(0, left - 1)) await send('negative', variant, 'oaep-sha256');
  await send('valid', 'oaep-sha256', 'oaep-sha256');
  return exchanges;
}

/** Returns the content of the `otp` field. A wrong variant names the one mistake in it. */
function fieldOf(key: string, value: string, variant: Variant, right: FieldScheme): string {
  if (variant === 'raw') return value;
  if (variant === 'hex') return encryptField(key, value, right).toString('hex');
  if (variant === 'broken-base64') return breakBase64(encryptField(key, value, right).toString('base64'));
  return encryptField(key, value, variant).toString('base64');
}

/** Inserts two characters that Base64 does not allow. A lenient decoder ignores them and still decrypts the value. */
function breakBase64(text: string): string {
  const middle = text.length / 2;
  return `${text.slice(0, middle)}!*${text.slice(middle)}`;
}

/** Throws the reason if the round cannot show an obligation, for example because its wrong values were not sent. */
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
 * Returns the exchanges of an OTP round, beginning with those that show this mistake. Throws a ShownElsewhereError if
 * the round shows other mistakes, but not this one: it was not sent, or it is correct for this registry.
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
  // `bound` begins with the last attempt: the repetition of a wrong value with the correct hash is better evidence.
  const first = bound.length > 0 ? bound : sent;
  return [...first, ...round.exchanges.filter((each) => !first.includes(each))];
}

function isAcceptedTwin(exchange: Exchange): boolean {
  return exchange.asked?.part === 'valid' && isAccepted(exchange);
}

/** Returns whether the valid twin of a request was accepted. Only then does a refusal show anything. */
function isBound({ asked }: Exchange, { exchanges }: OtpRound): boolean {
  return exchanges.some((each) => each.asked?.round === asked?.round && isAcceptedTwin(each));
}

function showsAny(run: Run, obligation: Obligation, { exchanges }: OtpRound): boolean {
  const conclusion = judgeRecordingBy(obligation, exchanges, { readings: run.target.readings });
  return (conclusion?.observations ?? 0) > 0;
}
