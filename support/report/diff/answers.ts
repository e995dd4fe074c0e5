import type { OperationId } from '../../contract/operations';
import { operationById } from '../../contract/operations';
import type { Evidence } from '../../exchange/evidence';
import type { Exchange, RecordedBody } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';

/** A kind of request and its sender. A diff compares the answers that two recordings contain to the same question. */
interface Question {
  readonly operation: OperationId;
  readonly sender: Exchange['sender'];
  readonly part?: string;
  /** Name of the one difference from a valid request, such as `wrong-secret`. */
  readonly variant?: string;
  /** Name of the fault that the mock was injecting. */
  readonly stimulus?: string;
}

/** Statistics about the answers to one question that have the same status. */
interface Answers {
  /** Maps each line of a shape to the number of answers with this line; `undefined` if there are too many lines. */
  lines: Map<string, number> | undefined;
  /** Number of the answers with a known shape (see {@link shapeOf}). */
  shaped: number;
}

/** All answers to one question. */
interface Answered {
  readonly question: Question;
  /** The answers by status. For requests without an answer, the reason replaces the status. */
  readonly byStatus: Map<string, Answers>;
  readonly codes: Set<string>;
}

/** The answers of services in one recording. The key is the question as JSON text. */
export type ObservedAnswers = Map<string, Answered>;

/** The frequency of a line of a shape in the answers with one status. */
type Presence = 'always' | 'sometimes' | 'never';

/** A member that appeared or disappeared between two recordings, or that became rarer or more frequent. */
interface MemberChange {
  readonly status: string;
  /** The path and the type of the member, such as `/error/code string`. */
  readonly member: string;
  readonly from: Presence;
  readonly to: Presence;
}

/** A set of values that differs between two recordings. */
export interface SetChange {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** The differences between the answers to one question in two recordings. */
export interface AnswerChange {
  readonly question: Question;
  readonly status?: SetChange;
  /** Codes of the error envelope. */
  readonly codes?: SetChange;
  readonly members?: readonly MemberChange[];
}

/** The differences between the answers to all questions that two recordings have in common. */
export interface AnswerChanges {
  readonly changed: readonly AnswerChange[];
  /** Number of questions that both recordings contain. */
  readonly compared: number;
  /** Number of questions that only one of the recordings contains. */
  readonly onlyInOne: number;
}

/** Limits on the memory for the answers of one recording. */
const most = { questions: 10_000, statuses: 50, codes: 50, lines: 500, lengthOfCode: 80 };

/** Maximum depth of a shape. Deeper members are ignored, because documented messages are much less deep. */
const deepest = 32;

/** Adds an exchange of a recording. Memory grows only with the number of questions, not with that of exchanges. */
export function observeAnswer(all: ObservedAnswers, exchange: Evidence): void {
  if (exchange.kind !== undefined) return;
  const question = questionOf(exchange);
  if (question === undefined) return;
  const fresh = (): Answered => ({ question, byStatus: new Map(), codes: new Set() });
  const answered = entryOf(all, JSON.stringify(question), most.questions, fresh);
  if (answered !== undefined) note(answered, exchange);
}

/** Returns the entry of a key. Adds a fresh entry if the key is new; returns `undefined` if the map is full. */
function entryOf<Value>(all: Map<string, Value>, key: string, limit: number, fresh: () => Value) {
  const known = all.get(key);
  if (known !== undefined || all.size >= limit) return known;
  const entry = fresh();
  all.set(key, entry);
  return entry;
}

/** Returns the question of an exchange; `undefined` unless the request matches an operation of a service. */
function questionOf({ operation: id, sender, asked, stimulus }: Exchange): Question | undefined {
  if (id === undefined || operationById(id).receiver !== 'service') return undefined;
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
  const answers = entryOf(byStatus, status, most.statuses, () => ({ lines: new Map(), shaped: 0 }));
  if (answers === undefined || response === undefined) return;
  const code = errorCode(jsonBody(response));
  if (code !== undefined && codes.size < most.codes) codes.add(code);
  count(answers, shapeOf(response.body));
}

function count(answers: Answers, shape: ReadonlySet<string> | undefined): void {
  if (shape === undefined || answers.lines === undefined) return;
  answers.shaped += 1;
  for (const line of shape) answers.lines.set(line, (answers.lines.get(line) ?? 0) + 1);
  if (answers.lines.size > most.lines) answers.lines = undefined;
}

/** Returns the code in the error envelope (clause 2.3). */
function errorCode(body: unknown): string | undefined {
  const code = (body as { error?: { code?: unknown } | null } | null | undefined)?.error?.code;
  return typeof code === 'string' ? code.slice(0, most.lengthOfCode) : undefined;
}

/**
 * Returns the shape of a body without its values: one line for each member, such as `/error/code string`. In a path,
 * `[]` means any element of a list. Returns `undefined` if the content is unknown, because the recording does not
 * contain the whole body.
 */
export function shapeOf(body: RecordedBody | undefined): ReadonlySet<string> | undefined {
  if (body === undefined || (body.bytes === 0 && body.absent !== true)) return new Set(['(no body)']);
  if (body.cut === true || body.absent === true || body.sealed !== undefined) return undefined;
  const value = jsonBody({ body });
  if (value === undefined) return new Set(['(text)']);
  const lines = new Set<string>();
  describe(value, '', 0, lines);
  return lines;
}

function describe(value: unknown, path: string, depth: number, lines: Set<string>): void {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  lines.add(`${path === '' ? '(body)' : path} ${type}`);
  if (typeof value !== 'object' || value === null || depth === deepest) return;
  if (Array.isArray(value)) for (const each of value) describe(each, `${path}[]`, depth + 1, lines);
  else
    for (const [name, each] of Object.entries(value))
      describe(each, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1, lines);
}

export function compareAnswers(old: ObservedAnswers, now: ObservedAnswers): AnswerChanges {
  const both = [...old].flatMap(([key, before]) => {
    const after = now.get(key);
    return after === undefined ? [] : [[before, after] as const];
  });
  return {
    changed: both.flatMap(([before, after]) => changeOf(before, after)),
    compared: both.length,
    onlyInOne: old.size + now.size - 2 * both.length,
  };
}

function changeOf(before: Answered, after: Answered): AnswerChange[] {
  const status = setChange(before.byStatus.keys(), after.byStatus.keys());
  const codes = setChange(before.codes, after.codes);
  const members = [...before.byStatus].flatMap(([each, answers]) => {
    const others = after.byStatus.get(each);
    return others === undefined ? [] : memberChanges(each, answers, others);
  });
  if (status === undefined && codes === undefined && members.length === 0) return [];
  const told = { ...(status && { status }), ...(codes && { codes }), ...(members.length > 0 && { members }) };
  return [{ question: before.question, ...told }];
}

function setChange(before: Iterable<string>, after: Iterable<string>): SetChange | undefined {
  const [from, to] = [[...before].sort(), [...after].sort()];
  return from.join('\n') === to.join('\n') ? undefined : { from, to };
}

function memberChanges(status: string, before: Answers, after: Answers): MemberChange[] {
  // Bodies with too many members, or without a known shape, cannot be compared.
  if (before.lines === undefined || after.lines === undefined) return [];
  if (before.shaped === 0 || after.shaped === 0) return [];
  const members = [...new Set([...before.lines.keys(), ...after.lines.keys()])].sort();
  return members.flatMap((member) => {
    const [from, to] = [presence(member, before), presence(member, after)];
    return from === to ? [] : [{ status, member, from, to }];
  });
}

function presence(member: string, { lines, shaped }: Answers): Presence {
  const seen = lines?.get(member) ?? 0;
  if (seen === 0) return 'never';
  return seen === shaped ? 'always' : 'sometimes';
}
