import type { PlannedAct, CycleStateQuestion } from '../../run/hand/acts';
import type { HandEvent, ConnectionDetails, RequestByHand } from '../../run/hand/happenings';

/** The act that the person must do now, or the question to answer. Deadlines are in epoch milliseconds. */
export type OpenTurn =
  | {
      readonly kind: 'act';
      readonly id: number;
      readonly act: PlannedAct;
      readonly deadline: number;
      /**
       * The request that arrived for this act, if the services refused it or it broke off. The person decides
       * whether it counts or will be repeated.
       */
      readonly refused?: RequestByHand;
    }
  | {
      readonly kind: 'question';
      readonly id: number;
      readonly question: CycleStateQuestion;
      readonly deadline: number;
    };

export interface DoneTurn {
  readonly id: number;
  readonly kind: OpenTurn['kind'];
  readonly sentence: string;
  readonly how: Extract<HandEvent, { what: 'done' }>['how'];
  readonly message?: string;
}

export interface HandState {
  readonly introduction?: ConnectionDetails;
  readonly journey?: { readonly title: string; readonly restart: boolean };
  readonly open?: OpenTurn;
  /** Requests that arrived but do not count for the open act, newest first */
  readonly instead: readonly RequestByHand[];
  /**
   * The latest session request that the suite granted although one of its credentials is wrong; `undefined`
   * after a session request with the right credentials
   */
  readonly misnamed?: RequestByHand;
  /** Finished acts and questions, newest first */
  readonly done: readonly DoneTurn[];
}

export const noHandState: HandState = { instead: [], done: [] };

/** Maximum number of requests in `instead` */
const mostShown = 50;

export function handStateAfter(state: HandState, happening: HandEvent): HandState {
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
    // Do not store breaches here: the Run view already lists them among the run's failures.
    case 'broken':
      return state;
    case 'done':
      return afterDone(state, happening);
  }
}

function afterSeen({ misnamed, ...others }: HandState, seen: RequestByHand): HandState {
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

function afterDone({ open, ...state }: HandState, done: Extract<HandEvent, { what: 'done' }>): HandState {
  if (open?.id !== done.id) return { ...state, ...(open && { open }) };
  const { sentence } = open.kind === 'act' ? open.act : open.question;
  const { id, how, message } = done;
  const turn = { id, kind: open.kind, sentence, how, ...(message !== undefined && { message }) };
  return { ...state, done: [turn, ...state.done] };
}
