import { UnreadableAnswerError } from './transport';
import { membersOfBody } from './own-answers';
import type { Clock } from './surroundings';
import type { RawAnswer } from '../sender';

/** What is kept of a session answer (clause 2.2). */
export interface KeptSession {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  /** When it was asked for, in milliseconds since the epoch: its lifetime cannot have begun earlier. */
  readonly askedAt: number;
}

/** Reads the session out of a 200. */
export type SessionReader = (answer: RawAnswer, askedAt: number) => KeptSession;

export const readSession: SessionReader = (answer, askedAt) => {
  const { accessToken, expiresIn } = membersOfBody(answer.body);
  const expiresInSeconds = Number(expiresIn);
  if (typeof accessToken !== 'string' || !(expiresInSeconds > 0))
    throw new UnreadableAnswerError('the session answer has no accessToken with an expiresIn');
  return { accessToken, expiresInSeconds, askedAt };
};

export interface SessionPolicy {
  /** Whether a request may still go out with this session. */
  usable(session: KeptSession, now: number): boolean;
  /** Whether the answer means that the session is over, so that a new one is worth a try. */
  refused(answer: RawAnswer): boolean;
}

const longestMarginMs = 30_000;

/** A token serves until near its expiry (clause 5.1.4): up to the last fifth of its life, at most 30 seconds. */
export const untilNearExpiry: SessionPolicy = {
  usable({ askedAt, expiresInSeconds }, now) {
    const lifeMs = expiresInSeconds * 1000;
    return now - askedAt < lifeMs - Math.min(longestMarginMs, lifeMs / 5);
  },
  refused: ({ status }) => status === 401,
};

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
