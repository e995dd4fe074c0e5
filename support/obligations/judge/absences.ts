/** The verdict that a conclusion from absence leads to, if nothing else was observed. */
export type AbsenceVerdict = 'failed' | 'warning' | 'passed' | 'observed' | 'inconclusive' | 'not-tested';

/** The verdicts that a judge reaches because the evidence does not contain something. */
export interface Absence {
  /** In a run: the suite plays the services or the client, so it receives everything that happens. */
  readonly run: AbsenceVerdict;
  /**
   * At the mock, which receives every request since it started, but does not know why the client sends it.
   * Default: the verdict in a run. `not judged` if the mock never shows it.
   */
  readonly mock?: AbsenceVerdict | 'not judged';
  /**
   * In a HAR file, a log or at the proxy, which may lack requests from an earlier or later time, or to another address.
   * `not judged` if recorded traffic never shows the obligation.
   */
  readonly traffic: AbsenceVerdict | 'not judged';
  /**
   * The sign that recorded traffic, or the recording of the mock, is complete, such as `the cycle begins in the recording`.
   * The verdict is then the one in a run. `undefined` if nothing in a recording shows this.
   */
  readonly complete?: string;
}

/**
 * The conclusions that a judge draws from absence. Each key names the missing thing, such as `the submission that a
 * trigger names`. A text instead of a map is the reason why the judge draws no such conclusion. A part that one message
 * lacks, such as a header, is not an absence: the message shows that it is missing.
 */
export type Absences = Readonly<Record<string, Absence>> | string;

/** The reason of judges that compare each message only with the document. */
export const judgesEachMessage = 'each message is judged on its own';

/** The reason of obligations that the suite does not judge, because the target declares them. */
export const isDeclared = 'the target declares it, and no judge looks for it';
