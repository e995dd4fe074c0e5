/** The members of an introduction with the callback address of a provider, and its key. */
interface ProviderAddress {
  readonly callbackUrl?: string | undefined;
  readonly encryptionKey?: string | undefined;
}

/**
 * The party that receives the payer's callbacks: one process of a provider, from its start to its end. A cycle belongs
 * to the receiver that was current when the cycle was opened.
 */
export class CallbackReceiver {
  /** Base URL at which the provider receives callbacks. If `undefined`, no callbacks are sent. */
  url: string | undefined;
  /** The provider's public key (SPKI in PEM), for encrypting callbacks if the reading `envelope` is `jwe`. */
  encryptionKey: string | undefined;
  readonly #pending = new Set<Promise<void>>();
  readonly #end = new AbortController();
  #isFinishing = false;

  /** Aborts when the provider has ended. No callback is sent to it from then on. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** Whether {@link finish} is waiting. Failed attempts are then not retried. */
  get isFinishing(): boolean {
    return this.#isFinishing;
  }

  /** Sets the address and the key that the provider has named. */
  callBackAt({ callbackUrl, encryptionKey }: ProviderAddress): void {
    this.url = callbackUrl;
    this.encryptionKey = encryptionKey;
  }

  /** Registers callbacks that are about to be sent. The promise must not reject. */
  expect(sent: Promise<void>): void {
    this.#pending.add(sent);
    void sent.then(() => this.#pending.delete(sent));
  }

  /**
   * Waits until each pending callback has been answered or abandoned. Also waits for callbacks that begin during this
   * wait, but only for a limited number of rounds: a provider could start a new cycle after each callback.
   */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    for (let round = 0; round < mostRounds && this.#pending.size > 0; round += 1)
      await Promise.all(this.#pending);
    this.#isFinishing = false;
  }

  end(): void {
    this.#end.abort();
  }
}

const mostRounds = 10;
