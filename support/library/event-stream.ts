/** Events in the order in which they came, to be read once: what comes before it is read is kept. */
export class EventStream<Event> implements AsyncIterable<Event> {
  readonly #kept: Event[] = [];
  #isEnded = false;
  #wake = Promise.withResolvers<undefined>();

  tell(event: Event): void {
    this.#kept.push(event);
    this.#wake.resolve(undefined);
  }

  end(): void {
    this.#isEnded = true;
    this.#wake.resolve(undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    for (;;) {
      for (let event = this.#kept.shift(); event !== undefined; event = this.#kept.shift()) yield event;
      if (this.#isEnded) return;
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
    }
  }
}
