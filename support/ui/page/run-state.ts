import type {
  ExchangeRow,
  Obstacle,
  PageRunEvent,
  RunBegan,
  RunEnded,
  RunPlanned,
  RunScenario,
} from '../api';

type Told<Type extends PageRunEvent['type']> = Extract<PageRunEvent, { type: Type }>;

/** The run as the server tells of it. */
export interface RunState {
  readonly began?: RunBegan;
  readonly plan?: RunPlanned;
  readonly standing: Told<'stands'>['standing'];
  readonly waits: Omit<Told<'waits'>, 'type'>;
  readonly obstacles: readonly Obstacle[];
  /** By number, in the order in which they began. */
  readonly scenarios: ReadonlyMap<number, RunScenario>;
  /** The newest, newest first. */
  readonly exchanges: readonly ExchangeRow[];
  /** How many there were. */
  readonly exchanged: number;
  readonly end?: RunEnded | Told<'failed'>;
}

export const noRun: RunState = {
  ...{ standing: 'ended', waits: {}, obstacles: [], scenarios: new Map(), exchanges: [], exchanged: 0 },
};

/** So many exchanges are listed. */
export const mostListed = 200;

/** What follows from an event of the run. */
export function afterRun(state: RunState, event: PageRunEvent): RunState {
  switch (event.type) {
    case 'began':
      return { ...state, began: event };
    case 'planned':
      return { ...state, plan: event };
    case 'stands':
      return { ...state, standing: event.standing };
    case 'scenario':
      return { ...state, scenarios: new Map(state.scenarios).set(event.number, event) };
    case 'exchange':
      return {
        ...state,
        exchanges: [event.row, ...state.exchanges].slice(0, mostListed),
        exchanged: state.exchanged + 1,
      };
    case 'waits':
      return { ...state, waits: event };
    case 'obstacles':
      return { ...state, obstacles: event.obstacles };
    case 'ended':
    case 'failed':
      return { ...state, end: event };
  }
}
