import type { OpenTarget, WrittenText } from '../api';

/** How long nothing is typed before the server has it, in milliseconds. */
const restMs = 300;

/** Hands a text to the server. Throws where it is not taken. */
type Put = (written: WrittenText) => Promise<OpenTarget>;

/** The text of the target as it is typed. The server has it soon after; its own text never comes back into what is typed on. */
export class TypedDraft {
  text = '';
  /** Why the server did not take it. */
  trouble: unknown;
  readonly #put: Put;
  readonly #draw: () => void;
  /** What the server has, or had when it was last heard. */
  #known = '';
  #revision = 0;
  #sent: string | undefined;
  #latest: OpenTarget | undefined;
  #queue = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(put: Put, draw: () => void) {
    this.#put = put;
    this.#draw = draw;
  }

  /** Whether there is something that the server does not have. */
  get isTyped(): boolean {
    return this.text !== this.#known;
  }

  /** What the server told. A text of another page comes only where nothing is typed: else who typed decides. */
  take(target: OpenTarget): void {
    this.#latest = target;
    const text = shownText(target);
    if (target.revision <= this.#revision) return;
    const isOurs = text === this.#known || text === this.#sent;
    if (!isOurs && this.isTyped) return;
    if (!isOurs) this.text = text;
    [this.#known, this.#revision] = [text, target.revision];
  }

  /** Shows what the server has, and loses what was typed. */
  reset(target = this.#latest): void {
    clearTimeout(this.#timer);
    [this.trouble, this.#sent] = [undefined, undefined];
    if (target === undefined) return;
    this.#latest = target;
    [this.text, this.#known, this.#revision] = [shownText(target), shownText(target), target.revision];
    this.#draw();
  }

  type(text: string): void {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), restMs);
    this.#draw();
  }

  /** Once the server has what is typed, or `trouble` says why not. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    return (this.#queue = this.#queue.then(() => this.#send()));
  }

  async #send(): Promise<void> {
    if (!this.isTyped) return;
    const sent = (this.#sent = this.text);
    // Another text was opened meanwhile.
    const isLate = (): boolean => this.#sent !== sent;
    try {
      const { revision } = await this.#put({ text: sent, revision: this.#revision });
      if (isLate()) return;
      [this.#known, this.#revision, this.trouble] = [sent, revision, undefined];
    } catch (error) {
      if (isLate()) return;
      this.trouble = error;
    }
    this.#sent = undefined;
    // What came meanwhile, from another page.
    if (this.#latest !== undefined) this.take(this.#latest);
    this.#draw();
  }
}

/** As a text area has it. */
const shownText = ({ text = '' }: OpenTarget): string => text.replaceAll('\r\n', '\n');
