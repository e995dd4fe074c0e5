import type { Area, DeskEvent, EventBatch, KeptEvents } from '../wire/events';
import type { News, Standing } from './follow-events';

/** So many events are taken in one task. */
const mostInTask = 500;
/** When what was told before is asked for again, in milliseconds. */
const againMs = 1000;

/** What a tab does with what it hears. */
export interface Ear {
  /** Asks for what was told before. */
  readonly kept: () => Promise<KeptEvents>;
  readonly take: (events: readonly DeskEvent[]) => void;
  readonly stand: (standing: Standing) => void;
}

const areas: Readonly<Record<Area, true>> = { hand: true, run: true, setup: true, traffic: true };
const nothing = (Object.keys(areas) as Area[]).map((area) => ({ type: 'desk.begun', area }) as const);

/** Puts what was told before a tab opened before what comes, and takes nothing twice. */
export function hearing({ kept, take, stand }: Ear): (news: News) => void {
  let state: 'asking' | 'deaf' | 'whole' = 'deaf';
  let isOpen = false;
  /** Of several askings the last counts. */
  let round = 0;
  let upTo = 0;
  let waiting: EventBatch[] = [];
  const takeNew = ({ numbers, events }: EventBatch): void => {
    const first = numbers.findIndex((number) => number > upTo);
    if (first < 0) return;
    upTo = numbers.at(-1) ?? upTo;
    take(events.slice(first));
  };
  const takeKept = async (own: number, found: KeptEvents): Promise<void> => {
    take(nothing);
    for (let at = 0; at < found.events.length; at += mostInTask) {
      take(found.events.slice(at, at + mostInTask));
      await nextTask();
      if (own !== round) return;
    }
    upTo = found.upTo;
    for (const batch of waiting.splice(0)) takeNew(batch);
    state = 'whole';
  };
  const begin = async (): Promise<void> => {
    const own = (round += 1);
    [state, waiting] = ['asking', []];
    try {
      const found = await kept();
      if (own === round) await takeKept(own, found);
    } catch {
      // Where the stream is broken too, it says so, and when it goes on.
      if (own === round) state = 'deaf';
      await new Promise((resolve) => setTimeout(resolve, againMs));
      if (own === round && isOpen) void begin();
    }
  };
  return (news) => {
    if (news.kind === 'batch') {
      if (state === 'whole') takeNew(news.batch);
      else if (state === 'asking') waiting.push(news.batch);
      return;
    }
    if (news.kind !== 'anew') {
      isOpen = news.kind === 'open';
      stand(news.kind);
    }
    if (news.kind === 'anew' || (isOpen && state === 'deaf')) void begin();
  };
}

/** Browsers hold back the timers of tabs that lie behind others, and no messages. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
