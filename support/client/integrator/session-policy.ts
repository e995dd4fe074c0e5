import type { RawAnswer } from '../sender';
import { membersOf } from './own-answers';
import { UnreadableAnswerError } from './failures';

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
  const { accessToken, expiresIn } = membersOf(answer.body);
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
