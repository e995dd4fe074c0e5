import { isLoopback } from '../contract/loopback';
import type { SecretKind } from '../contract/secrets';
import { readAddress } from './address';
import type { Lookout } from './arrived';
import { findArrived } from './arrived';
import { draft, nothingHidden, textsOf } from './draft';
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
import { credentialsIn } from './secret-forms';

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
  const pseudonym = (text: string): string => redactor.pseudonym(text);
  const tokens = new RecentTexts<TokenFact>();
  return {
    record(raw) {
      learnAll(raw, redactor);
      const all = [findFacts(raw, redactor, tokens), raw.facts, ...finders.map((find) => find(raw))];
      const facts = Object.assign({}, ...all) as Facts;
      const texts = textsOf(raw);
      const plain = draft(raw, texts, facts, nothingHidden);
      const shown = draft(raw, texts, hideFacts(facts, redactor), redactor);
      const hidden = { ...findSecret(plain, shown), ...findArrived(plain, shown, lookouts, pseudonym) };
      return recording.append({ ...shown, facts: { ...shown.facts, ...hidden } });
    },
  };
}

function learnAll(raw: RawExchange, redactor: Redactor): void {
  for (const { headers, body } of [raw.request, ...(raw.response ? [raw.response] : [])]) {
    for (const [name, value] of headers) redactor.learnFromHeader(name, value);
    if (body !== undefined) redactor.learnFrom(body.toString('utf8'));
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
    const pseudonym = redactor.learn(kind, credentialsIn(token));
    // A client sends the same token with each request.
    found[place] = read.of(`${pseudonym} ${token}`, () => readToken(token, pseudonym));
  };
  for (const [name, value] of raw.request.headers) {
    const lower = name.toLowerCase();
    // Basic credentials are no token: they are found decoded.
    if ((lower === 'authorization' || lower === 'bearer_auth') && !/^Basic\s/i.test(value))
      note(`request:${lower}`, 'access-token', credentialsIn(value));
  }
  if ((raw.operation ?? raw.meant) === 'session.create' && raw.response) {
    const body = raw.response.body.toString('utf8');
    note('response:/accessToken', 'access-token', findMember(body, 'accessToken'));
    note('response:/refreshToken', 'refresh-token', findMember(body, 'refreshToken'));
  }
  return found;
}
