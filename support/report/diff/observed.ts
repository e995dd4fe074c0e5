import type { OperationId } from '../../contract/operations';
import { operation } from '../../contract/operations';
import type { Evidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';
import { Durations } from './durations';
import { shapeOf } from './shape';

/** What was asked, and by whom: answers to the same question are compared. */
export interface Question {
  readonly operation: OperationId;
  readonly sender: Exchange['sender'];
  readonly part?: string;
  /** The one fact in which it differs from others of its part. */
  readonly variant?: string;
  /** The fault that the mock was told to play. */
  readonly stimulus?: string;
}

/** Answers of one status to one question. */
export interface Answers {
  count: number;
  /** How many of them have each line of a shape; `undefined` where there are too many lines to keep. */
  lines: Map<string, number> | undefined;
  /** How many of them have a shape that is known. */
  shaped: number;
}

/** All answers to one question. */
export interface Answered {
  readonly question: Question;
  /** By status, or by why none came. */
  readonly byStatus: Map<string, Answers>;
  readonly codes: Set<string>;
}

/** What is kept of one recording, however long it is. */
const mostQuestions = 10_000;
const mostStatuses = 50;
const mostCodes = 50;
const mostLines = 500;
const longestCode = 80;

/** Gathers what services answered in one recording; memory grows with the kinds of questions alone. */
export class Observed {
  readonly #answered = new Map<string, Answered>();
  readonly #durations = new Map<string, Durations>();

  /** By question. */
  get answered(): ReadonlyMap<string, Answered> {
    return this.#answered;
  }

  /** By operation and sender, as in `otp.verify, asked by the suite`; answers under a fault are left out. */
  get durations(): ReadonlyMap<string, Durations> {
    return this.#durations;
  }

  observe(exchange: Evidence): void {
    if (exchange.kind !== undefined) return;
    const question = questionOf(exchange);
    if (question === undefined) return;
    const key = JSON.stringify(question);
    const known = this.#answered.get(key) ?? { question, byStatus: new Map(), codes: new Set() };
    if (this.#answered.size >= mostQuestions && !this.#answered.has(key)) return;
    this.#answered.set(key, known);
    note(known, exchange);
    if (exchange.response === undefined || question.stimulus !== undefined) return;
    const name = `${question.operation}, asked by the ${question.sender}`;
    const durations = this.#durations.get(name) ?? new Durations();
    this.#durations.set(name, durations);
    durations.add(exchange.answeredAt - exchange.arrivedAt);
  }
}

/** `undefined` where it is no question to a service. */
function questionOf({ operation: id, sender, asked, stimulus }: Exchange): Question | undefined {
  if (id === undefined || operation(id).receiver !== 'service') return undefined;
  return {
    operation: id,
    sender,
    ...(asked && { part: asked.part, variant: asked.variant }),
    ...(stimulus !== undefined && { stimulus }),
  };
}

function note({ byStatus, codes }: Answered, { response, failure }: Exchange): void {
  const status =
    response === undefined ? `no answer (${failure?.kind ?? 'unknown'})` : String(response.status);
  const answers = byStatus.get(status) ?? { count: 0, lines: new Map<string, number>(), shaped: 0 };
  if (byStatus.size >= mostStatuses && !byStatus.has(status)) return;
  byStatus.set(status, answers);
  answers.count += 1;
  if (response === undefined) return;
  const code = errorCode(jsonBody(response));
  if (code !== undefined && codes.size < mostCodes) codes.add(code);
  count(answers, shapeOf(response.body));
}

function count(answers: Answers, shape: ReadonlySet<string> | undefined): void {
  if (shape === undefined || answers.lines === undefined) return;
  answers.shaped += 1;
  for (const line of shape) answers.lines.set(line, (answers.lines.get(line) ?? 0) + 1);
  if (answers.lines.size > mostLines) answers.lines = undefined;
}

/** The code of the error envelope (clause 2.3). */
function errorCode(body: unknown): string | undefined {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: { code?: unknown } | null;
  };
  return typeof error?.code === 'string' ? error.code.slice(0, longestCode) : undefined;
}
