import { CompactSign, decodeJwt, decodeProtectedHeader } from 'jose';
import { deliberateMistakesOf } from '../../../contract/deliberate-mistakes';
import { defaultReadings } from '../../../contract/readings';
import { verifyCallbackToken } from '../../../crypto/jose/jws';
import { defaultKeyPair } from '../../../mock/keys';
import { createTokenIssuer } from '../../../mock/token-issuer';
import { createForgedJwts } from '../../integrator/payer/callbacks';
import { unsignedRefused } from '../../../obligations/callback/forged';
import type { Phrases } from '../phrases';
import type { TurnsEdit } from './edits';
import { editMessages } from './edits';

const lifetimeSeconds = 300;
const { header, scheme } = defaultReadings['callback-jwt'];

type Headers = readonly (readonly [name: string, value: string])[];
type Keys = Awaited<ReturnType<typeof defaultKeyPair>>;

const carried = (token: string | undefined): Headers =>
  token === undefined ? [] : [[header, `${scheme} ${token}`]];

/** Maps the words for each forgery to the name of its variant. */
const variants: ReadonlyMap<string, string> = new Map(
  Object.entries(deliberateMistakesOf(unsignedRefused.id)).map(([variant, mistake]) => [mistake, variant]),
);

/** Mistakes of a payer that are not among the forgeries of {@link variants}. */
const slips: Readonly<
  Record<string, (valid: string, own: Keys, foreign: Keys) => Headers | Promise<Headers>>
> = {
  'its JWT in X-Callback-Token': (valid) => [['X-Callback-Token', valid]],
  'its JWT under the scheme JWT': (valid) => [[header, `JWT ${valid}`]],
  'its JWT followed by another word': (valid) => carried(`${valid} more`),
  'half a JWT': (valid) => carried(valid.slice(0, valid.lastIndexOf('.'))),
  'a foreign JWT without kid': (valid, _own, foreign) =>
    signed(valid, foreign, { alg: 'RS256', kid: undefined }),
  'a JWT with a crit': (valid, own) => signed(valid, own, { crit: ['b64'], b64: true }),
};

/** Returns a key pair that no service publishes. */
const unpublishedPair = (): Promise<Keys> => defaultKeyPair('registry');

async function signed(valid: string, { privateKey }: Keys, members: object): Promise<Headers> {
  const payload = Buffer.from(JSON.stringify(decodeJwt(valid)));
  const head = { alg: 'RS256', ...decodeProtectedHeader(valid), ...members };
  return carried(await new CompactSign(payload).setProtectedHeader(head).sign(privateKey));
}

/** Maps the words of the features to mistakes in the JWT of every answer of a conversation. */
export const tokenMistakes: Phrases<Promise<TurnsEdit>> = Object.fromEntries(
  [...variants.keys(), ...Object.keys(slips)].map((mistake) => [mistake, () => wrongToken(mistake)]),
);

async function wrongToken(mistake: string): Promise<TurnsEdit> {
  const [variant, slip] = [variants.get(mistake), slips[mistake]];
  const own = await defaultKeyPair('tokens');
  const foreign = await defaultKeyPair('tokens512');
  const issuer = await createTokenIssuer({ keys: own, clock: Date.now });
  const valid = await issuer.issue({ clientId: 'gateway-callback' }, 'callback', lifetimeSeconds);
  const forged = await createForgedJwts({ valid, own, foreign, readings: defaultReadings });
  const headers = slip
    ? await slip(valid, own, await unpublishedPair())
    : carried(forged.find((each) => each.variant === variant)?.token);
  const token = await verifyCallbackToken(headers, defaultReadings, (await issuer.jwks()).keys);
  return editMessages('answer', () => ({ token }));
}
