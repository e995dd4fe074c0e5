import { isLoopback } from '../contract/loopback';
import { readAddress } from './address';
import { isWrittenTime } from './allowed-values';
import type { RawExchange } from './raw-exchange';
import { bodyTextsOf } from './raw-exchange';
import { keptDraft } from './draft';
import type { Exchange } from './exchange';
import { headerValue } from './exchange';
import type { Facts, TokenFact } from './facts';
import { readToken } from './facts';
import type { Keeper } from './keep';
import { isMask } from './masks';
import { findMember } from './members';
import { readPublishedKey } from './public-key';
import { RecentTexts } from './recent-texts';
import type { Recording } from './recording';
import { credentialsIn } from './secrets';
import type { SecretKind } from '../contract/secrets';

/** Computes facts that need more than the exchange: keys, planted values. Gets the exchange as it crossed the wire. */
export type FactFinder = (raw: RawExchange) => Partial<Facts>;

/** Turns what crossed the wire into what is kept of it, with its facts, and appends it to the recording. */
export interface Recorder {
  record(raw: RawExchange): Exchange;
}

export function createRecorder(
  recording: Pick<Recording, 'append'>,
  keeper: Keeper,
  finders: readonly FactFinder[] = [],
): Recorder {
  const tokens = new RecentTexts<TokenFact>();
  return {
    record(raw) {
      // The keeper learns secrets from where the document has them, and `keptDraft` writes nothing that it may not keep.
      keeper.learner.begin();
      const found = [findFacts(raw, keeper, tokens), raw.facts, ...finders.map((find) => find(raw))];
      const facts = Object.assign({}, ...found) as Facts;
      const texts = bodyTextsOf(raw);
      const known = keeper.knowledge;
      const kept = keptDraft(raw, texts, facts, keeper);
      // A secret that it showed may stand where nothing was known of it yet.
      return recording.append(keeper.knowledge === known ? kept : keptDraft(raw, texts, facts, keeper));
    },
  };
}

function findFacts(raw: RawExchange, keeper: Keeper, read: RecentTexts<TokenFact>): Facts {
  const url = readAddress(raw.request.url);
  const tokens = findTokens(raw, keeper, read);
  const date = raw.response && headerValue(raw.response.headers, 'date');
  const midway = (raw.arrivedAt + raw.answeredAt) / 2;
  // V8 takes almost anything for a date.
  const skew = date !== undefined && isWrittenTime(date) ? Date.parse(date) - midway : Number.NaN;
  const isCertificate =
    (raw.operation ?? raw.meant)?.startsWith('certificate.') === true &&
    raw.response?.status === 200 &&
    raw.response.absent !== true;
  return {
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    loopback: isLoopback(url.hostname),
    ...(raw.tls && { tls: raw.tls }),
    ...(Object.keys(tokens).length > 0 && { tokens }),
    ...(isCertificate && { publicKey: readPublishedKey(raw.response.body.toString('utf8')) }),
    ...(Number.isFinite(skew) && { clockSkewMs: Math.round(skew) }),
  };
}

function findTokens(
  raw: RawExchange,
  keeper: Keeper,
  read: RecentTexts<TokenFact>,
): Record<string, TokenFact> {
  const found: Record<string, TokenFact> = {};
  for (const { place, kind, token } of tokensIn(raw)) {
    keeper.learner.learn(kind, token);
    // A service may write the scheme into the token, and a client leaves it there, or sends it twice.
    const pseudonym = keeper.pseudonym(credentialsIn(token) || token);
    // A client sends the same token with each request.
    found[place] = read.of(token, () => readToken(token, pseudonym), pseudonym);
  }
  for (const [name, value] of raw.request.headers) {
    const within = isForToken(name) ? undefined : tokenWithin(value, read);
    if (within !== undefined) found[`request:${keeper.names.header(name).toLowerCase()}`] = within;
  }
  return found;
}

/** A known token that a header holds among other text, such as a cookie: of the whole no more than its size may be kept. */
function tokenWithin(value: string, read: RecentTexts<TokenFact>): TokenFact | undefined {
  if (value.length <= shortestToken || value.length > longestHeader) return undefined;
  const parts = value.split(/[^\w.~+/-]+/);
  // What stands alone has a mark where it stands.
  for (const part of parts.length < 2 ? [] : parts) {
    const known = part.length < shortestToken ? undefined : read.known(part);
    if (known !== undefined) return known;
  }
  return undefined;
}

/** Shorter words may stand in a header by chance. */
const shortestToken = 16;
/** Servers take no longer ones. */
const longestHeader = 16_384;

const isForToken = (header: string): boolean => /^(?:authorization|bearer_auth)$/i.test(header);

/** A token, and where it stands. */
interface Token {
  readonly place: string;
  readonly kind: SecretKind;
  readonly token: string;
}

function tokensIn(raw: RawExchange): Token[] {
  const found: Token[] = [];
  const note = (place: string, kind: SecretKind, token: unknown): void => {
    if (typeof token !== 'string' || token === '' || (raw.masked === true && isMask(token))) return;
    found.push({ place, kind, token });
  };
  for (const [name, value] of raw.request.headers) {
    const lower = name.toLowerCase();
    // Basic credentials are no token.
    if (isForToken(lower) && !/^Basic\s/i.test(value))
      note(`request:${lower}`, 'access-token', credentialsIn(value));
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
