import type { Exchange } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';
import { findMember, secondsOf } from '../../exchange/members';
import { agreesWithLifetime } from '../../exchange/token-expiry';
import { memberOf } from '../../contract/json';

/** A member of a JSON body as features write it: its name, with the value or the kind of value that it has. */
export interface ExpectedMember {
  readonly name: string;
  readonly value?: string;
  readonly kind?: string;
}

/** One side of an exchange, and the JSON body of the other. */
interface Place {
  readonly exchange: Exchange;
  readonly text: string | undefined;
  readonly body: unknown;
}

type Is = (place: Place, name: string) => boolean;

const token = (exchange: Exchange, name: string) => exchange.facts.tokens?.[`response:/${name}`];

/** Whether a token expires when the answer says. True if neither its `iat` nor the Date of the answer shows its begin. */
function expiresAfter(exchange: Exchange, name: string, member: string): boolean {
  const { expiresAt, issuedAt } = token(exchange, name) ?? {};
  const seconds = secondsOf(findMember(exchange.response?.body?.text, member));
  if (expiresAt === undefined || seconds === undefined) return false;
  const times = { expiresAt, ...(issuedAt !== undefined && { issuedAt }) };
  return agreesWithLifetime(exchange, times, seconds) ?? true;
}

/** Returns whether the refresh token is empty and its lifetime 0: the service issues only access tokens. */
const isLeftEmpty: Is = ({ text }, name) =>
  name === 'refreshToken' &&
  findMember(text, name) === '' &&
  secondsOf(findMember(text, 'refreshExpiresIn')) === 0;

/** Kinds of values, in the words of the features. */
const kinds: Readonly<Record<string, Is>> = {
  'as a string': ({ body }, name) => typeof memberOf(body, name) === 'string',
  'as a string in error': ({ body }, name) => typeof memberOf(memberOf(body, 'error'), name) === 'string',
  'as an integer': ({ body }, name) => Number.isInteger(memberOf(body, name)),
  'as a JWT': (place, name) => token(place.exchange, name)?.jwt === true || isLeftEmpty(place, name),
  'as a JWT that expires after expiresIn seconds': ({ exchange }, name) =>
    name === 'accessToken' && expiresAfter(exchange, name, 'expiresIn'),
  'as a JWT that expires after refreshExpiresIn seconds': ({ exchange }, name) =>
    name === 'refreshToken' && expiresAfter(exchange, name, 'refreshExpiresIn'),
  'as whole seconds above 0': ({ text }, name) => (secondsOf(findMember(text, name)) ?? 0) > 0,
  'as whole seconds or 0': ({ text }, name) => (secondsOf(findMember(text, name)) ?? -1) >= 0,
  'as it was sent': ({ exchange: { request }, text }, name) => {
    const echoed = findMember(text, name);
    return typeof echoed === 'string' && echoed === findMember(request.body?.text, name);
  },
};

/** The kinds of values that a feature can name, as in `as an integer`. */
export const memberKinds = Object.keys(kinds);

/** Reads `"tokenType": "bearer"`, `"expiresIn" as an integer` or `"otp"`. */
export function readMember(text: string): ExpectedMember {
  const [, name = '', value, kind] = /^"(\w+)"(?:: "([^"]*)"| (.+))?$/.exec(text) ?? [];
  return { name, ...(value !== undefined && { value }), ...(kind !== undefined && { kind }) };
}

/**
 * Whether a request holds the member, wherever it stands: the shape of the whole is the judge's affair, and so is that
 * a member is missing whose value is asked for.
 */
export function requestHolds(exchange: Exchange, seen: ExpectedMember): boolean {
  const { request } = exchange;
  if (seen.value !== undefined && findMember(request.body?.text, seen.name) === undefined) return true;
  return holds({ exchange, text: request.body?.text, body: jsonBody(request) }, seen);
}

export function answerHolds(exchange: Exchange, seen: ExpectedMember): boolean {
  const { response } = exchange;
  return holds({ exchange, text: response?.body?.text, body: jsonBody(response) }, seen);
}

function holds(place: Place, { name, value, kind }: ExpectedMember): boolean {
  if (kind !== undefined) return kinds[kind]?.(place, name) ?? false;
  const found = findMember(place.text, name);
  return value === undefined ? found !== undefined : found === value;
}
