import { bridgeIdAt } from '../../contract/bridge-scope';
import { correlationIdFor } from '../../contract/correlation-id';
import type { ReadingValues } from '../../contract/readings';
import type { PlainMessage } from '../../crypto/jose/jwe';
import { EnvelopeError } from '../../crypto/jose/jwe';
import type { Asked } from '../../exchange/exchange';
import type { TokenIssuer } from '../token-issuer';
import type { CallbackStep, PayerCycle } from './cycle';
import type { PayerSeams } from './seams';

/** A callback to be sent, whatever it says and whichever provider it is for. */
export interface Callback {
  readonly correlationId: string;
  /** As in `/v1/preauth/on_submit`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What stands inside the envelope; absent where it is none that the payer would write. */
  readonly plain?: PlainMessage;
  /** What the suite has in mind, where it sends one by itself. */
  readonly asked?: Asked;
}

/** What callbacks are made with. */
export interface CallbackParts {
  readonly tokens: TokenIssuer;
  readonly seams: PayerSeams;
  readonly readings: ReadingValues;
}

/** What the payer sends in a cycle, with a JWT and ids of its own. Throws an EnvelopeError where a key is wanting. */
export async function makeCallback(
  { seams, readings, tokens }: CallbackParts,
  cycle: PayerCycle,
  step: CallbackStep,
  encryptionKey: string | undefined,
): Promise<Callback> {
  if (readings.envelope === 'jwe' && encryptionKey === undefined)
    throw new EnvelopeError('the provider has named no encryption key');
  const correlationId = seams.correlationId(cycle, step);
  const id = correlationIdFor(correlationId, readings);
  const { decision } = readings;
  const about = { cycle: { ...cycle, correlationId }, now: new Date().toISOString(), decision };
  const plain = {
    headers: { ...seams.headers(step, cycle), ...id.headers },
    bundle: { ...seams.bundles[step](about), ...id.bundle },
  };
  const wrapped = await seams.wrap(plain, readings.envelope, encryptionKey ?? '');
  const jwt = await seams.authorization(tokens, readings, step);
  const path = seams.path(step, cycle, readings);
  const bridgeId = bridgeIdAt(path, readings, cycle.provider);
  const headers = {
    ...wrapped.headers,
    ...id.http,
    ...(jwt !== undefined && { [readings['callback-jwt'].header]: jwt }),
    ...(bridgeId !== undefined && seams.bridge(cycle, bridgeId)),
    'Content-Type': 'application/json',
  };
  return { correlationId, path, headers, body: JSON.stringify(wrapped.body), plain };
}
