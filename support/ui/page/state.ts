import type { LiveUpdate } from '../../traffic/proxy/live-update-batcher';
import type { DoctorState, FileState, OpenTarget, ProxyState, UiEvent } from '../api';
import type { HandState } from './hand-state';
import { handStateAfter, noHandState } from './hand-state';
import type { RunState } from './run-state';
import { runStateAfter, noRunState } from './run-state';

/**
 * State of the connection to the server. `parked`: the server closed the connection because too many pages
 * are open; the page reconnects when the user returns to it. `refused`: the server does not accept this page,
 * usually after a restart.
 */
export type PageConnection = 'opening' | 'open' | 'lost' | 'parked' | 'refused';

/** State of the page, except for the text that the user is typing, which `TypedDraft` holds */
export interface State {
  readonly connection: PageConnection;
  readonly target?: OpenTarget;
  readonly doctor?: DoctorState;
  readonly proxy?: ProxyState;
  readonly live?: LiveUpdate;
  readonly file?: FileState;
  readonly run: RunState;
  readonly hand: HandState;
}

export type PageEvent =
  | UiEvent
  /** The server is about to send all current events again. The page discards its previous state. */
  | { readonly type: 'all' }
  | { readonly type: 'connection'; readonly connection: PageConnection };

export const initialPageState: State = { connection: 'opening', run: noRunState, hand: noHandState };

export function pageStateAfter(state: State, event: PageEvent): State {
  switch (event.type) {
    case 'all':
      return { ...initialPageState, connection: state.connection };
    case 'begun':
      if (event.area === 'run') return { ...state, run: noRunState };
      return event.area === 'hand' ? { ...state, hand: noHandState } : state;
    case 'connection':
      return { ...state, connection: event.connection };
    case 'target':
      return { ...state, target: event.target };
    case 'doctor':
      return { ...state, doctor: event };
    case 'proxy':
      return { ...state, proxy: event.proxy };
    case 'live':
      return { ...state, live: event.live };
    case 'file':
      return { ...state, file: event.file };
    case 'run':
      return { ...state, run: runStateAfter(state.run, event.event) };
    case 'hand':
      return { ...state, hand: handStateAfter(state.hand, event.happening) };
    default:
      return state;
  }
}
