/** The kinds of reasons why an obligation or a facet got no judgement. Code decides by the kind, never by words. */
export const reasonKinds = [
  /** The run left it out: `--only`, `--profile nightly`, `limits`, the environment, a reading, plain http. */
  'left-out',
  /** The run did not contain the act that would show it. */
  'not-exercised',
  /** The integrator's adapter does not offer the method, or the person left out the step. */
  'not-offered',
  /** The target file contains no declaration of it. */
  'not-declared',
  /** The target file lacks a setting, such as an OTP or a reading without a default. */
  'not-configured',
  /** This kind of run cannot show it, or the sent data does not state it. */
  'cannot-be-seen',
  /** A failure of the subject, an obstacle or a fault of the suite prevented it. */
  'prevented',
  /** The recording does not contain the values that the judge needs. */
  'not-kept',
  /** Equal requests sometimes succeeded and sometimes failed. */
  'irregular',
  /** The time budget was spent, or the run was stopped. */
  'interrupted',
] as const;

export type ReasonKind = (typeof reasonKinds)[number];

/** The topics of reasons that code looks for. Few reasons have a topic. */
export const reasonTopics = [
  /** The client triggers the payer by itself, so the run lacks cycles with another end. */
  'self-trigger',
  /** The client answered `session.create` with an error. Without a session, nothing else is done. */
  'session-error',
] as const;

export type ReasonTopic = (typeof reasonTopics)[number];
