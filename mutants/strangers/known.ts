import type { Verdict } from '../../support/judging/verdict';

/** A fault of the suite that a right subject shows, and that is not fixed yet. */
export interface KnownFault {
  /** The fault of the subject that shows it. Undefined for right subjects. */
  readonly fault?: string;
  /** The words of the values that show it together. */
  readonly words: readonly string[];
  /** The obligations with a wrong verdict. */
  readonly ids: readonly string[];
  /** The wrong verdicts. */
  readonly verdicts: readonly Verdict[];
  readonly reason: string;
  /** The day on which it was found, as in `2026-12-01`. */
  readonly since: string;
}

/** The known faults. The list may only get shorter. */
export const knownFaults: readonly KnownFault[] = [
  {
    words: ['a token for all processes of a client'],
    ids: ['CRT-07'],
    verdicts: ['failed'],
    reason:
      'Processes that share one token, and keep a certificate each, look like one process that fetches it again. ' +
      'Nothing but integrator.processes or addresses shows how many there are. If the rule allows three further ' +
      'processes, recorded traffic no longer shows identity-certificate-for-each-value and two-processes-without-caches.',
    since: '2026-12-01',
  },
  {
    words: ['three processes for each client', 'two sessions at once'],
    ids: ['TOK-01'],
    verdicts: ['failed'],
    reason:
      'Each of two sessions that a process requests at the same time counts as held, so three unnamed processes hold ' +
      'six. The rule about certificates leaves out parallel fetches, and this rule does not leave out parallel sessions.',
    since: '2026-12-01',
  },
  ...['any order within a second', 'newest exchange first'].map((words): KnownFault => ({
    words: [words],
    ids: ['CRT-07', 'ENC-08', 'TOK-01'],
    verdicts: ['failed', 'warning', 'inconclusive'],
    reason:
      'the audit judges the exchanges of one file in the order of the file, and not in the order of time',
    since: '2026-12-01',
  })),
  {
    words: ['files that overlap'],
    ids: ['ENC-08', 'HDR-05'],
    verdicts: ['failed', 'warning'],
    reason: 'the audit takes an exchange that two exports contain for two requests',
    since: '2026-12-01',
  },
  ...['client id as stars', 'some answers without bodies', 'some requests without bodies'].map(
    (words): KnownFault => ({
      words: [words],
      ids: ['CRT-07', 'TOK-01'],
      verdicts: ['passed'],
      reason: 'without client ids, each token counts as a client, and each of these clients passes',
      since: '2026-12-01',
    }),
  ),
];
