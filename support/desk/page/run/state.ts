import { batch, computed, signal } from '@preact/signals';
import type {
  RunBegun,
  RunEvent,
  RunExchange,
  RunFailed,
  RunFinished,
  RunObstacle,
  RunPlanned,
  RunScenario,
  RunStanding,
  RunWaits,
} from '../../wire/run';
import type { DeskEvent } from '../../wire/events';
import { onEvents } from '../stream';

/** The run as the server tells of it: all of it is there again after a reload, and in every tab. */
export const begun = signal<RunBegun | undefined>(undefined);
export const plan = signal<RunPlanned | undefined>(undefined);
export const standing = signal<RunStanding>('ended');
export const waits = signal<RunWaits>({ type: 'run.waits' });
export const obstacles = signal<readonly RunObstacle[]>([]);
export const end = signal<RunFailed | RunFinished | undefined>(undefined);
/** By number. */
export const scenarios = signal<ReadonlyMap<number, RunScenario>>(new Map());
export const exchanges = signal<readonly RunExchange[]>([]);

/** Whether a run goes on. */
export const isGoing = computed(() => begun.value !== undefined && standing.value !== 'ended');

/** What the run has come to, where it has a report. */
export const finished = computed(() => (end.value?.type === 'run.finished' ? end.value : undefined));

/** The scenario that runs. */
export const current = computed(() => {
  const last = [...scenarios.value.values()].at(-1);
  return last?.verdict === undefined ? last : undefined;
});

/** How many scenarios were run to their end. */
export const done = computed(
  () =>
    [...scenarios.value.values()].filter(({ verdict, left }) => verdict !== undefined && left !== true)
      .length,
);

function forget(): void {
  begun.value = undefined;
  plan.value = undefined;
  standing.value = 'ended';
  waits.value = { type: 'run.waits' };
  obstacles.value = [];
  end.value = undefined;
  scenarios.value = new Map();
  exchanges.value = [];
}

onEvents((events) => {
  batch(() => {
    // What a batch holds of these is put in at once: each is a list that grows.
    let news = gathered();
    for (const event of events) {
      if (event.type === 'desk.begun' && event.area === 'run') {
        forget();
        news = gathered();
      } else if (isOfRun(event)) take(event, news);
    }
    if (news.exchanges.length > 0) exchanges.value = [...exchanges.value, ...news.exchanges];
    if (news.scenarios.length > 0) scenarios.value = inOrder(scenarios.value, news.scenarios);
  });
});

interface Gathered {
  readonly exchanges: RunExchange[];
  readonly scenarios: RunScenario[];
}

const gathered = (): Gathered => ({ exchanges: [], scenarios: [] });

const isOfRun = (event: DeskEvent): event is RunEvent => event.type.startsWith('run.');

function take(event: RunEvent, news: Gathered): void {
  switch (event.type) {
    case 'run.exchange':
      return void news.exchanges.push(event);
    case 'run.scenario':
      return void news.scenarios.push(event);
    case 'run.begun':
      begun.value = event;
      return;
    case 'run.planned':
      plan.value = event;
      return;
    case 'run.stands':
      standing.value = event.standing;
      return;
    case 'run.waits':
      waits.value = event;
      return;
    case 'run.obstacles':
      obstacles.value = event.obstacles;
      return;
    default:
      end.value = event;
  }
}

/** By number, whatever the order in which they were told. */
function inOrder(
  before: ReadonlyMap<number, RunScenario>,
  news: readonly RunScenario[],
): ReadonlyMap<number, RunScenario> {
  const all = new Map(before);
  for (const each of news) all.set(each.number, each);
  const numbers = [...all.keys()];
  const isSorted = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
  return isSorted ? all : new Map([...all].sort(([one], [other]) => one - other));
}
