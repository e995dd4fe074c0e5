import type { PlannedAct, Question } from '../../run/hand/acts';
import type { Happening, Introduction, SeenByHand } from '../../run/hand/happenings';

/** An act or a question that waits for the person. Deadlines are in epoch milliseconds. */
export type OpenTurn =
  | {
      readonly kind: 'act';
      readonly id: number;
      readonly act: PlannedAct;
      readonly deadline: number;
      /** The services have refused it, and it is held. */
      readonly refused?: SeenByHand;
    }
  | {
      readonly kind: 'question';
      readonly id: number;
      readonly question: Question;
      readonly deadline: number;
    };

/** What came of an act or a question. */
export interface DoneTurn {
  readonly id: number;
  readonly kind: OpenTurn['kind'];
  readonly sentence: string;
  readonly how: Extract<Happening, { what: 'done' }>['how'];
  readonly message?: string;
}

/** What is done by hand, up to now. */
export interface HandState {
  readonly introduction?: Introduction;
  readonly journey?: { readonly title: string; readonly restart: boolean };
  readonly open?: OpenTurn;
  /** What arrived and does not count, newest first. */
  readonly instead: readonly SeenByHand[];
  /** The latest session that was given under a wrong credential, until one comes under the right ones. */
  readonly misnamed?: SeenByHand;
  /** Newest first. */
  readonly done: readonly DoneTurn[];
}

export const nothingByHand: HandState = { instead: [], done: [] };

/** So much of what arrived and does not count is shown. */
const mostShown = 50;

/** What follows from a happening. */
export function afterHappening(state: HandState, happening: Happening): HandState {
  switch (happening.what) {
    case 'introduced':
      return { ...state, introduction: happening.introduction };
    case 'begun':
      return { ...state, journey: happening };
    case 'asked': {
      const { act, deadline } = happening;
      return { ...state, open: { kind: 'act', id: act.id, act, deadline }, instead: [] };
    }
    case 'questioned': {
      const { question, deadline } = happening;
      return { ...state, open: { kind: 'question', id: question.id, question, deadline }, instead: [] };
    }
    case 'waiting': {
      if (state.open?.kind !== 'act') return state;
      const { refused: _forgotten, ...open } = state.open;
      return { ...state, open: { ...open, deadline: happening.deadline } };
    }
    case 'seen':
      return afterSeen(state, happening.seen);
    // The lights of the run show it.
    case 'broken':
      return state;
    case 'done':
      return afterDone(state, happening);
  }
}

function afterSeen({ misnamed, ...others }: HandState, seen: SeenByHand): HandState {
  const { wrong } = seen;
  const latest = wrong === undefined ? misnamed : wrong === 'none' ? undefined : seen;
  const state = { ...others, ...(latest && { misnamed: latest }) };
  if (seen.whyNot === undefined) return state;
  const instead = [seen, ...state.instead].slice(0, mostShown);
  const isHeld = seen.whyNot.kind === 'refused' || seen.whyNot.kind === 'broke-off';
  return isHeld && state.open?.kind === 'act' && seen.act === state.open.id
    ? { ...state, instead, open: { ...state.open, refused: seen } }
    : { ...state, instead };
}

function afterDone({ open, ...state }: HandState, done: Extract<Happening, { what: 'done' }>): HandState {
  if (open?.id !== done.id) return { ...state, ...(open && { open }) };
  const { sentence } = open.kind === 'act' ? open.act : open.question;
  const { id, how, message } = done;
  const turn = { id, kind: open.kind, sentence, how, ...(message !== undefined && { message }) };
  return { ...state, done: [turn, ...state.done] };
}
