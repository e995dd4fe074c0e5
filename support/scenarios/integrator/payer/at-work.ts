import type { Attempted } from '../../../mock/payer/delivery';
import type { Run } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import type { Awaited, Patience } from './patience';

/** What a run says that it waits for. */
export const waitedFor = 'what the client does next in its cycle';

export const isTaken = ({ status = 400 }: Attempted): boolean => status < 300;

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
    return last !== undefined && isTaken(last);
  }

  /** Waits within the time that the client may take; tells whether it came. What it refused until it was ready, it did not refuse. */
  async until(awaited: Awaited, limitMs?: number): Promise<boolean> {
    const {
      evidence: { leftOut, refusals },
      waits,
    } = this.#run;
    const [notes, refused] = [leftOut.length, new Set(refusals.keys())];
    const { changes } = this.#adapter.played.mock.cycles;
    const come = () => this.#patience.await(changes, awaited, limitMs);
    if (!(await waits.during({ what: waitedFor }, come))) return false;
    leftOut.splice(notes);
    for (const method of refusals.keys()) if (!refused.has(method)) refusals.delete(method);
    return true;
  }
}
