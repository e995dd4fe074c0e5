/** A row of calls to one process of the client. */
export interface JourneyPlan {
  /** As in `main`; progress is kept under it. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** How many calls it makes at most that a person can be asked for. */
  readonly calls: number;
  /** Whether it can be taken up in its middle: not so where the state of a client matters. */
  readonly piecewise: boolean;
  /** Of a journey that is not: a call that is skipped leaves only what hangs on it. */
  readonly goesOn?: true;
  /** The payer calls back in it. */
  readonly takesCallbacks?: true;
}
