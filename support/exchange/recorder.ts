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
import { isMask } from './masks';
import { findMember } from './members';
import type { RawExchange } from './raw-exchange';
import { RecentTexts } from './recent-texts';
import type { Recording } from './recording';
import type { Learn, Lesson } from './lesson';
import type { Redactor } from './redaction';

export { recordedBodyLimit } from './raw-exchange';
export type { RawExchange } from './raw-exchange';

/** Computes facts that need more than the exchange: keys, planted values. Gets the exchange as it crossed the wire. */
export type FactFinder = (raw: RawExchange) => Partial<Facts>;

/** Computes the facts of each exchange, redacts it, and appends it to the recording. */
export interface Recorder {
  record(raw: RawExchange): Exchange;
}

/** The same, where several processes learn the secrets of all exchanges, and each redacts some of them. */
export interface SharedRecorder extends Recorder {
  /** What an exchange gives to learn; nothing is learned yet. */
  lessonsIn(raw: RawExchange): Lesson[];
  /** Records an exchange of which all lessons were learned, and those of all before it. */
  recordLearned(raw: RawExchange): Exchange;
}

/** @param lookouts what rules read, so that redaction changes nothing of what they conclude */
export function createRecorder(
  recording: Pick<Recording, 'append'>,
  redactor: Redactor,
  finders: readonly FactFinder[] = [],
  lookouts: readonly Lookout[] = [],
): SharedRecorder {
  const findArrived = arrivedFinder(lookouts, (text) => redactor.pseudonym(text));
  const tokens = new RecentTexts<TokenFact>();
  const write = (raw: RawExchange, texts: BodyTexts): Exchange => {
    const all = [findFacts(raw, redactor, tokens), raw.facts, ...finders.map((find) => find(raw))];
    const facts = Object.assign({}, ...all) as Facts;
    const plain = draft(raw, texts, facts, nothingHidden);
    const shown = draft(raw, texts, hideFacts(facts, redactor), redactor);
    const hidden = { ...findSecret(plain, shown), ...findArrived(plain, shown) };
    return recording.append({ ...shown, facts: { ...shown.facts, ...hidden } });
  };
  return {
    record(raw) {
      const texts = textsOf(raw);
      learnAll(raw, texts, redactor, redactor.take);
      return write(raw, texts);
    },
    lessonsIn(raw) {
      const lessons: Lesson[] = [];
      learnAll(raw, textsOf(raw), redactor, (lesson) => lessons.push(lesson));
      for (const { kind, token } of tokensIn(raw, redactor))
        lessons.push(['token', kind, redactor.credentialsIn(token)]);
      return lessons;
    },
    recordLearned: (raw) => write(raw, textsOf(raw)),
  };
}

function learnAll(raw: RawExchange, texts: BodyTexts, redactor: Redactor, take: Learn): void {
  // What stands in place of many secrets is none.
  const learn: Learn = (lesson) => {
    if (raw.masked !== true || !isMask(lesson[2])) take(lesson);
  };
  for (const side of ['request', 'response'] as const) {
    for (const [name, value] of raw[side]?.headers ?? []) redactor.learnFromHeader(name, value, learn);
    const [body, text] = [raw[side]?.body, texts[side]];
    if (body !== undefined && text !== undefined) redactor.learnFrom(wholeText(body, text), learn);
  }
  redactor.learnFrom(raw.request.url, learn);
}

function findFacts(raw: RawExchange, redactor: Redactor, read: RecentTexts<TokenFact>): Facts {
  const url = readAddress(raw.request.url);
  const tokens = findTokens(raw, redactor, read);
  const date = raw.response && headerValue(raw.response.headers, 'date');
  const midway = (raw.arrivedAt + raw.answeredAt) / 2;
  const skew = date === undefined ? Number.NaN : Date.parse(date) - midway;
  const isCertificate =
    (raw.operation ?? raw.meant)?.startsWith('certificate.') === true &&
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
  for (const { place, kind, token } of tokensIn(raw, redactor)) {
    const pseudonym = redactor.learn(kind, redactor.credentialsIn(token));
    // A client sends the same token with each request.
    found[place] = read.of(token, () => readToken(token, pseudonym), pseudonym);
  }
  return found;
}

/** A token, and where it stands. */
interface Token {
  readonly place: string;
  readonly kind: SecretKind;
  readonly token: string;
}

function tokensIn(raw: RawExchange, redactor: Redactor): Token[] {
  const found: Token[] = [];
  const note = (place: string, kind: SecretKind, token: unknown): void => {
    if (typeof token !== 'string' || token === '' || (raw.masked === true && isMask(token))) return;
    found.push({ place, kind, token });
  };
  for (const [name, value] of raw.request.headers) {
    const lower = name.toLowerCase();
    // Basic credentials are no token: they are found decoded.
    if ((lower === 'authorization' || lower === 'bearer_auth') && !/^Basic\s/i.test(value))
      note(`request:${lower}`, 'access-token', redactor.credentialsIn(value));
  }
  // The registry has sessions of its own as well (clause 5.1.5), at a path that is not shown.
  const mayGrant = (raw.operation ?? raw.meant) === 'session.create' || raw.service === 'registry';
  if (mayGrant && raw.response) {
    const body = raw.response.body.toString('utf8');
    note('response:/accessToken', 'access-token', findMember(body, 'accessToken'));
    note('response:/refreshToken', 'refresh-token', findMember(body, 'refreshToken'));
  }
  return found;
}
