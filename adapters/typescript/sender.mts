// Sends HTTP requests and trusts the suite's CA certificate. Use this file, or see here how to give that
// certificate to your own HTTP client.
import { Agent as HttpAgent, request as overHttp } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { Failure, isObject, log, nameOf } from './gateway-adapter.mts';

const mostMs = 20_000; // for one request including its response

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** True if the status is 2xx. */
  readonly ok: boolean;
  /** The members of the body if it is a JSON object; otherwise an empty object. */
  readonly members: Readonly<Record<string, unknown>>;
}

/**
 * Returns a function that sends requests. The function trusts only the given CA certificate (PEM), or Node's
 * default CAs if none is given. This does not affect other requests of the process. (`fetch` cannot do this:
 * it has no option for a CA.) Does not follow redirects, so that a token never goes to another host.
 */
export function sender(caCertificate?: string): (request: Request) => Promise<Reply> {
  const http = new HttpAgent({ keepAlive: true });
  const https = new HttpsAgent({ keepAlive: true, ca: caCertificate });
  return async ({ method, url, headers, body }) => {
    const { protocol, origin, host, pathname } = new URL(url);
    const secure = protocol === 'https:';
    const [open, agent] = secure ? [overHttps, https] : [overHttp, http];
    const options = { method, headers, agent, signal: AbortSignal.timeout(mostMs) };
    try {
      const reply = await new Promise<Reply>((resolve, reject) => {
        const request = open(url, options, (response) => {
          const { statusCode: status = 0, headers } = response;
          text(response).then((body) => {
            resolve({ status, headers, body, ok: status >= 200 && status < 300, members: membersOf(body) });
          }, reject);
        });
        request.on('error', reject);
        request.end(body);
      });
      log(`${method} ${origin}${pathname} ${reply.status}`);
      return reply;
    } catch (error) {
      log(`${method} ${origin}${pathname} ${nameOf(error)}`);
      throw new Failure(`${host} gave no answer: ${nameOf(error)}`);
    }
  };
}

function membersOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(body) as unknown;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * Returns the Failure to throw if a service answers with an error. It contains only the status and the error
 * code, because messages in error bodies may quote values that were sent.
 */
export function unexpected(service: string, { status, body }: Reply): Failure {
  const code = /"code"\s*:\s*"([A-Za-z][\w-]{0,30})/.exec(body)?.[1];
  return new Failure(`the ${service} answered ${status}${code === undefined ? '' : `, code ${code}`}`);
}
