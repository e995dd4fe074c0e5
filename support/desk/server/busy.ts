/** What was asked for does not go together with what is going on. */
export class Busy extends Error {
  override readonly name = 'Busy';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
