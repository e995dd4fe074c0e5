import { decodeText, textOfBody } from '../contract/decode-text';
import { isSessionPath } from '../contract/demanded-headers';
import { isLoopback } from '../contract/loopback';
import { readAddress } from './address';
import { isWrittenTime } from './allowed-values';
import type { RawExchange } from './raw-exchange';
import { bodyTextsOf, markCompressed } from './raw-exchange';
import { keptDraft } from './draft';
import type { Exchange } from './exchange';
import { headerValue } from './exchange';
import { headerValues } from './header-fields';
import type { ExchangeFacts, TokenFact } from './facts';
import { readToken } from './facts';
import type { ExchangeRedactor } from './exchange-redactor';
import { isMask } from './masks';
import { findMember } from './members';
import { readPublishedKey } from './public-key';
import { TextCache } from './text-cache';
import type { Recording } from './recording';
import { credentialsIn } from './secret-redactor';
import type { SecretKind } from '../contract/secrets';

/**
 * Computes facts that require more than the exchange: for example, a private key, or the secrets to search
 * for. The finder receives the exchange before any redaction.
 */
export type FactFinder = (raw: RawExchange) => Partial<ExchangeFacts>;

/** Redacts exchanges, computes their facts, and appends them to a recording. */
export interface Recorder {
  record(raw: RawExchange): Exchange;
}

export function createRecorder(
  recording: Pick<Recording, 'append'>,
  keeper: ExchangeRedactor,
  finders: readonly FactFinder[] = [],
): Recorder {
  const tokens = new TextCache<TokenFact>();
  return {
    record(given) {
      const raw = markCompressed(given);
      // First collect secrets from their documented places, so that `keptDraft` can redact them anywhere in
      // the exchange.
      keeper.learner.begin();
      const found = [findFacts(raw, keeper, tokens), raw.facts, ...finders.map((find) => find(raw))];
      const facts = Object.assign({}, ...found) as ExchangeFacts;
      const texts = bodyTextsOf(raw);
      const known = keeper.knowledge;
      const kept = keptDraft(raw, texts, facts, keeper);
      // If redacting found another secret, redact again: that secret may also appear in a part that had
      // already been redacted.
      return recording.append(keeper.knowledge === known ? kept : keptDraft(raw, texts, facts, keeper));
    },
  };
}

function findFacts(raw: RawExchange, keeper: ExchangeRedactor, read: TextCache<TokenFact>): ExchangeFacts {
  const url = readAddress(raw.request.url);
  const tokens = findTokens(raw, keeper, read);
  const date = raw.response && headerValue(raw.response.headers, 'date');
  const midway = (raw.arrivedAt + raw.answeredAt) / 2;
  // V8 parses almost any text as a date, so check the format first.
  const skew = date !== undefined && isWrittenTime(date) ? Date.parse(date) - midway : Number.NaN;
  const isCertificate =
    (raw.operation ?? raw.meant)?.startsWith('certificate.') === true &&
    raw.response?.status === 200 &&
    raw.response.absent !== true &&
    raw.response.compressed !== true;
  return {
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    loopback: isLoopback(url.hostname),
    ...(raw.tls && { tls: raw.tls }),
    ...(Object.keys(tokens).length > 0 && { tokens }),
    ...(requestsSession(raw) && { requestsSession: true as const }),
    ...(isCertificate && { publicKey: readPublishedKey(decodeText(raw.response.body)) }),
    ...(Number.isFinite(skew) && { clockSkewMs: Math.round(skew) }),
  };
}

/**
 * Returns whether a request to an undocumented path asks for a session: one of the gateway (clause 4.1), or the
 * registry's own (clause 5.1.5). It is a POST with the client's credentials in its body, and without an OTP or its
 * transaction id: other calls must not carry the credentials. If it already carries a token, only an answer with an
 * access token shows that it was one. A request to the registry without `grantType` (clause 5.1.1) counts only if
 * its path resembles that of a session, or if the answer is neither 404, nor 405, nor a success without a token.
 */
function requestsSession({ service, unplaced, operation, meant, request, response }: RawExchange): boolean {
  // If only the path suggests the service, the request may have gone to one of the two.
  if (service !== 'registry' && service !== 'gateway' && unplaced !== true) return false;
  if (request.method !== 'POST' || (operation ?? meant) !== undefined) return false;
  if (request.body === undefined) return false;
  const body = textOfBody(request.body);
  const has = (name: string): boolean => findMember(body, name) !== undefined;
  if (!has('clientId') || !(has('clientSecret') || has('grantType'))) return false;
  if (has('otp') || has('txnId')) return false;
  const isAuthorized = /^Bearer\s/i.test(headerValue(request.headers, 'authorization') ?? '');
  if (response !== undefined && findMember(textOfBody(response.body), 'accessToken') !== undefined)
    return true;
  const path = readAddress(request.url).pathname;
  const isExplicit = service === 'gateway' || has('grantType') || isSessionPath(path) || loginPath.test(path);
  return !isAuthorized && (isExplicit || !grantsNothing(response));
}

const loginPath = /\/((log|sign)-?in|auth|authenticate)\/?$/i;

/**
 * Returns whether an answer without `accessToken` shows that the request did not ask for a session. The registry may
 * name its token otherwise, so a success counts only if no member of its body has a name with `token`.
 */
function grantsNothing(response: RawExchange['response']): boolean {
  if (response === undefined) return false;
  const { status, body, absent } = response;
  if (status === 404 || status === 405) return true;
  const isSuccess = status >= 200 && status < 300;
  return isSuccess && absent !== true && !/"[^"]*token[^"]*"\s*:/i.test(textOfBody(body));
}

function findTokens(
  raw: RawExchange,
  keeper: ExchangeRedactor,
  read: TextCache<TokenFact>,
): Record<string, TokenFact> {
  const found: Record<string, TokenFact> = {};
  for (const { place, kind, token } of tokensIn(raw)) {
    keeper.learner.learn(kind, token);
    // Some services include the scheme (`Bearer `) in the token, so clients send the scheme once or even
    // twice. All variants get the pseudonym of the bare token.
    const pseudonym = keeper.pseudonym(credentialsIn(token) || token);
    // Cache the fact, because a client sends the same token with each request.
    found[place] = read.of(token, () => readToken(token, pseudonym), pseudonym);
  }
  for (const [name, value] of raw.request.headers) {
    const within = isForToken(name) ? undefined : tokenWithin(value, read);
    if (within !== undefined) found[`request:${keeper.names.header(name).toLowerCase()}`] = within;
  }
  return found;
}

/**
 * Returns the fact about a known token that appears inside a longer header value, such as a cookie. The
 * recording may keep only the size of the value, so only this fact shows that it contained the token.
 */
function tokenWithin(value: string, read: TextCache<TokenFact>): TokenFact | undefined {
  if (value.length <= shortestToken || value.length > longestHeader) return undefined;
  const parts = value.split(/[^\w.~+/-]+/);
  // If the token is the whole value, no fact is needed: the mark in the redacted value already identifies the
  // token.
  for (const part of parts.length < 2 ? [] : parts) {
    const known = part.length < shortestToken ? undefined : read.known(part);
    if (known !== undefined) return known;
  }
  return undefined;
}

/**
 * Minimum length of a token that is searched for in header values, in characters. Shorter strings could match
 * by chance.
 */
const shortestToken = 16;
/**
 * Maximum length of a header value that is searched for tokens, in characters. Servers do not accept longer
 * headers.
 */
const longestHeader = 16_384;

const tokenHeaders = ['authorization', 'bearer_auth'];
const isForToken = (header: string): boolean => tokenHeaders.includes(header.toLowerCase());

/**
 * A token with its place, such as `request:authorization` or `response:/accessToken`. If a request has a header twice,
 * the place of the second one is `request:authorization/2`.
 */
interface Token {
  readonly place: string;
  readonly kind: SecretKind;
  readonly token: string;
}

function tokensIn(raw: RawExchange): Token[] {
  const found: Token[] = [];
  const note = (place: string, kind: SecretKind, token: unknown): void => {
    if (typeof token !== 'string' || (raw.masked === true && isMask(token))) return;
    found.push({ place, kind, token });
  };
  for (const header of tokenHeaders)
    for (const [index, value] of headerValues(raw.request.headers, header).entries()) {
      const place = `request:${header}${index === 0 ? '' : `/${index + 1}`}`;
      // Skip Basic credentials: they are not a token.
      const token = /^Basic\s/i.test(value) ? '' : credentialsIn(value);
      if (token !== '') note(place, 'access-token', token);
    }
  // The registry also issues its own sessions (clause 5.1.5). The document does not show their path, so look
  // for tokens in all answers of the registry.
  const mayGrant = (raw.operation ?? raw.meant) === 'session.create' || raw.service === 'registry';
  if (mayGrant && raw.response && raw.response.compressed !== true) {
    const body = textOfBody(raw.response.body);
    note('response:/accessToken', 'access-token', findMember(body, 'accessToken'));
    note('response:/refreshToken', 'refresh-token', findMember(body, 'refreshToken'));
  }
  return found;
}
