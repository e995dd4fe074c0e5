import { defineHome, placesAt, requiredPlaces } from '../judge/home';
import type { TokenHeader } from '../../contract/demanded-headers';
import type { Exchange } from '../../exchange/exchange';
import { exchangeReference, headerValue, isAccepted } from '../../exchange/exchange';
import { replaceFormsByChar } from '../../exchange/read-form';
import { reportText } from '../../exchange/text';
import { showRequest } from '../judge/answers';
import type { Finding, Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, keptJudgement } from '../judge/judge';
import { RecentEntries } from '../judge/seen-before';
import { tokensCarried } from '../judge/tokens';
import { misnamedCauses, describeMissingHeader } from './headers';
import {
  describeRepeated,
  isReadableRequest,
  neededTokenHeaders,
  nonBlankHeader,
  sentTwice,
  tokenHeadersFor,
  unjudgedIfWithheld,
} from '../judge/requests';

const refreshToken = 'a refresh token';
const neverIssued = 'a token that was never issued';

const likely = {
  refreshToken: 'the refresh token of the session is sent in place of its access token',
  neverIssued: 'no session of this run gave that token: it is configured, or was changed on its way',
  noToken: 'the token was not there when the header was made: a word for nothing stands in its place',
  bearerAlone: 'no token stands behind the word Bearer',
  bearerTwice: 'the word Bearer stands twice',
  otherScheme: 'another scheme than Bearer is used',
  bearerMissing: 'the value does not begin with the word Bearer and a blank',
  otherBlank: 'a tab or a line end stands between Bearer and the token',
  otherForm: 'the value is not the word Bearer with one token',
  brokenUp: 'the token is broken up by blanks or line ends',
  bearerAuthAlone:
    'bearer_auth alone is sent: the target wants Authorization beside it (trigger-authorization)',
  payerReadsBearerAuth:
    'the token is in bearer_auth; if this exchange reads it there, set the reading provider-authorization',
  authorizationAlone:
    'the token is in Authorization; the target has it in bearer_auth on payer operations (provider-authorization)',
  elsewhere: 'the token stands in another place of the request',
  leftOut: 'the call is made without the token of the session',
} as const;

/** Maximum number of remembered tokens. Tokens last for minutes, so no client has more of them at a time. */
const mostTokens = 10_000;

/** Pseudonyms of the access tokens that session answers contained. */
type Issued = Pick<RecentEntries<true>, 'has'>;

/** Clauses 5.1.2, 5.2: every call carries an access token that was issued, as a bearer token. */
export const authorizedByIssuedToken = defineHome({
  id: 'HDR-01',
  clauses: ['5.1.2', '5.2'],
  quote: 'Send Authorization: Bearer <ACCESS_TOKEN> on every call.',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'Calls carry an issued access token as bearer',
  rule:
    'Each call is made with Authorization: Bearer and a token that really was issued as an access ' +
    'token. A target can name bearer_auth as the header of payer operations. Outside of this are the session call, ' +
    'the triggers of the dummy payer, which have bearer_auth in its place, fetching the published callback ' +
    'certificates, and paths with neither a version nor /api/ behind the base address, such as health checks.',
  absences: {
    'the session of a token, and the acceptance of the request': {
      run: 'failed',
      mock: 'inconclusive',
      traffic: 'inconclusive',
    },
    'the session of a token that the service accepts': { run: 'failed', mock: 'passed', traffic: 'passed' },
  },
  latitude: {
    'the scheme is written as bearer': 'bearer-in-small-letters',
    'the header names are in lowercase': 'header-names-small',
    'the registry has a session of its own': 'registry-session-of-its-own',
    'triggers have Authorization, too': 'triggers-authorized',
    'health checks carry no token': 'health-checks',
    'the token of payer operations is in bearer_auth, if the target sets it':
      'payer-token-in-bearer-auth-agreed',
  },
  causes: [...misnamedCauses, sentTwice, ...Object.values(likely)],
  tells: [...requiredPlaces('request header authorization|bearer_auth'), ...placesAt('fact tokens')],
  header: 'Authorization',
  act: 'authorizes',
  judge: (context) => {
    const tally = new JudgementTally(context);
    const [issued, refreshing] = [new RecentEntries<true>(mostTokens), new RecentEntries<true>(mostTokens)];
    const unseen = new UnseenSessions();
    return {
      observe(exchange) {
        const { tokens = {} } = exchange.facts;
        const [access, refresh] = [tokens['response:/accessToken'], tokens['response:/refreshToken']];
        if (access !== undefined) {
          issued.set(access.pseudonym, true);
          unseen.settle(access.pseudonym, tally);
        }
        if (refresh !== undefined) refreshing.set(refresh.pseudonym, true);
        if (!isReadableRequest(exchange)) return;
        const headers = neededTokenHeaders(exchange, context);
        const about = { issued, refreshing, context };
        const judged = headers.map((name) => judgeTokenIn(exchange, name, about));
        const right = headers.filter((_name, index) => 'kept' in (judged[index] ?? {}));
        if (right.length > 0) {
          unseen.observe(exchange, right, about, tally);
          return;
        }
        // If no token is right, judge the header that the request has.
        const judgement =
          judged[headers.findIndex((name) => nonBlankHeader(exchange, name) !== undefined)] ?? judged[0];
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
      },
      conclude: () => tally.concludeWith(unseen.findings()),
    };
  },
});

/** Returns the likely cause of a wrong value of a header with a token; `undefined` if the value is right. */
function flawOf(text: string, header: TokenHeader): string | undefined {
  const value = replaceFormsByChar(text.trim());
  if (/^(Bearer\s+)?(null|undefined|None|nil|\[object Object\])$/i.test(value)) return likely.noToken;
  if (/^Bearer +\S+$/i.test(value)) return undefined;
  if (/^Bearer\s*$/i.test(value)) return likely.bearerAlone;
  if (/^Bearer\s+Bearer\s/i.test(value)) return likely.bearerTwice;
  if (/^(Token|JWT|Basic|Digest|OAuth|ApiKey|MAC|HMAC|Negotiate)\s/i.test(value)) return likely.otherScheme;
  if (/^Bearer\s+\S+$/i.test(value)) return likely.otherBlank;
  if (/^Bearer\s+\S+\s/i.test(value)) return likely.brokenUp;
  if (/\s/.test(value)) return likely.otherForm;
  // Clause 4.4 prints bearer_auth without the word Bearer.
  return header === 'bearer_auth' ? undefined : likely.bearerMissing;
}

/** The tokens that session answers contained, and the readings. */
interface About {
  readonly issued: Issued;
  readonly refreshing: Issued;
  readonly context: RuleContext;
}

/** Judges the token that a request carries, or lacks, in one of the headers that may carry it. */
function judgeTokenIn(exchange: Exchange, header: TokenHeader, about: About): Judgement {
  const unknown = unjudgedIfWithheld(exchange, header);
  if (unknown !== undefined) return unknown;
  const value = headerValue(exchange.request.headers, header);
  const repeated = describeRepeated(exchange, header);
  const flaw = value === undefined ? undefined : flawOf(value, header);
  const foreign = foreignTokenIn(exchange, header, about);
  if (value !== undefined && (repeated ?? flaw ?? foreign) === undefined) return keptJudgement;
  const told =
    value === undefined || value.trim() === ''
      ? describeMissing(exchange, header, about.issued)
      : (repeated ?? {
          seen: `${header}: ${value}${flaw === undefined ? `, ${foreign}` : ''}`,
          cause: flaw ?? (foreign === refreshToken ? likely.refreshToken : likely.neverIssued),
        });
  return {
    breach: {
      sent: showRequest(exchange, 'a call that needs a token'),
      expected: `${expectedIn(exchange, about)} and an access token that the gateway issued`,
      ...told,
    },
  };
}

const expectedIn = (exchange: Exchange, { context }: About): string =>
  tokenHeadersFor(exchange, context.readings)
    .map((name) => `${name}: Bearer`)
    .join(' or ');

/**
 * Describes a token that no session granted as an access token. Returns `undefined` if a session did, or if that is
 * unknown.
 */
function foreignTokenIn(
  { clientInstance, facts }: Exchange,
  header: TokenHeader,
  { issued, refreshing, context }: About,
): string | undefined {
  const pseudonym = tokenIn(facts, header);
  if (refreshing.has(pseudonym)) return refreshToken;
  const isAgreed = isAgreedToken(header, context);
  // If no process of a run sent the request, its session may be older than the recording.
  return clientInstance === undefined || isAgreed || issued.has(pseudonym) ? undefined : neverIssued;
}

/** The requests with a token, if the recording does not contain the session of the token. */
interface Waiting {
  /** The `seq` of the first of these requests. */
  readonly seq: number;
  readonly count: number;
  readonly judgement: Judgement;
}

/**
 * Judges requests with a token of the right form. If the recording does not contain the session of the token, the token
 * counts as issued once a service accepts it. Until then, its requests wait, and remain unjudged at the end.
 */
class UnseenSessions {
  /** The tokens that a service accepted. */
  readonly #accepted = new RecentEntries<true>(mostTokens);
  readonly #waiting = new RecentEntries<Waiting>(mostTokens);

  observe(exchange: Exchange, headers: readonly TokenHeader[], about: About, tally: JudgementTally): void {
    const { clientInstance, facts, seq } = exchange;
    const tokens = headers.map((header) => tokenIn(facts, header));
    const isKnown =
      clientInstance !== undefined ||
      headers.some((header) => isAgreedToken(header, about.context)) ||
      tokens.some((token) => about.issued.has(token) || this.#accepted.has(token));
    if (isKnown || isAccepted(exchange)) tally.add(keptJudgement, seq);
    else for (const token of tokens.slice(0, 1)) this.#wait(token, exchange);
    if (!isAccepted(exchange)) return;
    // The pseudonym of an unreadable token is empty.
    for (const token of tokens.filter((each) => each !== '')) {
      this.#accepted.set(token, true);
      this.settle(token, tally);
    }
  }

  /** Counts the waiting requests with a token as right, because the token was issued. */
  settle(token: string, tally: JudgementTally): void {
    const { seq, count } = this.#waiting.get(token) ?? { seq: 0, count: 0 };
    for (let index = 0; index < count; index += 1) tally.add(keptJudgement, seq);
    this.#waiting.delete(token);
  }

  findings(): Finding[] {
    return [...this.#waiting.values()].map(({ judgement }) => ({ judgement, seqs: [] }));
  }

  #wait(token: string, exchange: Exchange): void {
    const { count, ...first } = this.#waiting.get(token) ?? {
      seq: exchange.seq,
      count: 0,
      judgement: {
        unjudged: reportText`${exchangeReference(exchange)} was not accepted, and the recording does not contain the session of its token`,
        withholds: true,
      },
    };
    this.#waiting.set(token, { ...first, count: count + 1 });
  }
}

const tokenIn = ({ tokens }: Exchange['facts'], header: TokenHeader): string =>
  tokens?.[`request:${header.toLowerCase()}`]?.pseudonym ?? '';

/** Whether the target names the token of this header itself, so that no session issues it. */
function isAgreedToken(header: TokenHeader, { readings }: RuleContext): boolean {
  return header === 'bearer_auth' && readings['dummy-payer-token'] === 'target';
}

/** Describes a missing header with the token. If the token appears elsewhere in the request, names that place. */
function describeMissing(
  exchange: Exchange,
  header: TokenHeader,
  issued: Issued,
): { readonly seen: string; readonly cause: string } {
  const toldOf = (cause: string) => describeMissingHeader(exchange, header, cause);
  if (exchange.service === 'dummyPayer' && nonBlankHeader(exchange, 'bearer_auth') !== undefined)
    return toldOf(likely.bearerAuthAlone);
  const other = header === 'Authorization' ? 'bearer_auth' : 'Authorization';
  if (exchange.service === 'provider' && nonBlankHeader(exchange, other) !== undefined) {
    const { seen, cause } = toldOf(
      header === 'Authorization' ? likely.payerReadsBearerAuth : likely.authorizationAlone,
    );
    return { seen: `${seen}; the token stands in ${other}`, cause };
  }
  const { elsewhere } =
    tokensCarried(exchange, (token) => issued.has(token)).find((each) => each.elsewhere) ?? {};
  if (elsewhere === undefined) return toldOf(likely.leftOut);
  const { seen, cause } = toldOf(likely.elsewhere);
  return { seen: `${seen}; the token stands in ${elsewhere}`, cause };
}
