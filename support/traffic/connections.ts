import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ownAnswer } from './own-answer';

/** How long a client that is refused may take to ask, in milliseconds. */
const refusedMs = 5000;

/** What clients of a proxy hold open, over all its listeners. */
export class Connections {
  readonly #most: number;
  readonly #refused = new WeakSet<Socket>();
  #open = 0;
  /** How many were refused so far. */
  refused = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Those beyond the bound are let in to be told so; beyond this many, without a word. */
  get acceptedAtMost(): number {
    return 2 * this.#most;
  }

  take(socket: Socket): void {
    if (this.#open >= this.#most) {
      this.refused += 1;
      this.#refused.add(socket);
      setTimeout(() => socket.destroy(), refusedMs).unref();
      return;
    }
    this.#open += 1;
    socket.once('close', () => (this.#open -= 1));
  }

  /** Answers 503 on a connection beyond the bound; tells whether it did. */
  refuse({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#refused.has(socket)) return false;
    response.writeHead(503, { ...ownAnswer, connection: 'close' });
    response.end(`more than ${this.#most} connections to the proxy are open: see --max-connections\n`);
    return true;
  }
}
