import type { ObligationId } from '../../support/obligations';
import { constants } from '../../support/contract/constants';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import type { RequestOutline } from '../composed-requests';
import { composeRequest } from '../composed-requests';
import { withClaims } from '../disguise';
import type { Random } from './seeded';
import { seededBytes, seededCiphertext, seededJwt, seededRandom, seededUuid } from './seeded';

/** A breach to be planted: at that exchange, or at the next that can have it. */
export interface PlantedBreach {
  readonly id: ObligationId;
  /** Counts from 1. */
  readonly at: number;
}

export interface Generated {
  /** How many exchanges there are to be. */
  readonly exchanges: number;
  readonly seed: number;
  readonly breaks?: readonly PlantedBreach[];
  /** Of its session requests. */
  readonly clientId?: string;
  /** What its tokens claim to be the client's id (`azp`); nothing where absent. */
  readonly claimed?: string;
  /** Its tokens are no JWT: only the answers that grant them tell whose they are. */
  readonly opaque?: true;
  /** Told where a breach came to stand. */
  readonly placed?: (breach: PlantedBreach) => void;
}

/** The kinds of exchange that {@link breaches} can change. */
export type Kind = 'session' | 'certificate' | 'otp' | 'fields';

/** An exchange before it is written down. */
export interface Draft {
  method: 'GET' | 'POST' | 'OPTIONS';
  url: string;
  headers: Record<string, string>;
  body?: Record<string, unknown>;
}

/** What is wrong with an exchange, by the obligation that it breaks, and in which kind of exchange that can be. */
export const breaches: Readonly<
  Partial<Record<ObligationId, readonly [Kind, (draft: Draft, state: BreachState) => void]>>
> = {
  'HDR-01': ['otp', ({ headers }) => delete headers.Authorization],
  'HDR-02': ['fields', ({ headers }) => delete headers['REQUEST-ID']],
  'HDR-03': ['fields', header('REQUEST-ID', (id) => id.replace(/-4(?=...-a)/, '-1'))],
  'HDR-04': ['fields', header('REQUEST-ID', (id) => id.toUpperCase())],
  'HDR-05': ['fields', header('REQUEST-ID', (_id, { firstId }) => firstId)],
  'HDR-06': ['fields', ({ headers }) => delete headers.TIMESTAMP],
  'HDR-07': ['fields', header('TIMESTAMP', (time) => time.replace(/\.\d+Z/, 'Z'))],
  'HDR-08': ['fields', header('TIMESTAMP', (_time, { now }) => new Date(now - 3_600_000).toISOString())],
  'HDR-10': ['fields', header('X-CM-ID', () => 'prod')],
  'HDR-11': ['otp', header('Content-Type', () => 'text/plain')],
  'SES-03': ['session', member('grantType', () => 'password')],
  'TOK-04': ['otp', member('clientSecret', (_none, { secret }) => secret)],
  'OTP-01': ['otp', member('txnId', () => 7)],
  'ENC-03': ['otp', member('otp', (text) => Buffer.from(String(text), 'base64').toString('base64url'))],
};

/** The obligations that a planted breach can break. */
export const plantedIds = Object.keys(breaches) as readonly ObligationId[];

/** Writes a header otherwise. */
function header(name: string, change: (value: string, state: BreachState) => string) {
  return ({ headers }: Draft, state: BreachState): void => {
    headers[name] = change(headers[name] ?? '', state);
  };
}

/** Writes a member of the body otherwise. */
function member(name: string, change: (value: unknown, state: BreachState) => unknown) {
  return ({ body }: Draft, state: BreachState): void => {
    if (body !== undefined) body[name] = change(body[name], state);
  };
}

/** The values that a breach is made of. */
export interface BreachState {
  /** The client secret. */
  readonly secret: string;
  /** When the exchange is sent, in milliseconds since the epoch. */
  readonly now: number;
  /** The REQUEST-ID of the first exchange of the kind `fields`. */
  readonly firstId: string;
}

/** What a client keeps from one exchange to the next. */
interface State extends BreachState {
  readonly random: Random;
  readonly clientId: string;
  readonly opaque: boolean;
  readonly claimed: string | undefined;
  now: number;
  firstId: string;
  token: string;
  sessionUntil: number;
}

const secondMs = 1000;
const lifetimeSeconds = 1200;
const begins = Date.parse('2026-11-21T00:00:00.000Z');

/** Traffic of a client that keeps the contract, one exchange a second, but for what is planted; the same for a seed. */
export function* generateTraffic(generated: Generated): Generator<WireRecord> {
  const { exchanges, seed, breaks = [], placed, clientId = 'SBX_1' } = generated;
  const { opaque = false, claimed } = generated;
  const waiting = [...breaks].sort((one, other) => one.at - other.at);
  const random = seededRandom(seed);
  const state: State = {
    random,
    secret: seededUuid(random),
    clientId,
    opaque,
    claimed,
    now: begins,
    firstId: '',
    token: '',
    sessionUntil: 0,
  };
  for (let number = 1; number <= exchanges; number += 1) {
    state.now += secondMs;
    const kind = kindOf(number, state);
    const draft = draftOf(kind, number, state);
    const index = waiting.findIndex(({ id, at }) => at <= number && breaches[id]?.[0] === kind);
    const [breach] = index < 0 ? [] : waiting.splice(index, 1);
    if (breach !== undefined) {
      breaches[breach.id]?.[1](draft, state);
      placed?.({ id: breach.id, at: number });
    }
    yield seenOf(draft, kind, state);
  }
}

function kindOf(number: number, { now, sessionUntil }: State): Kind {
  if (now >= sessionUntil) return 'session';
  if (number === 2 || number === 3) return 'certificate';
  return number % 2 === 0 ? 'otp' : 'fields';
}

function draftOf(kind: Kind, number: number, state: State): Draft {
  const requestId = seededUuid(state.random);
  if (kind === 'fields' && state.firstId === '') state.firstId = requestId;
  if (kind === 'session') {
    state.token = state.opaque ? seededBytes(state.random, 24).toString('base64url') : jwt(state);
    state.sessionUntil = state.now + (lifetimeSeconds - 60) * secondMs;
  }
  const outline = outlineOf(kind, number, state);
  const { method, url, headers } = composeRequest(outline, {
    accessToken: state.token,
    requestId,
    timestamp: new Date(state.now - 3).toISOString(),
    cmId: 'sbx',
  });
  return { method, url, headers: { ...headers }, ...(outline.body && { body: { ...outline.body } }) };
}

function outlineOf(kind: Kind, number: number, { random, clientId, secret }: State): RequestOutline {
  switch (kind) {
    case 'session': {
      const body = { clientId, clientSecret: secret, grantType: 'client_credentials' };
      return { service: 'gateway', operation: 'session.create', body };
    }
    case 'certificate':
      return number === 2
        ? { service: 'identity', operation: 'certificate.identity' }
        : { service: 'registry', operation: 'certificate.registry' };
    case 'otp':
      return {
        service: 'registry',
        operation: 'otp.verify',
        body: { otp: seededCiphertext(random), txnId: seededUuid(random) },
      };
    case 'fields':
      return {
        service: 'identity',
        path: '/identity/api/v3/enrolment/fields',
        body: { loginId: seededCiphertext(random), name: `Person ${number}` },
      };
  }
}

const pem = `-----BEGIN PUBLIC KEY-----\n${Buffer.alloc(294, 7).toString('base64')}\n-----END PUBLIC KEY-----\n`;

function seenOf({ method, url, headers, body }: Draft, kind: Kind, state: State): WireRecord {
  const answers: Readonly<Record<Kind, unknown>> = {
    session: {
      accessToken: state.token,
      expiresIn: lifetimeSeconds,
      refreshExpiresIn: constants.shownRefreshExpiresIn,
      refreshToken: refreshTokenOf(state),
      tokenType: 'bearer',
    },
    certificate: undefined,
    otp: { txnId: body?.txnId, authResult: 'success', message: 'OTP verified' },
    fields: { accepted: true },
  };
  const answer = kind === 'certificate' ? pem : JSON.stringify(answers[kind]);
  return {
    arrivedAt: state.now,
    answeredAt: state.now + 20,
    request: {
      method,
      url,
      headers: Object.entries(headers),
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    },
    response: {
      status: 200,
      headers: [['Content-Type', kind === 'certificate' ? 'text/plain' : 'application/json']],
      body: Buffer.from(answer),
    },
  };
}

/** Beside the access token, and no number more: what is random after it stays the same. */
function refreshTokenOf({ token, opaque, now }: State): string {
  const exp = Math.floor(now / 1000) + constants.shownRefreshExpiresIn;
  return opaque ? `${token}r` : withClaims(token, (claims) => ({ ...claims, exp }));
}

function jwt({ random, now, claimed }: State): string {
  const issued = Math.floor(now / 1000);
  const azp = claimed !== undefined && { azp: claimed };
  return seededJwt(random, { iat: issued, exp: issued + lifetimeSeconds, ...azp });
}
