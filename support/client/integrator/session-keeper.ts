import { UnreadableAnswerError } from './transport';
import { parseJsonMembers } from './own-answers';
import type { Clock } from './surroundings';
import type { RawAnswer } from '../sender';

/** The values of a session response that the client stores (clause 2.2). */
export interface KeptSession {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  /**
   * Time at which the session was requested, in milliseconds since the epoch. The session's lifetime is
   * counted from this time, because it cannot have begun earlier.
   */
  readonly askedAt: number;
}

export type SessionReader = (answer: RawAnswer, askedAt: number) => KeptSession;

export const readSession: SessionReader = (answer, askedAt) => {
  const { accessToken, expiresIn } = parseJsonMembers(answer.body);
  const expiresInSeconds = Number(expiresIn);
  if (typeof accessToken !== 'string' || !(expiresInSeconds > 0))
    throw new UnreadableAnswerError('the session answer has no accessToken with an expiresIn');
  return { accessToken, expiresInSeconds, askedAt };
};

export interface SessionPolicy {
  /** Returns whether a request may still use this session. `now` is in milliseconds since the epoch. */
  usable(session: KeptSession, now: number): boolean;
  /**
   * Returns whether the answer means that the session has ended, so that the client should open a new one.
   */
  refused(answer: RawAnswer): boolean;
}

const longestMarginMs = 30_000;

/**
 * Uses a token until shortly before it expires (clause 5.1.4). The safety margin is a fifth of its lifetime,
 * but at most 30 seconds.
 */
export const untilNearExpiry: SessionPolicy = {
  usable({ askedAt, expiresInSeconds }, now) {
    const lifeMs = expiresInSeconds * 1000;
    return now - askedAt < lifeMs - Math.min(longestMarginMs, lifeMs / 5);
  },
  refused: ({ status }) => status === 401,
};

/** Manages the one session that all requests share (clause 5.1.4). */
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

  /**
   * Returns the current session, or opens one if there is none or it is about to expire. Concurrent callers
   * share one request.
   */
  async current(): Promise<KeptSession> {
    if (this.#kept && this.#policy.usable(this.#kept, this.#clock.now())) return this.#kept;
    return this.#opening ?? this.create();
  }

  /** Opens a new session even if the current one is still usable. */
  create(): Promise<KeptSession> {
    const opening = this.#open()
      .then((session) => (this.#kept = session))
      .finally(() => {
        if (this.#opening === opening) this.#opening = undefined;
      });
    this.#opening = opening;
    return opening;
  }

  /** Drops a session that a service refused, unless a newer one has already replaced it. */
  discard(refused: KeptSession): void {
    if (this.#kept === refused) this.#kept = undefined;
  }
}
