/**
 * Names of rounds (see `RequestPurpose`) that a scenario opens and a judge or a step looks for. Recordings
 * contain these names: with a new name, old recordings would not be judged.
 */
export const rounds = {
  /** Callbacks that may come at any time, such as one repeated or late. */
  oddCallbacks: 'callback/odd',
  /** The final answer of a cycle of data, after which the round `oddCallbacks` follows. */
  answeredFirst: 'callback/answered',
  /** Callbacks signed with a new key of the gateway. */
  rotatedKey: 'callback/rotated',
  /** Session requests with unusual bodies. */
  sessionBodies: 'session-body',
  /** Calls with an unusual REQUEST-ID or TIMESTAMP. */
  unusualHeaders: 'v3-headers',
  /** Triggers of the dummy payer that it cannot act on. */
  oddTriggers: 'odd-triggers',
} as const;

/** The callbacks of the round `oddCallbacks` that the suite sends only under the reading `callback-body: typed`. */
export const typedVariants = {
  refused: 'a refusal in the clear (ProtocolResponse)',
  undelivered: 'an error report on /v1/error',
} as const;

/** The round of each kind of callback that the suite forges: the forgeries, and their valid twin. */
export const forgedRounds = {
  decision: 'callback/forged',
  answer: 'callback/forged-answer',
  query: 'callback/forged-query',
  prompt: 'callback/forged-prompt',
} as const;

/** The kind of callback that a round forges; `undefined` for any other round. */
export function kindForged(round: string | undefined): keyof typeof forgedRounds | undefined {
  const kinds = ['decision', 'answer', 'query', 'prompt'] as const;
  return kinds.find((kind) => forgedRounds[kind] === round);
}
