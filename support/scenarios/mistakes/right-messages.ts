import { randomUUID } from 'node:crypto';
import { unlimitedRate } from '../../client/rate-limiter';
import { createSender } from '../../client/sender';
import type { OperationId } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted } from '../../exchange/exchange';
import type { RawExchange } from '../../exchange/raw-exchange';
import { withOpenRun } from '../../run/open-run';
import type { Run } from '../../run/run';
import { recorderFor } from '../../run/evidence';
import { runCertificateRound } from '../service/certificates';
import { runOtpRound } from '../service/otp';
import { suiteProviderOf } from '../service/payer/provider';
import { createFirstSession, sendWrongCredentials } from '../service/sessions';
import { staleSession } from '../service/rounds';
import { withHeader } from './change-request';

/** What crossed the wire, and whether it was accepted. */
interface Tapped {
  readonly raw: RawExchange;
  readonly isAccepted: boolean;
}

let tapped: readonly Tapped[] = [];

/**
 * Taps what the suite and its own services say to each other, before it is recorded: every example changes one of these
 * messages. Their secrets end with the run, which stops its services.
 */
export async function tapMessages(): Promise<void> {
  tapped = await withOpenRun({ profile: 'test', subjects: ['service'] }, async (run) => {
    const seen: Tapped[] = [];
    const recorder = recorderFor(run.target, run.evidence);
    const record = (raw: RawExchange): Exchange => {
      const exchange = recorder.record(raw);
      seen.push({ raw: elsewhere(raw), isAccepted: isAccepted(exchange) });
      return exchange;
    };
    const { ca, limits } = run.target;
    const bounds = { deadlineMs: limits.timeoutMs, maxBytes: 1024 * 1024 };
    const sender = createSender({
      recorder: { record },
      bounds,
      pace: unlimitedRate,
      ...(ca !== undefined && { ca }),
    });
    await talk({ ...run, services: { ...run.services, sender } });
    return seen;
  });
}

async function talk(run: Run): Promise<void> {
  await createFirstSession(run);
  await sendWrongCredentials(run);
  await staleSession(run);
  await runCertificateRound(run, 'identity');
  await runCertificateRound(run, 'registry');
  await runOtpRound(run);
  const provider = await suiteProviderOf(run);
  const ids = await provider.submit('preauth');
  if (ids !== undefined) await provider.trigger(ids, { action: 'Approve', method: 'Preauth' });
  await provider.takeNotice();
}

/** An exchange as if its service were not on this machine. */
function elsewhere(raw: RawExchange): RawExchange {
  const { pathname, search } = new URL(raw.request.url);
  const url = `https://${raw.service ?? 'unknown'}.example${pathname}${search}`;
  return { ...raw, request: { ...raw.request, url } };
}

/** A request that keeps the contract, with an answer that keeps it too, as the suite sends it. */
export function rightMessage(operation: OperationId): RawExchange {
  return requireOne(
    `an accepted ${operation}`,
    (each) => each.isAccepted && each.raw.operation === operation && each.raw.asked?.part === 'valid',
  );
}

/** The same, as an integrator's client sends it. */
export function rightRequest(operation: OperationId): RawExchange {
  const { asked, ...raw } = rightMessage(operation);
  return { ...raw, sender: 'integrator', clientInstance: 'example' };
}

/** A request that is wrong on purpose, with an answer that refuses it as it should. */
export function rightRefusal(operation: OperationId, variant: string): RawExchange {
  return requireOne(
    `a refused ${operation} that is asked for with ${variant}`,
    (each) => !each.isAccepted && each.raw.operation === operation && each.raw.asked?.variant === variant,
  );
}

/** The first of them, as if it were sent once more. */
function requireOne(what: string, isIt: (each: Tapped) => boolean): RawExchange {
  const found = tapped.find(isIt);
  if (found === undefined) throw new Error(`Nothing tapped is ${what}`);
  const { raw } = found;
  const hasId = raw.request.headers.some(([name]) => name === 'REQUEST-ID');
  return hasId ? withHeader(raw, 'REQUEST-ID', randomUUID()) : raw;
}
