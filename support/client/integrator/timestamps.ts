/** Writes an instant, in milliseconds since the epoch, as TIMESTAMP wants it. */
export type Timestamps = (now: number) => string;

/** `YYYY-MM-DDTHH:MM:SS.mmmZ` (clause 5.2). */
export const utcWithMilliseconds: Timestamps = (now) => new Date(now).toISOString();
