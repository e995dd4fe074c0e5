/** The words that describe the position of the document on one reading. */
interface Position {
  /** The question that the document leaves open; `undefined` for a departure. */
  readonly silent?: string | undefined;
  /** The words that a service may depart from; `undefined` for an open question. */
  readonly departsFrom?: string | undefined;
}

/** Returns the position of the document without its subject, such as `is silent on the least version of TLS`. */
export function statementOn({ silent, departsFrom }: Position): string {
  return departsFrom === undefined
    ? `is silent on ${silent ?? 'this'}`
    : `states ${departsFrom}; another value is a departure`;
}
