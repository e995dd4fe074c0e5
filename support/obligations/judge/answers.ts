import { memberOf } from '../../contract/json';
import type { SchemaId, SchemaProblem } from '../../contract/schemas';
import { checkSchema } from '../../contract/schemas';
import { readAddress } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, jsonBody, exchangeReference, readBody } from '../../exchange/exchange';
import { cutBetweenForms, withoutMarks } from '../../exchange/read-form';
import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import { describeSlips, bodyCauses } from './body-slips';
import type { Judge, Judgement, RuleContext } from './judge';
import { JudgementTally, withFacetNames, memoizeByExchange } from './judge';
import type { NamedRefusal } from './refusal-reasons';
import { RefusedRequestNotes, whyReasonIsOpen } from './refusal-reasons';

/** The outcome of a conforming request, and the party that caused it. */
type Fate =
  | { readonly kind: 'accepted' }
  /** The subject failed: it answered 5xx, late, incompletely, endlessly, or with bytes that are not HTTP. */
  | { readonly kind: 'subject'; readonly seen: string; readonly cause: string }
  /**
   * The request was refused, redirected or rate-limited, or did not reach the subject. This does not prove that the
   * subject is at fault.
   */
  | { readonly kind: 'environment'; readonly reason: ReportText };

const subjectFailures = {
  timeout: 'the service accepted the connection and then hung; or limits.timeoutMs is too short for it',
  reset: 'the service broke down on the request; or its port speaks another protocol than the URL says',
  'too-large': 'the service streams without end, or answers with something else than the document says',
  malformed: 'something that does not speak HTTP, or a wrong Content-Encoding',
} as const;

const insideError = 'an error inside the service; see its own log';

/** All causes that {@link classifyAnswer} returns for failures of the subject. */
export const subjectFailureCauses: readonly string[] = [...Object.values(subjectFailures), insideError];

/** Returns whether a service answered 404. */
export function isNotFound({ response }: Exchange): boolean {
  return response?.status === 404;
}

/** Classifies the answer to a conforming request. A 5xx, reset or time-out counts as a failure of the subject. */
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

/** Returns the status and the recorded body of an answer, shortened, such as `400 {"error":{…}}`. */
export function showAnswer(exchange: Exchange): string {
  const { failure, response } = exchange;
  if (failure !== undefined) return `no answer (${failure.kind}: ${failure.message})`;
  if (response === undefined) return 'no answer';
  const text = withoutMarks(response.body?.text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const shown = cutBetweenForms(text, shownLength);
  return `${response.status}${shown === '' ? ' without a body' : ` ${shown}`}`;
}

/** Returns the method and path of a request, and `what`, such as `POST /path, to verify an OTP`. */
export function showRequest(exchange: Pick<Exchange, 'request'>, what: string): string {
  return `${exchange.request.method} ${readAddress(exchange.request.url).pathname}, ${what}`;
}

/** The code and message of an error body. Each is `undefined` if the body does not contain it as a string. */
interface ErrorDetail {
  readonly code?: string;
  readonly message?: string;
}

/** Returns the code and message of an error body. Also reads the shapes that deployed services use. */
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

/**
 * Describes the answer to a request for which the document defines no answer. Equal answers have equal descriptions in
 * all runs.
 */
export function noteOfAnswer(exchange: Exchange): string {
  const status = exchange.response?.status ?? 0;
  if (isAccepted(exchange)) return `accepted with ${status}`;
  const { code } = errorDetail(exchange);
  return `refused with ${status}, ${bodyShape(exchange)}${code === undefined ? '' : `, code ${code.trim()}`}`;
}

/** Describes the shape of an error body. Deployed services use many shapes. */
function bodyShape(exchange: Exchange): string {
  if (exchange.response?.body === undefined) return 'no body';
  const body = jsonBody(exchange.response);
  if (body === undefined) return 'a body that is not JSON';
  if (checkSchema('contract/error', body).length === 0) return 'the error envelope';
  if (Array.isArray(body)) return 'a JSON array';
  return typeof body === 'object' && body !== null
    ? `an object {${namesIn(body).join(', ')}}`
    : 'a JSON value';
}

/** Maximum number of names of members in a note. */
const shownNames = 10;

/** Returns the names of the members of an object, or the first {@link shownNames} and the number of the others. */
function namesIn(body: object): string[] {
  const names = Object.keys(body).sort();
  const others = names.length - shownNames;
  return others > 0 ? [...names.slice(0, shownNames), `${others} more`] : names;
}

/**
 * The requests of one round. A negative is a request with one mistake. Its valid twin differs from the negative only in
 * this mistake.
 */
export interface Round {
  readonly name: string;
  readonly negatives: readonly Exchange[];
  readonly twins: readonly Exchange[];
  /** The first twin that was accepted. */
  readonly accepted?: Exchange;
}

/**
 * Returns a judge of whole rounds. Ignores exchanges that are not part of a round, and requests for which the document
 * defines no answer.
 */
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
 * Returns a judge of requests with a deliberate mistake. A request is judged only if a valid twin in its round was
 * accepted, and if the answer does not suggest another reason for the refusal. The conclusion notes how the requests
 * were refused.
 *
 * @param wrong maps the mistakes to judge, as `asked.variant` names them, to their descriptions
 * @param namedIn returns the refusal that the document or the target names
 */
export function eachNegative(
  wrong: Readonly<Record<string, string>>,
  judge: (negative: Exchange, context: RuleContext) => Judgement | undefined,
  facetOf?: (negative: Exchange) => string | undefined,
  namedIn?: (context: RuleContext) => NamedRefusal,
): Judge {
  return withNoteOfRefusal((notes) =>
    eachRound((round, context, tally) => {
      for (const negative of round.negatives) {
        if (!Object.hasOwn(wrong, negative.asked?.variant ?? '')) continue;
        const judgement = judgeBound(round, negative, () => judge(negative, context), namedIn?.(context));
        if (judgement === undefined) continue;
        if ('kept' in judgement) notes.add(negative, noteOfAnswer(negative));
        tally.add(withFacetNames(judgement, facetOf?.(negative)), ...boundSeqs(round, negative));
      }
    }),
  );
}

/** Returns a judge that also notes the refusals that it has collected. */
export function withNoteOfRefusal(judgeWith: (notes: RefusedRequestNotes) => Judge): Judge {
  return (context) => {
    const notes = new RefusedRequestNotes();
    const rule = judgeWith(notes)(context);
    return { observe: rule.observe, conclude: () => notes.addTo(rule.conclude()) };
  };
}

/** Returns a function that finds the facet of a request by the name of its deliberate mistake. */
export function facetByVariant(
  facets: Readonly<Record<string, string>>,
): (negative: Exchange) => string | undefined {
  return ({ asked }) => facets[asked?.variant ?? ''];
}

/**
 * Judges a request with a deliberate mistake. Returns a reason instead if the request got no answer, if no valid twin
 * was accepted, or if the request may have been refused for another reason.
 */
export function judgeBound(
  round: Round,
  negative: Exchange,
  judge: () => Judgement | undefined,
  named: NamedRefusal = {},
): Judgement | undefined {
  const seen = reportText`${exchangeReference(negative)}: ${showAnswer(negative)}`;
  if (negative.failure !== undefined) return { unjudged: seen };
  if (round.accepted !== undefined) {
    const judgement = judge();
    if (judgement === undefined || ('kept' in judgement && named.showsReason === true)) return judgement;
    const why = whyReasonIsOpen(negative, round.accepted, named);
    return why === undefined ? judgement : { unjudged: reportText`${seen}; ${why}` };
  }
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

/** All causes that the functions of {@link answerSchema} return. */
export const shapeCauses: readonly string[] = [...bodyCauses, ...Object.values(likely)];

/** Returns functions that compare the recorded answers with a schema. */
export function answerSchema(schema: SchemaId): {
  /** Returns whether the answer is a JSON text that fits the schema. */
  readonly fits: (exchange: Exchange) => boolean;
  /** Returns whether the answer can be parsed as JSON. */
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
