import type { RawAnswer, OutgoingRequest } from '../sender';
import type { Clock, Log } from './surroundings';
import type { Transport } from './transport';
import { ConnectionError } from './transport';
import type { Compose, RequestOutcome, RetryPolicy } from './retry';
import type { SessionKeeper, KeptSession, SessionPolicy } from './session-keeper';

interface CallerParts {
  readonly transport: Transport;
  readonly retry: RetryPolicy;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns the access token of the current session. Opens a session first if necessary. */
export type TokenSource = () => Promise<string>;

/** Sends requests, and retries them if the retry policy allows it. */
export class HttpCaller {
  readonly #parts: CallerParts;

  constructor(parts: CallerParts) {
    this.#parts = parts;
  }

  /**
   * Sends a request, with retries. Returns the answer to the last attempt, even if its status is an error.
   * Throws a ConnectionError if that attempt got no answer.
   */
  async send(operation: string, compose: Compose): Promise<RawAnswer> {
    const { retry, clock } = this.#parts;
    let request = await compose();
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await this.#attempt(operation, request);
      const delayMs = retry.delayMs(attempts, outcome);
      if (delayMs !== undefined) {
        await clock.wait(delayMs);
        request = await retry.again(compose, request);
      } else if ('answer' in outcome) return outcome.answer;
      else throw outcome.failure;
    }
  }

  async #attempt(operation: string, request: OutgoingRequest): Promise<RequestOutcome> {
    const { transport, log } = this.#parts;
    try {
      const answer = await transport.send(request);
      log(operation, String(answer.status));
      return { answer };
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      log(operation, `${error.kind} ${error.code}`);
      return { failure: error };
    }
  }
}

/**
 * Sends requests with the session's access token. If a service rejects the token, opens a new session and
 * sends the request again, once.
 */
export class AuthorisedCaller {
  readonly #caller: HttpCaller;
  readonly #sessions: SessionKeeper;
  readonly #policy: SessionPolicy;

  constructor(caller: HttpCaller, sessions: SessionKeeper, policy: SessionPolicy) {
    this.#caller = caller;
    this.#sessions = sessions;
    this.#policy = policy;
  }

  /** @param isAboutValue returns whether an answer rejects a value of the request, and not the token */
  async send(
    operation: string,
    compose: (token: TokenSource) => Promise<OutgoingRequest>,
    isAboutValue: (answer: RawAnswer) => boolean = () => false,
  ): Promise<RawAnswer> {
    const used: KeptSession[] = [];
    const token = async () => {
      const session = await this.#sessions.current();
      used.push(session);
      return session.accessToken;
    };
    const answer = await this.#caller.send(operation, () => compose(token));
    const refused = used.at(-1);
    if (refused === undefined || isAboutValue(answer) || !this.#policy.refused(answer)) return answer;
    this.#sessions.discard(refused);
    return this.#caller.send(operation, () => compose(token));
  }
}
