import { setTimeout as delay } from 'node:timers/promises';
import type { ProgramEnd } from '../../adapter/child';
import { Child } from '../../adapter/child';
import { decodeUtf8 } from '../../adapter/lines';
import { isObject, parseJson } from '../../contract/json';
import { EnvironmentError } from '../../contract/outcome';
import { printableLine } from '../../contract/printable';
import type { Run } from '../../run/run';
import type { OtpCommand, OtpGrant } from '../../targets/target';

/** Bytes that the program may print. */
const mostBytes = 64 * 1024;

/**
 * Has the program of the target print another OTP; `used` holds the transactions of those before. Whatever it prints is
 * secret, on stderr too: no message shows it. Throws EnvironmentError where no OTP comes of it.
 */
export async function freshOtp(run: Run, source: OtpCommand, used: ReadonlySet<string>): Promise<OtpGrant> {
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
  const child = new Child(source, {
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
