import type { EventEmitter } from 'node:events';
import type { CallbackOutcome } from '../../../mock/payer/callbacks';
import type { Run } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import { waitFor } from '../../payer/flows';

/** A client that was waited for in vain is waited for so long the next time, in milliseconds. */
const leastMs = 1000;
/** Who needs this long has a queue: nothing else of a client takes so long. */
const noticeableMs = 100;
/** Longest and shortest time between two looks: the longer it takes, the rarer they are. */
const [oftenMs, rarelyMs] = [20, 1000];

/** What a client that answers first, and works afterwards, is to come to. */
interface Awaited {
  /** Its name: for each of them the whole time is given once. */
  readonly matter: string;
  /** Whether the wire shows it. */
  readonly shown?: () => boolean;
  /** Asks the client whether it has come to it. */
  readonly ask?: () => Promise<boolean>;
  /** Whether it may come yet; by default it may. */
  readonly mayCome?: () => boolean;
}

/**
 * How long a client is waited for that answers first and works afterwards: as long as a call may take, and not longer than
 * it needs. What once did not come in all that time will hardly come the next time.
 */
export class Patience {
  readonly #limitMs: number;
  readonly #inVain = new Set<string>();
  #longestMs = 0;

  private constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** That of a run: what was learnt in one journey holds in the next. */
  static of(run: Run): Promise<Patience> {
    return run.once('payer/patience', () => Promise.resolve(new Patience(run.target.limits.callMs)));
  }

  /** The time within which this client has come to everything so far; 0 for one that works before it answers. */
  get queueMs(): number {
    return this.#longestMs < noticeableMs ? 0 : 2 * this.#longestMs;
  }

  /** Waits for what is awaited; tells whether it came. What the wire shows may wake it at once. */
  async await(changes: EventEmitter, awaited: Awaited, limitMs = this.#limitOf(awaited)): Promise<boolean> {
    const { matter, shown = () => false, ask, mayCome = () => true } = awaited;
    const begun = Date.now();
    for (let look = 1; ; look += 1) {
      const isThere = shown() || (await ask?.()) === true;
      const tookMs = Date.now() - begun;
      if (isThere && look > 1) this.#longestMs = Math.max(this.#longestMs, tookMs);
      if (isThere || !mayCome()) return isThere;
      if (tookMs >= limitMs) break;
      const pauseMs = Math.min(Math.max(oftenMs, tookMs / 10), rarelyMs, limitMs - tookMs);
      await waitFor(changes, shown, pauseMs);
    }
    this.#inVain.add(matter);
    return false;
  }

  #limitOf({ matter }: Awaited): number {
    if (!this.#inVain.has(matter)) return this.#limitMs;
    return Math.min(this.#limitMs, Math.max(leastMs, this.queueMs));
  }
}

/** What a run says that it waits for. */
export const waitedFor = 'what the client does next in its cycle';

export const isCallbackAccepted = ({ status = 400 }: CallbackOutcome): boolean => status < 300;

/** A client that answers first and works afterwards, while the suite waits for what comes of it. */
export class AtWork {
  readonly #run: Run;
  readonly #adapter: AdapterSession;
  readonly #patience: Patience;

  constructor(run: Run, adapter: AdapterSession, patience: Patience) {
    this.#run = run;
    this.#adapter = adapter;
    this.#patience = patience;
  }

  get queueMs(): number {
    return this.#patience.queueMs;
  }

  /** A point in the recording. */
  get now(): number {
    return this.#run.evidence.recording.evidence.length;
  }

  /** Whether the client has sent anything to the payer since then, wherever it went. */
  hasSent(since: number): boolean {
    const payer: readonly (string | undefined)[] = ['provider', 'dummyPayer'];
    return this.#run.evidence.recording.evidence
      .slice(since)
      .some(
        (each) => each.kind === undefined && each.sender === 'integrator' && payer.includes(each.service),
      );
  }

  /** Waits for what the client was asked to send: it may have answered first. What a person does, the wire has told. */
  async sent(matter: string, since: number, isDone: () => boolean = () => false): Promise<void> {
    if (this.#adapter.byHand === undefined)
      await this.until({ matter, shown: () => isDone() || this.hasSent(since) });
  }

  /** Whether the client took the last callback of a cycle. */
  isTaken(correlationId: string): boolean {
    const { attempts } = this.#adapter.played.mock.cycles;
    const last = attempts.findLast((each) => each.correlationId === correlationId);
    return last !== undefined && isCallbackAccepted(last);
  }

  /** Waits within the time that the client may take; tells whether it came. What it refused until it was ready, it did not refuse. */
  async until(awaited: Awaited, limitMs?: number): Promise<boolean> {
    const {
      evidence: { missedCalls, refusals },
      waits,
    } = this.#run;
    const [notes, refused] = [missedCalls.length, new Set(refusals.keys())];
    const { changes } = this.#adapter.played.mock.cycles;
    const come = () => this.#patience.await(changes, awaited, limitMs);
    if (!(await waits.during({ what: waitedFor }, come))) return false;
    missedCalls.splice(notes);
    for (const method of refusals.keys()) if (!refused.has(method)) refusals.delete(method);
    return true;
  }
}
