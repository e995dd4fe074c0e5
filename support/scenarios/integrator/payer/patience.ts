import type { EventEmitter } from 'node:events';
import type { CallbackOutcome } from '../../../mock/payer/callbacks';
import type { Run } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import { waitFor } from '../../payer/flows';

/** Lower bound, in milliseconds, of the shortened time limit for work that an earlier wait did not see done. */
const leastMs = 1000;
/**
 * A client that needs at least this long, in milliseconds, is assumed to have a queue. Nothing else delays a client so
 * much.
 */
const noticeableMs = 100;
/** Shortest and longest pause between two checks, in milliseconds. The pauses grow with the duration of the wait. */
const [oftenMs, rarelyMs] = [20, 1000];

/** Work that a client does after its answer, if it answers first and works afterwards. */
interface Awaited {
  /** Name of the work. After a wait for a name has failed, later waits for the same name are shorter. */
  readonly matter: string;
  /** Whether recorded traffic proves that the work is done. */
  readonly shown?: () => boolean;
  /** Asks the client whether the work is done. */
  readonly ask?: () => Promise<boolean>;
  /** Whether the work may still be done; by default, it may. If not, the wait ends. */
  readonly mayCome?: () => boolean;
}

/**
 * Limits the waits for a client that answers first and works afterwards. A first wait lasts at most as long as a call
 * may last. After a wait has failed, later waits for the same work are shorter, because they will probably fail too.
 */
export class Patience {
  readonly #limitMs: number;
  readonly #inVain = new Set<string>();
  #longestMs = 0;

  private constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Returns the run's only instance, so that experience from one journey applies to the next journey. */
  static of(run: Run): Promise<Patience> {
    return run.once('payer/patience', () => Promise.resolve(new Patience(run.target.limits.callMs)));
  }

  /** Twice the longest successful wait so far, in milliseconds; 0 for a client that works before it answers. */
  get queueMs(): number {
    return this.#longestMs < noticeableMs ? 0 : 2 * this.#longestMs;
  }

  /** Waits until the work is done, and returns whether it was. A `change` event triggers a check of `shown` at once. */
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

/** Description of these waits for people who watch the run. */
export const waitedFor = 'what the client does next in its cycle';

export const isCallbackAccepted = ({ status = 400 }: CallbackOutcome): boolean => status < 300;

/** Waits for the work of a client that answers first and works afterwards, and records the waits in the run. */
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

  /** The current position in the recording, as the number of entries. */
  get now(): number {
    return this.#run.evidence.recording.evidence.length;
  }

  /** Whether the client has sent anything to the payer since this position in the recording, to any path. */
  hasSent(since: number): boolean {
    const payer: readonly (string | undefined)[] = ['provider', 'dummyPayer'];
    return this.#run.evidence.recording.evidence
      .slice(since)
      .some(
        (each) => each.kind === undefined && each.sender === 'integrator' && payer.includes(each.service),
      );
  }

  /**
   * Waits until the client has sent the request that the suite asked for, because the client may answer first. Returns
   * at once for a person, because a person's act ends only after its request has arrived.
   */
  async sent(matter: string, since: number, isDone: () => boolean = () => false): Promise<void> {
    if (this.#adapter.byHand === undefined)
      await this.until({ matter, shown: () => isDone() || this.hasSent(since) });
  }

  /** Whether the client accepted the last callback of a cycle. */
  isTaken(correlationId: string): boolean {
    const { attempts } = this.#adapter.played.mock.cycles;
    const last = attempts.findLast((each) => each.correlationId === correlationId);
    return last !== undefined && isCallbackAccepted(last);
  }

  /**
   * Waits until the work is done or the time limit ends, and returns whether the work was done. If so, deletes the
   * missed calls and refusals noted during the wait, because the client was merely not ready yet.
   */
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
