import type { AdapterChannel } from '../../adapter/channel';
import type { ClientEnd } from '../../exchange/exchange';
import type { RawExchange } from '../../exchange/raw-exchange';
import { CallbackReceiver } from '../../mock/payer/receiver';

/** The details of an exchange that decide whether the end of its client changed it. */
type Course = Pick<RawExchange, 'arrivedAt' | 'response' | 'failure'>;

/**
 * The life of one process of the client. It ends when the suite shuts the client down or closes its channel, or when its
 * program ends by itself. Later callbacks, and requests that break, are not judged.
 */
export class ClientLife {
  /** The receiver of the payer's callbacks to this process. It ends with this life. */
  readonly receiver = new CallbackReceiver();
  readonly #channel: Pick<AdapterChannel, 'ended' | 'isGone'>;
  #endedAt = Number.POSITIVE_INFINITY;

  constructor(channel: Pick<AdapterChannel, 'ended' | 'isGone'>) {
    this.#channel = channel;
  }

  get isOver(): boolean {
    return this.#endedAt < Number.POSITIVE_INFINITY;
  }

  /** Ends this life now, unless it has ended before. */
  end(): void {
    if (!this.isOver) this.#endedAt = Date.now();
    this.receiver.end();
  }

  /**
   * Returns the place of the client's end in a request of the client. A request that was answered is not affected by the
   * end: an adapter may end while the client behind it lives on, and the client may later use the token or the certificate
   * that it got.
   */
  endInRequest({ arrivedAt, failure }: Omit<Course, 'response'>): { clientEnd?: ClientEnd } {
    if (!this.isOver && this.#channel.ended) this.end();
    if (!this.isOver || failure === undefined) return {};
    return { clientEnd: arrivedAt > this.#endedAt ? 'before the request' : 'before the answer' };
  }

  /**
   * Returns the place of the client's end in a callback to the client. If the connection broke, first finds out whether
   * the client's program has ended: then the end broke the connection, and not the client.
   */
  async endInCallback({ arrivedAt, response, failure }: Course): Promise<{ clientEnd?: ClientEnd }> {
    const isBroken = failure?.kind === 'reset' || failure?.kind === 'unreachable';
    if (!this.isOver && isBroken && (await this.#isGone())) this.end();
    if (arrivedAt > this.#endedAt) return { clientEnd: 'before the request' };
    const isTaken = response !== undefined && response.status < 300;
    return this.isOver && !isTaken ? { clientEnd: 'before the answer' } : {};
  }

  async #isGone(): Promise<boolean> {
    return this.#channel.ended || ((await this.#channel.isGone?.()) ?? false);
  }
}
