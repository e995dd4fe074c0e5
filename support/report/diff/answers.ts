import type { OperationId } from '../../contract/operations';
import { operationById } from '../../contract/operations';
import type { Evidence } from '../../exchange/evidence';
import type { Exchange, RecordedBody } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';

/** What was asked, and by whom: answers to the same question are compared. */
interface Question {
  readonly operation: OperationId;
  readonly sender: Exchange['sender'];
  readonly part?: string;
  /** The one fact in which it differs from others of its part. */
  readonly variant?: string;
  /** The fault that the mock was told to play. */
  readonly stimulus?: string;
}

/** Answers of one status to one question. */
interface Answers {
  /** How many of them have each line of a shape; `undefined` where there are too many lines to keep. */
  lines: Map<string, number> | undefined;
  /** How many of them have a shape that is known. */
  shaped: number;
}

/** All answers to one question. */
interface Answered {
  readonly question: Question;
  /** By status, or by why none came. */
  readonly byStatus: Map<string, Answers>;
  readonly codes: Set<string>;
}

/** What services answered in one recording, by question. */
export type ObservedAnswers = Map<string, Answered>;

/** How often a line of a shape stands in the answers of one status. */
type Presence = 'always' | 'sometimes' | 'never';

/** A member that came, went, or became rarer or more frequent. */
interface MemberChange {
  readonly status: string;
  /** As in `/error/code string`. */
  readonly member: string;
  readonly from: Presence;
  readonly to: Presence;
}

/** A set that is another one now. */
export interface SetChange {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Answers to one question that are others than they were. */
export interface AnswerChange {
  readonly question: Question;
  readonly status?: SetChange;
  /** Codes of the error envelope. */
  readonly codes?: SetChange;
  readonly members?: readonly MemberChange[];
}

/** How answers to the same questions differ. */
export interface AnswerChanges {
  readonly changed: readonly AnswerChange[];
  /** Questions that both recordings have. */
  readonly compared: number;
  /** Questions that one recording has alone. */
  readonly onlyInOne: number;
}

/** What is kept of one recording, however long it is. */
const most = { questions: 10_000, statuses: 50, codes: 50, lines: 500, lengthOfCode: 80 };

/** Deeper members are not told apart: no documented message comes near it. */
const deepest = 32;

/** Adds an exchange of a recording; memory grows with the kinds of questions alone. */
export function observeAnswer(all: ObservedAnswers, exchange: Evidence): void {
  if (exchange.kind !== undefined) return;
  const question = questionOf(exchange);
  if (question === undefined) return;
  const fresh = (): Answered => ({ question, byStatus: new Map(), codes: new Set() });
  const answered = entryOf(all, JSON.stringify(question), most.questions, fresh);
  if (answered !== undefined) note(answered, exchange);
}

/** The entry of a key, a fresh one where there is none yet; `undefined` where there are too many to keep. */
function entryOf<Value>(all: Map<string, Value>, key: string, limit: number, fresh: () => Value) {
  const known = all.get(key);
  if (known !== undefined || all.size >= limit) return known;
  const entry = fresh();
  all.set(key, entry);
  return entry;
}

/** `undefined` where it is no question to a service. */
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

/** The code of the error envelope (clause 2.3). */
function errorCode(body: unknown): string | undefined {
  const code = (body as { error?: { code?: unknown } | null } | null | undefined)?.error?.code;
  return typeof code === 'string' ? code.slice(0, most.lengthOfCode) : undefined;
}

/**
 * What a body is made of, without its values: a line for each member, as in `/error/code string`; `[]` stands for the
 * elements of a list, all together. `undefined` where nothing is known of it, since it was cut or not kept.
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
  // Of what was cut, or has too many members, nothing can be said.
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
