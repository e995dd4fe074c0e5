import assert from 'node:assert/strict';
import { defaultReadings } from '../../support/contract/readings';
import type { ReadingValues } from '../../support/contract/readings';
import type { RequestPurpose, Exchange, TransportFailure, HeaderList } from '../../support/exchange/exchange';
import type { TokenFact } from '../../support/exchange/facts';
import type { Conclusion } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import type { Rule, RuleContext } from '../../support/obligations/judge/judge';
import { judgeRecordingBy } from '../../support/judging/loop';
import { withKnownCauses } from './known-causes';
import { numberedAccessToken, recorded, numberedRefreshToken } from './recorded';

/** What differs from a POST of the suite to the gateway that was answered 200 without a body. */
export interface Change extends Partial<Omit<Exchange, 'request' | 'response' | 'failure'>> {
  readonly method?: string;
  readonly url?: string;
  readonly sent?: unknown;
  readonly requestHeaders?: HeaderList;
  readonly status?: number;
  /** An object is answered as JSON. */
  readonly body?: unknown;
  readonly headers?: HeaderList;
  readonly failure?: TransportFailure['kind'];
}

const bodyOf = (value: unknown): { body?: { text: string; bytes: number } } => {
  if (value === undefined) return {};
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { body: { text, bytes: Buffer.byteLength(text) } };
};

export function makeExchange(change: Change = {}): Exchange {
  const {
    method = 'POST',
    url = 'https://gateway.example/api',
    sent,
    requestHeaders = [],
    status = 200,
    body,
    headers = [],
    failure,
    ...rest
  } = change;
  return {
    seq: 0,
    sender: 'suite',
    arrivedAt: 1_000_000,
    answeredAt: 1_000_000,
    facts: { scheme: 'https', loopback: false },
    ...rest,
    request: { method, url, headers: requestHeaders, ...bodyOf(sent) },
    ...(failure === undefined
      ? { response: { status, headers, ...bodyOf(body) } }
      : { failure: { kind: failure, code: `E${failure.toUpperCase()}`, message: 'it broke' } }),
  };
}

/** What comes of an obligation by these, numbered from 1. */
export function concludeFromExchanges(
  id: string,
  exchanges: readonly Exchange[],
  readings: Partial<ReadingValues> = {},
  about: Omit<RuleContext, 'readings'> = {},
): Conclusion {
  const numbered = exchanges.map((each, index) => ({ ...each, seq: index + 1 }));
  const context = { ...about, readings: { ...defaultReadings, ...readings } };
  const concluded = judgeRecordingBy(contractObligations.get(id), recorded(numbered, context), context);
  return withKnownCauses(id, concluded ?? assert.fail(`nothing judges ${id}`));
}

/** The rule of an obligation by itself, which sees whatever it is given. */
export function ruleOf(id: string): Rule {
  const { judge } = contractObligations.get(id);
  return judge?.({ readings: defaultReadings }) ?? assert.fail(`nothing judges ${id}`);
}

/** How often it was kept, broken and left open: what most tests ask. */
export function describeConclusion({ observations, breachCount, unjudged }: Conclusion): string {
  if (unjudged.length > 0) return `unjudged, ${observations - breachCount} kept, ${breachCount} broken`;
  return `${observations - breachCount} kept, ${breachCount} broken`;
}

export const makeAsked = (part: RequestPurpose['part'], round: string, variant = 'x'): RequestPurpose => ({
  part,
  round,
  variant,
});

export const token = (pseudonym: string, fact: Partial<TokenFact> = {}): TokenFact => ({
  pseudonym,
  jwt: true,
  algorithm: 'RS256',
  ...fact,
});

const rightBody = {
  accessToken: numberedAccessToken(1),
  expiresIn: 1200,
  refreshExpiresIn: 1800,
  refreshToken: numberedRefreshToken(1),
  tokenType: 'bearer',
};

/** A session that was asked for and granted; `members` are changes to its answer, `undefined` leaves one out. */
export function sessionExchange(members: Record<string, unknown> = {}, change: Change = {}): Exchange {
  const all: Readonly<Record<string, unknown>> = { ...rightBody, ...members };
  const body = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return makeExchange({
    operation: 'session.create',
    service: 'gateway',
    asked: makeAsked('valid', 'session'),
    body,
    ...change,
    facts: {
      scheme: 'https',
      loopback: false,
      clockSkewMs: 0,
      tokens: {
        'response:/accessToken': token(numberedAccessToken(1), { issuedAt: 1000, expiresAt: 2200 }),
        'response:/refreshToken': token(numberedRefreshToken(1)),
      },
      ...change.facts,
    },
  });
}

/** The same in traffic that the suite did not ask for. */
export function withoutAsked({ asked: left, ...rest }: Exchange): Exchange {
  return rest;
}

/** The error envelope. */
export const refusalBody = (message: string, code = 'SVC-9999'): object => ({ error: { code, message } });
