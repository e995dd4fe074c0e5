/** An answer of a generated day. A text is sent as it is, and an object as JSON. */
export interface Answer {
  readonly status: number;
  readonly body?: object | string;
}
