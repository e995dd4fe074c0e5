import { memberOf } from '../../contract/json';
import type { SchemaId, SchemaProblem } from '../../contract/schemas';
import { checkSchema } from '../../contract/schemas';
import { readAddress } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, jsonBody, exchangeReference, readBody } from '../../exchange/exchange';
import { withoutMarks } from '../../exchange/read-form';
import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import { describeSlips, slipCauses } from './body-slips';
import type { Judge, Judgement, RuleContext } from './judge';
import { JudgementTally, withFacetNames, memoizeByExchange } from './judge';

/** How a request that conforms fared, and whose doing it was. */
type Fate =
  | { readonly kind: 'accepted' }
  /** The subject's own fault: a 5xx, no answer in time, a broken one, one without end, bytes that are not HTTP. */
  | { readonly kind: 'subject'; readonly seen: string; readonly cause: string }
  /** Refused, redirected, rate-limited or not reached: that alone does not show the subject at fault. */
  | { readonly kind: 'environment'; readonly reason: ReportText };

const subjectFailures = {
  timeout: 'the service accepted the connection and then hung; or limits.timeoutMs is too short for it',
  reset: 'the service broke down on the request; or its port speaks another protocol than the URL says',
  'too-large': 'the service streams without end, or answers with something else than the document says',
  malformed: 'something that does not speak HTTP, or a wrong Content-Encoding',
} as const;

const insideError = 'an error inside the service; see its own log';

/** The causes of fates that are the subject's own doing. */
export const subjectFailureCauses: readonly string[] = [...Object.values(subjectFailures), insideError];

/** Whether a service has nothing at that path. */
export function isNotFound({ response }: Exchange): boolean {
  return response?.status === 404;
}

/** Sorts the answer to a request that conforms (a 5xx, reset or time-out of the subject itself is its failure). */
export function classifyAnswer(exchange: Exchange): Fate {
  const { failure, response } = exchange;
  const where = exchangeReference(exchange);
  if (failure !== undefined) {
    const seen = `${failure.kind}: ${failure.message}`;
    const cause = (subjectFailures as Readonly<Record<string, string>>)[failure.kind];
    return cause === undefined
      ? { kind: 'environment', reason: reportText`${where} got no answer (${seen})` }
      : { kind: 'subject', seen, cause };
  }
  const status = response?.status ?? 0;
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status >= 500) return { kind: 'subject', seen: showAnswer(exchange), cause: insideError };
  const why =
    status === 429
      ? 'was rate-limited; lower limits.requestsPerMinute'
      : `was answered ${showAnswer(exchange)}`;
  return { kind: 'environment', reason: reportText`${where} ${why}` };
}

const shownLength = 200;

/** `400 {"error":{…}}`: what is kept of the answer, shortened. */
export function showAnswer(exchange: Exchange): string {
  const { failure, response } = exchange;
  if (failure !== undefined) return `no answer (${failure.kind}: ${failure.message})`;
  if (response === undefined) return 'no answer';
  const text = withoutMarks(response.body?.text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  return `${response.status}${shown === '' ? ' without a body' : ` ${shown}`}`;
}

/** `POST /path`, for the "sent" line of a message. */
export function showRequest(exchange: Pick<Exchange, 'request'>, what: string): string {
  return `${exchange.request.method} ${readAddress(exchange.request.url).pathname}, ${what}`;
}

/** Code and message of an error body in any of the shapes that are met; absent where there is none. */
interface ErrorDetail {
  readonly code?: string;
  readonly message?: string;
}

export function errorDetail(exchange: Exchange): ErrorDetail {
  const body = jsonBody(exchange.response);
  const candidate = memberOf(body, 'error') ?? (Array.isArray(body) ? (body[0] as unknown) : body);
  const code = memberOf(candidate, 'code');
  const message = memberOf(candidate, 'message');
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof message === 'string' && { message }),
  };
}

/** What an open question was answered, in words that stay the same from run to run. */
export function noteOfAnswer(exchange: Exchange): string {
  const status = exchange.response?.status ?? 0;
  if (isAccepted(exchange)) return `accepted with ${status}`;
  const { code } = errorDetail(exchange);
  return `refused with ${status}, ${bodyShape(exchange)}${code === undefined ? '' : `, code ${code.trim()}`}`;
}

/** Names the shape of an error body; bodies of many shapes are met in the field. */
function bodyShape(exchange: Exchange): string {
  if (exchange.response?.body === undefined) return 'no body';
  const body = jsonBody(exchange.response);
  if (body === undefined) return 'a body that is not JSON';
  if (checkSchema('contract/error', body).length === 0) return 'the error envelope';
  if (Array.isArray(body)) return 'a JSON array';
  return typeof body === 'object' && body !== null
    ? `an object {${Object.keys(body).sort().join(', ')}}`
    : 'a JSON value';
}

/** The requests of one round: negatives, and the valid twins that they are bound to. */
export interface Round {
  readonly name: string;
  readonly negatives: readonly Exchange[];
  readonly twins: readonly Exchange[];
  /** The first twin that was accepted. */
  readonly accepted?: Exchange;
}

/** A rule that judges whole rounds; what the suite did not ask for in a round passes it by. */
export function eachRound(judge: (round: Round, context: RuleContext, tally: JudgementTally) => void): Judge {
  return (context) => {
    const rounds = new Map<string, Exchange[]>();
    return {
      observe(exchange) {
        const { asked } = exchange;
        if (asked === undefined || asked.part === 'open') return;
        const round = rounds.get(asked.round) ?? [];
        rounds.set(asked.round, [...round, exchange]);
      },
      conclude() {
        const tally = new JudgementTally(context);
        for (const [name, exchanges] of rounds) judge(toRound(name, exchanges), context, tally);
        return tally.conclude();
      },
    };
  };
}

function toRound(name: string, exchanges: readonly Exchange[]): Round {
  const twins = exchanges.filter(({ asked }) => asked?.part === 'valid');
  const accepted = twins.find(isAccepted);
  return {
    name,
    negatives: exchanges.filter(({ asked }) => asked?.part === 'negative'),
    twins,
    ...(accepted && { accepted }),
  };
}

/**
 * A rule for negatives: each request that is wrong in a named way is judged, if a valid twin of its round was accepted;
 * else nothing is known, since the service might have refused it for any other reason.
 */
export function eachNegative(
  wrong: Readonly<Record<string, string>>,
  judge: (negative: Exchange, context: RuleContext) => Judgement | undefined,
  facetOf?: (negative: Exchange) => string | undefined,
): Judge {
  return eachRound((round, context, tally) => {
    for (const negative of round.negatives) {
      if (!Object.hasOwn(wrong, negative.asked?.variant ?? '')) continue;
      const judgement = judgeBound(round, negative, () => judge(negative, context));
      if (judgement === undefined) continue;
      tally.add(withFacetNames(judgement, facetOf?.(negative)), ...boundSeqs(round, negative));
    }
  });
}

/** The facet of a negative that goes by its name. */
export function facetByVariant(
  facets: Readonly<Record<string, string>>,
): (negative: Exchange) => string | undefined {
  return ({ asked }) => facets[asked?.variant ?? ''];
}

/** The judgement of a negative, or why there is none. */
export function judgeBound(
  round: Round,
  negative: Exchange,
  judge: () => Judgement | undefined,
): Judgement | undefined {
  if (negative.failure !== undefined || negative.response?.status === 429)
    return { unjudged: reportText`${exchangeReference(negative)}: ${showAnswer(negative)}` };
  if (round.accepted !== undefined) return judge();
  const [twin] = round.twins;
  const why =
    twin === undefined
      ? 'was not sent'
      : reportText`was not accepted: ${exchangeReference(twin)} got ${showAnswer(twin)}`;
  return { unjudged: reportText`the valid twin of ${exchangeReference(negative)} ${why}` };
}

export function boundSeqs(round: Round, negative: Exchange): number[] {
  return round.accepted === undefined ? [negative.seq] : [negative.seq, round.accepted.seq];
}

const notJson = 'the body is not JSON';

const likely = {
  notJson: 'the answer is not JSON, or it was cut on its way',
  notObject: 'a text or a list stands in place of the object, or around it',
  missing: 'a member is left out, or has another name or place',
  otherType: 'a member is of another type: a serialiser writes it so, or nothing was there to be written',
  added: 'a member stands there that the document does not show',
  otherwise: 'a value that the document rules out',
} as const;

/** Why an answer does not fit its schema. */
export const shapeCauses: readonly string[] = [...slipCauses, ...Object.values(likely)];

/** Returns functions that compare the recorded answers with a schema. */
export function answerSchema(schema: SchemaId): {
  /** Whether the answer is a JSON text of the right shape. */
  readonly fits: (exchange: Exchange) => boolean;
  /** Whether the answer can be read as JSON. */
  readonly isJson: (exchange: Exchange) => boolean;
  /** Returns the answer with its flaws, and their likely cause. */
  readonly tell: (exchange: Exchange) => { readonly seen: string; readonly cause: string };
} {
  const slipsOf = memoizeByExchange(({ response }) => describeSlips(readBody(response), schema));
  const flawsOf = memoizeByExchange((exchange): string[] => {
    const body = jsonBody(exchange.response);
    if (body === undefined) return [notJson];
    // List keywords only: the messages and paths of the validator quote values of the answer.
    const problems = checkSchema(schema, body).map(({ keyword }) => `breaks ${keyword} of ${schema}`);
    return [...slipsOf(exchange).map(({ seen }) => seen), ...problems];
  });
  return {
    fits: (exchange) => flawsOf(exchange).length === 0,
    isJson: (exchange) => !flawsOf(exchange).includes(notJson),
    tell: (exchange) => {
      const body = jsonBody(exchange.response);
      const problems = body === undefined ? [] : checkSchema(schema, body);
      const slips = slipsOf(exchange);
      const told = problems.length > 0 ? problems.map(({ message }) => message) : flawsOf(exchange);
      const flaws = problems.length > 0 ? [...slips.map(({ seen }) => seen), ...told] : told;
      return {
        seen: `${showAnswer(exchange)} (${flaws.join('; ')})`,
        cause: body === undefined ? likely.notJson : (slips[0]?.cause ?? likelyOf(problems)),
      };
    },
  };
}

function likelyOf(problems: readonly SchemaProblem[]): string {
  const has = (keyword: string): boolean => problems.some((each) => each.keyword === keyword);
  if (problems.some(({ keyword, path }) => keyword === 'type' && path === '')) return likely.notObject;
  if (has('required')) return likely.missing;
  if (has('type')) return likely.otherType;
  return has('additionalProperties') ? likely.added : likely.otherwise;
}
