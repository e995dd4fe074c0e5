import type { OpenTarget, WrittenText } from '../api';

/** Pause in typing after which the text is sent to the server, in milliseconds */
const restMs = 300;

/** Sends a text to the server. Throws if the server refuses it. */
type Put = (written: WrittenText) => Promise<OpenTarget>;

/**
 * The target's text while the user types. The server receives each change shortly afterwards. Its own text
 * never replaces unsent changes.
 */
export class TypedDraft {
  text = '';
  /** The error if the server refused the last text */
  trouble: unknown;
  readonly #put: Put;
  readonly #draw: () => void;
  /** The server's text, as this page last sent or received it */
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

  /** Whether the text has changes that the server does not have yet */
  get isTyped(): boolean {
    return this.text !== this.#known;
  }

  /**
   * Receives the target from the server. If another page has changed the text, shows that text only if this
   * page has no unsent changes. Otherwise the server will refuse the unsent text, and the user decides.
   */
  take(target: OpenTarget): void {
    this.#latest = target;
    const text = shownText(target);
    if (target.revision <= this.#revision) return;
    const isOurs = text === this.#known || text === this.#sent;
    if (!isOurs && this.isTyped) return;
    if (!isOurs) this.text = text;
    [this.#known, this.#revision] = [text, target.revision];
  }

  /** Shows the server's text and discards unsent changes. */
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

  /** Resolves when the server has the text, or when `trouble` is set. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    return (this.#queue = this.#queue.then(() => this.#send()));
  }

  async #send(): Promise<void> {
    if (!this.isTyped) return;
    const sent = (this.#sent = this.text);
    // Another text was opened during the request.
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
    // Another page may have sent a text during the request.
    if (this.#latest !== undefined) this.take(this.#latest);
    this.#draw();
  }
}

/** Text areas convert CRLF to LF. */
const shownText = ({ text = '' }: OpenTarget): string => text.replaceAll('\r\n', '\n');
