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
export class Hearing {
  readonly #ear: Ear;
  #state: 'asking' | 'deaf' | 'whole' = 'deaf';
  #isOpen = false;
  /** Of several askings the last counts. */
  #round = 0;
  #upTo = 0;
  #waiting: EventBatch[] = [];

  constructor(ear: Ear) {
    this.#ear = ear;
  }

  hear(news: News): void {
    if (news.kind === 'batch') {
      if (this.#state === 'whole') this.#take(news.batch);
      else if (this.#state === 'asking') this.#waiting.push(news.batch);
      return;
    }
    if (news.kind !== 'reset') {
      this.#isOpen = news.kind === 'open';
      this.#ear.stand(news.kind);
    }
    if (news.kind === 'reset' || (this.#isOpen && this.#state === 'deaf')) void this.#ask();
  }

  async #ask(): Promise<void> {
    const round = (this.#round += 1);
    [this.#state, this.#waiting] = ['asking', []];
    try {
      const kept = await this.#ear.kept();
      if (round === this.#round) await this.#takeKept(round, kept);
    } catch {
      // Where the stream is broken too, it says so, and when it goes on.
      if (round === this.#round) this.#state = 'deaf';
      await new Promise((resolve) => setTimeout(resolve, againMs));
      if (round === this.#round && this.#isOpen) void this.#ask();
    }
  }

  async #takeKept(round: number, { events, upTo }: KeptEvents): Promise<void> {
    this.#ear.take(nothing);
    for (let at = 0; at < events.length; at += mostInTask) {
      this.#ear.take(events.slice(at, at + mostInTask));
      await nextTask();
      if (round !== this.#round) return;
    }
    this.#upTo = upTo;
    for (const batch of this.#waiting.splice(0)) this.#take(batch);
    this.#state = 'whole';
  }

  #take({ numbers, events }: EventBatch): void {
    const first = numbers.findIndex((number) => number > this.#upTo);
    if (first < 0) return;
    this.#upTo = numbers.at(-1) ?? this.#upTo;
    this.#ear.take(events.slice(first));
  }
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
