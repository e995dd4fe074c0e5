import type { Evidence, Sent } from '../../support/exchange/evidence';
import type { Exchange, RecordedBody } from '../../support/exchange/exchange';
import type { Facts, TokenFact } from '../../support/exchange/facts';
import { parseJson } from '../../support/contract/json';
import type { Keeper } from '../../support/exchange/keep';
import type { WireRequest } from '../../support/exchange/raw-exchange';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';
import { keeperFor } from '../../support/judging/keeper-for';
import type { RuleContext } from '../../support/obligations';

/** What tests write in clear: the recorder is told of it as a run tells it. */
export const clientSecret = 'a-secret-of-the-client';

/** The text of a token, by its number. */
export const accessToken = (number: number): string => `access-token-of-the-tests-${number}`;
export const refreshToken = (number: number): string => `refresh-token-of-the-tests-${number}`;

/** Evidence in which all is as it arrived, as a recorder keeps it. Facts are taken as they are told; a token's pseudonym is its text there. */
export function recorded(
  evidence: readonly Evidence[],
  { readings, cmId = 'sbx', txnIds = [], participants = {} }: RuleContext,
): readonly Evidence[] {
  const secrets = [{ kind: 'client-secret' as const, value: clientSecret }];
  const otps = txnIds.map((txnId) => ({ txnId, value: '' }));
  const names = namesOf(participants);
  const keeper = keeperFor({ readings, cmId, otps, participants: names, secrets, services: {} });
  return evidence.map((each) => {
    if (each.kind === 'log line') return each;
    return each.kind === undefined ? keptExchange(each, keeper) : keptAnswer(each, keeper);
  });
}

const namesOf = ({ provider = '', payer = '' }: NonNullable<RuleContext['participants']>) => ({
  provider,
  payer,
});

function keptAnswer(answer: Exclude<Sent, Exchange>, keeper: Keeper): Evidence {
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

function keptExchange(exchange: Exchange, keeper: Keeper): Exchange {
  const { seq, call, request, response, facts, ...about } = exchange;
  const { tokens } = facts;
  const kept = createRecorder(createRecording(), keeper).record({
    ...about,
    request: { ...withoutBody(request), ...asSent(request.body) },
    ...(response && {
      response: { ...withoutBody(response), body: Buffer.alloc(0), ...asSent(response.body) },
    }),
    facts: { ...facts, ...(tokens && { tokens: markedTokens(tokens, keeper) }) },
  });
  return { ...kept, seq, ...(call && { call }) };
}

function withoutBody<Of extends { readonly body?: RecordedBody }>({ body, ...others }: Of): Omit<Of, 'body'> {
  return others;
}

function asSent(body: RecordedBody | undefined): Pick<WireRequest, 'bytes' | 'absent'> & { body?: Buffer } {
  if (body === undefined) return {};
  const { text, bytes, absent, encoding } = body;
  return { body: Buffer.from(text, encoding), bytes, ...(absent && { absent }) };
}

function markedTokens(tokens: NonNullable<Facts['tokens']>, keeper: Keeper): NonNullable<Facts['tokens']> {
  const marked = Object.entries(tokens).flatMap(([place, token]: [string, TokenFact | undefined]) =>
    token === undefined ? [] : [[place, { ...token, pseudonym: keeper.pseudonym(token.pseudonym) }] as const],
  );
  return Object.fromEntries(marked);
}
