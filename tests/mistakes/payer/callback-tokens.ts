import { defaultReadings } from '../../../support/contract/readings';
import { verifyCallbackToken } from '../../../support/crypto/jose/callback-token';
import { defaultKeyPair } from '../../../support/mock/keys';
import { createTokenIssuer } from '../../../support/mock/token-issuer';
import { forgeries } from '../../../support/scenarios/integrator/payer/forged-tokens';
import type { Edit } from './edits';
import { message } from './edits';

const lifetimeSeconds = 300;

/** Puts a forged JWT on every answer of a conversation; `undefined` where no forgery is called that. */
export async function forgedToken(variant: string): Promise<Edit | undefined> {
  const own = await defaultKeyPair('tokens');
  const foreign = await defaultKeyPair('tokens512');
  const issuer = await createTokenIssuer({ keys: own, clock: Date.now });
  const valid = await issuer.issue({ clientId: 'gateway-callback' }, 'callback', lifetimeSeconds);
  const made = await forgeries({ valid, own, foreign, readings: defaultReadings });
  const forged = made.find((each) => each.variant === variant);
  if (forged === undefined) return undefined;
  const { header, scheme } = defaultReadings['callback-jwt'];
  const headers = forged.token === undefined ? [] : [[header, `${scheme} ${forged.token}`] as const];
  const token = await verifyCallbackToken(headers, defaultReadings, (await issuer.jwks()).keys);
  return message('answer', () => ({ token }));
}
