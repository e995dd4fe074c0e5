// A small client of the gateway: what stands here in your project is your own.
import { randomUUID } from 'node:crypto';

export class GatewayClient {
  #settings;
  #session;

  /** @param settings where the gateway is, and by which credentials it is asked */
  constructor(settings) {
    this.#settings = settings;
  }

  /** A token that lives long enough to be used; a new session where the one at hand is about to end. */
  async token() {
    if (this.#session === undefined || this.#session.renewAt <= Date.now()) await this.createSession();
    return this.#session.accessToken;
  }

  async createSession() {
    const { gateway, credentials, cmId } = this.#settings;
    const answer = await fetch(`${gateway}/api/hiecm/gateway/v3/sessions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'REQUEST-ID': randomUUID(),
        TIMESTAMP: new Date().toISOString(),
        'X-CM-ID': cmId,
      },
      body: JSON.stringify({ ...credentials, grantType: 'client_credentials' }),
    });
    if (!answer.ok) throw new Error(`no session: ${answer.status}`);
    const { accessToken, expiresIn } = await answer.json();
    this.#session = { accessToken, renewAt: Date.now() + expiresIn * 900 };
  }
}
