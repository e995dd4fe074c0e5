// A small gateway client. In your project, your own client takes its place.
import { randomUUID } from 'node:crypto';

export class GatewayClient {
  #settings;
  #session;

  /** @param settings `gateway` (base address), `credentials` (client id and secret) and `cmId` (value of X-CM-ID) */
  constructor(settings) {
    this.#settings = settings;
  }

  /** Returns the current access token, or that of a new session if the current session is about to end. */
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
