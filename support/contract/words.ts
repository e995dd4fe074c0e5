/** Whose behaviour an obligation is about. */
export type Subject = 'integrator' | 'service';

/** `must` fails certification when broken, `should` warns, `observe` is noted and never judged. */
export type Level = 'must' | 'should' | 'observe';

/**
 * How an obligation can be seen: from recorded traffic alone, after a stimulus, in what the integrator's own code
 * returns, or not at all from outside.
 */
export type Seen = 'passive' | 'active' | 'adapter' | 'declared';

/** The parts that a subject plays; the target says which. */
export const roleNames = [
  'session',
  'gateway',
  'registry',
  'identity',
  'hip',
  'hiu',
  'trigger',
  'provider',
  'payer',
] as const;

export type Role = (typeof roleNames)[number];
