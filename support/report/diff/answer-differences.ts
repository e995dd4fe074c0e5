import type { Answered, Answers, Observed, Question } from './observed';

/** How often a line of a shape stands in the answers of one status. */
export type Presence = 'always' | 'sometimes' | 'never';

/** A member that came, went, or became rarer or more frequent. */
export interface MemberChange {
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

export function compareAnswers(old: Observed, now: Observed): AnswerChanges {
  const both = [...old.answered].flatMap(([key, before]) => {
    const after = now.answered.get(key);
    return after === undefined ? [] : [[before, after] as const];
  });
  return {
    changed: both.flatMap(([before, after]) => changeOf(before, after)),
    compared: both.length,
    onlyInOne: old.answered.size + now.answered.size - 2 * both.length,
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
  return [
    {
      question: before.question,
      ...(status && { status }),
      ...(codes && { codes }),
      ...(members.length > 0 && { members }),
    },
  ];
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
