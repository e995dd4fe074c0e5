import type { OpenTarget, WrittenText } from '../api';

/** Time without typing after which the page sends the text to the server, in milliseconds */
const restMs = 300;

/** Sends the text of the target file to the server. Throws if the server refuses the text. */
type Put = (written: WrittenText) => Promise<OpenTarget>;

/**
 * The text of the target file while the user types. Sends changes to the server after a short pause in
 * typing. Text from the server never replaces changes that the page has not sent yet.
 */
export class TypedDraft {
  text = '';
  /** The server's error if it refused the text that was sent last */
  trouble: unknown;
  readonly #put: Put;
  readonly #draw: () => void;
  /** The latest text that the page and the server had in common */
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

  /** Sends unsent changes. Resolves when the server has the text, or when `trouble` is set. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    return (this.#queue = this.#queue.then(() => this.#send()));
  }

  async #send(): Promise<void> {
    if (!this.isTyped) return;
    const sent = (this.#sent = this.text);
    // Whether the user discarded the sent text during the request, for example by opening another file
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
    // During the request, the server may have sent text from another page. Apply it now.
    if (this.#latest !== undefined) this.take(this.#latest);
    this.#draw();
  }
}

/** Returns the text as a text area would: text areas convert CRLF to LF. */
const shownText = ({ text = '' }: OpenTarget): string => text.replaceAll('\r\n', '\n');
