import { isLoopback } from '../contract/loopback';
import type { SecretKind } from '../contract/secrets';
import { readAddress } from './address';
import type { Lookout } from './arrived';
import { arrivedFinder } from './arrived';
import type { BodyTexts } from './draft';
import { draft, nothingHidden, textsOf, wholeText } from './draft';
import type { Exchange } from './exchange';
import { headerValue } from './exchange';
import type { Facts, TokenFact } from './facts';
import { readToken } from './facts';
import { readPublicKey } from './public-key';
import { hideFacts, findSecret } from './hidden-facts';
import { findMember } from './members';
import type { RawExchange } from './raw-exchange';
import { RecentTexts } from './recent-texts';
import type { Recording } from './recording';
import type { Redactor } from './redaction';

export { recordedBodyLimit } from './raw-exchange';
export type { RawExchange } from './raw-exchange';

/** Computes facts that need more than the exchange: keys, planted values. Gets the exchange as it crossed the wire. */
export type FactFinder = (raw: RawExchange) => Partial<Facts>;

/** Computes the facts of each exchange, redacts it, and appends it to the recording. */
export interface Recorder {
  record(raw: RawExchange): Exchange;
}

/** @param lookouts what rules read, so that redaction changes nothing of what they conclude */
export function createRecorder(
  recording: Pick<Recording, 'append'>,
  redactor: Redactor,
  finders: readonly FactFinder[] = [],
  lookouts: readonly Lookout[] = [],
): Recorder {
  const findArrived = arrivedFinder(lookouts, (text) => redactor.pseudonym(text));
  const tokens = new RecentTexts<TokenFact>();
  return {
    record(raw) {
      const texts = textsOf(raw);
      learnAll(raw, texts, redactor);
      const all = [findFacts(raw, redactor, tokens), raw.facts, ...finders.map((find) => find(raw))];
      const facts = Object.assign({}, ...all) as Facts;
      const plain = draft(raw, texts, facts, nothingHidden);
      const shown = draft(raw, texts, hideFacts(facts, redactor), redactor);
      const hidden = { ...findSecret(plain, shown), ...findArrived(plain, shown) };
      return recording.append({ ...shown, facts: { ...shown.facts, ...hidden } });
    },
  };
}

function learnAll(raw: RawExchange, texts: BodyTexts, redactor: Redactor): void {
  for (const side of ['request', 'response'] as const) {
    for (const [name, value] of raw[side]?.headers ?? []) redactor.learnFromHeader(name, value);
    const [body, text] = [raw[side]?.body, texts[side]];
    if (body !== undefined && text !== undefined) redactor.learnFrom(wholeText(body, text));
  }
  redactor.learnFrom(raw.request.url);
}

function findFacts(raw: RawExchange, redactor: Redactor, read: RecentTexts<TokenFact>): Facts {
  const url = readAddress(raw.request.url);
  const tokens = findTokens(raw, redactor, read);
  const date = raw.response && headerValue(raw.response.headers, 'date');
  const midway = (raw.arrivedAt + raw.answeredAt) / 2;
  const skew = date === undefined ? Number.NaN : Date.parse(date) - midway;
  const isCertificate =
    raw.operation?.startsWith('certificate.') === true &&
    raw.response?.status === 200 &&
    raw.response.absent !== true;
  return {
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    loopback: isLoopback(url.hostname),
    ...(raw.tls && { tls: raw.tls }),
    ...(Object.keys(tokens).length > 0 && { tokens }),
    ...(isCertificate && { publicKey: readPublicKey(raw.response.body.toString('utf8')) }),
    ...(Number.isFinite(skew) && { clockSkewMs: Math.round(skew) }),
  };
}

function findTokens(
  raw: RawExchange,
  redactor: Redactor,
  read: RecentTexts<TokenFact>,
): Record<string, TokenFact> {
  const found: Record<string, TokenFact> = {};
  const note = (place: string, kind: SecretKind, token: unknown): void => {
    if (typeof token !== 'string' || token === '') return;
    const pseudonym = redactor.learn(kind, redactor.credentialsIn(token));
    // A client sends the same token with each request.
    found[place] = read.of(token, () => readToken(token, pseudonym), pseudonym);
  };
  for (const [name, value] of raw.request.headers) {
    const lower = name.toLowerCase();
    // Basic credentials are no token: they are found decoded.
    if ((lower === 'authorization' || lower === 'bearer_auth') && !/^Basic\s/i.test(value))
      note(`request:${lower}`, 'access-token', redactor.credentialsIn(value));
  }
  if ((raw.operation ?? raw.meant) === 'session.create' && raw.response) {
    const body = raw.response.body.toString('utf8');
    note('response:/accessToken', 'access-token', findMember(body, 'accessToken'));
    note('response:/refreshToken', 'refresh-token', findMember(body, 'refreshToken'));
  }
  return found;
}
