import type { Clock } from './surroundings';
import type { KeptSession, SessionPolicy } from './session-policy';

/** Keeps the one session that all requests share (clause 5.1.4). */
export class SessionKeeper {
  #kept: KeptSession | undefined;
  #opening: Promise<KeptSession> | undefined;
  readonly #open: () => Promise<KeptSession>;
  readonly #policy: SessionPolicy;
  readonly #clock: Clock;

  constructor(open: () => Promise<KeptSession>, policy: SessionPolicy, clock: Clock) {
    this.#open = open;
    this.#policy = policy;
    this.#clock = clock;
  }

  /** The session to use now; callers who come at the same time wait for the same one. */
  async current(): Promise<KeptSession> {
    if (this.#kept && this.#policy.usable(this.#kept, this.#clock.now())) return this.#kept;
    return this.#opening ?? this.create();
  }

  /** A new session, whatever is kept. */
  create(): Promise<KeptSession> {
    const opening = this.#open()
      .then((session) => (this.#kept = session))
      .finally(() => {
        if (this.#opening === opening) this.#opening = undefined;
      });
    this.#opening = opening;
    return opening;
  }

  /** Gives up a session that was refused; one that has taken its place meanwhile stays. */
  discard(refused: KeptSession): void {
    if (this.#kept === refused) this.#kept = undefined;
  }
}
