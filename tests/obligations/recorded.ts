import { parseJson } from '../../support/contract/json';
import type { ReadingValues } from '../../support/contract/readings';
import { defaultReadings } from '../../support/contract/readings';
import { ClientSecretSearch, secretFinder, rejectionFinder } from '../../support/exchange/finders';
import type { Evidence, SentEvidence } from '../../support/exchange/evidence';
import type { Exchange, RecordedBody } from '../../support/exchange/exchange';
import { jsonBody } from '../../support/exchange/exchange';
import type { ExchangeFacts, TokenFact } from '../../support/exchange/facts';
import { fieldFinder } from '../../support/exchange/fields';
import type { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import type { WireRequest, RawExchange } from '../../support/exchange/raw-exchange';
import type { Recorder } from '../../support/exchange/recorder';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';
import { exchangeRedactorFor } from '../../support/judging/keeping';
import type { RuleContext } from '../../support/obligations';

/** What tests write in clear: the recorder is told of it as a run tells it. */
export const clientSecret = 'a-secret-of-the-client';

/** The text of a token, by its number. */
export const numberedAccessToken = (number: number): string => `access-token-of-the-tests-${number}`;
export const numberedRefreshToken = (number: number): string => `refresh-token-of-the-tests-${number}`;

type Draft = Omit<Exchange, 'seq'>;

/**
 * Evidence in which all is as it arrived, as a recorder keeps it. Facts are taken as they are told; a token's pseudonym
 * is its text there, and so is the mark of a field.
 */
export function recorded(
  evidence: readonly Evidence[],
  { readings, cmId = 'sbx', txnIds = [], participants = {} }: RuleContext,
): readonly Evidence[] {
  const secrets = [{ kind: 'client-secret' as const, value: clientSecret }];
  const otps = txnIds.map((txnId) => ({ txnId, value: '' }));
  const names = namesOf(participants);
  const keeper = exchangeRedactorFor({ readings, cmId, otps, participants: names, secrets, services: {} });
  const finders = [rejectionFinder(readings), secretFinder(new ClientSecretSearch([clientSecret]))];
  const recorder = createRecorder(createRecording(), keeper, finders);
  return evidence.map((each) => {
    if (each.kind === 'log line') return each;
    return each.kind === undefined
      ? keptExchange(withMarks(each), recorder, keeper)
      : keptAnswer(withMarks(each), keeper);
  });
}

/** An exchange with the fields that are found in traffic: no key is known. */
export function asTraffic<Of extends Draft>(exchange: Of, readings: ReadingValues = defaultReadings): Of {
  const find = fieldFinder({ readings, mark: (text) => text });
  return { ...exchange, facts: { ...exchange.facts, ...find(rawOf(exchange)) } };
}

const namesOf = ({ provider = '', payer = '' }: NonNullable<RuleContext['participants']>) => ({
  provider,
  payer,
});

function keptAnswer(answer: Exclude<SentEvidence, Exchange>, keeper: ExchangeRedactor): Evidence {
  const { body, facts } = answer;
  const { cycle } = facts;
  const json = body && parseJson(body.text);
  return {
    ...answer,
    ...(body && json !== undefined && { body: { ...body, text: keeper.json(json) } }),
    facts: {
      ...facts,
      ...(cycle && {
        cycle: { ...cycle, correlationId: keeper.value('correlationId', cycle.correlationId) },
      }),
    },
  };
}

function keptExchange(
  { seq, call, ...exchange }: Exchange,
  recorder: Recorder,
  keeper: ExchangeRedactor,
): Exchange {
  const { tokens } = exchange.facts;
  const facts = { ...exchange.facts, ...(tokens && { tokens: markedTokens(tokens, keeper) }) };
  return { ...recorder.record(rawOf({ ...exchange, facts })), seq, ...(call && { call }) };
}

function rawOf({ call, request, response, ...about }: Draft): RawExchange {
  return {
    ...about,
    request: { ...withoutBody(request), ...asSent(request.body) },
    ...(response && {
      response: { ...withoutBody(response), body: Buffer.alloc(0), ...asSent(response.body) },
    }),
  };
}

function withoutBody<Of extends { readonly body?: RecordedBody }>({ body, ...others }: Of): Omit<Of, 'body'> {
  return others;
}

type SentBody = Pick<WireRequest, 'bytes' | 'absent' | 'compressed'> & { body?: Buffer };

function asSent(body: RecordedBody | undefined): SentBody {
  if (body === undefined) return {};
  const { text, bytes, absent, sealed } = body;
  const compressed = sealed === undefined ? {} : { compressed: true as const };
  return { body: Buffer.from(text), bytes, ...(absent && { absent }), ...compressed };
}

function markedTokens(
  tokens: NonNullable<ExchangeFacts['tokens']>,
  keeper: ExchangeRedactor,
): NonNullable<ExchangeFacts['tokens']> {
  const marked = Object.entries(tokens).flatMap(([place, token]: [string, TokenFact | undefined]) =>
    token === undefined ? [] : [[place, { ...token, pseudonym: keeper.pseudonym(token.pseudonym) }] as const],
  );
  return Object.fromEntries(marked);
}

/** A text stands for itself. */
function withMarks<Of extends SentEvidence>(sent: Of): Of {
  const { fields } = sent.facts;
  if (fields === undefined) return sent;
  const marked = fields.map((field) => {
    const text = textAt(sent, field.pointer);
    return text === undefined ? field : { same: text, ...field };
  });
  return { ...sent, facts: { ...sent.facts, fields: marked } };
}

function textAt(sent: SentEvidence, pointer: string): string | undefined {
  let value = jsonBody(sent.kind === undefined ? sent.request : sent);
  for (const name of pointer.split('/').slice(1))
    value =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
