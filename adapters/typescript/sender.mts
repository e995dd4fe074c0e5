// Sends requests with trust in the suite's authority. Use it, or see here how to give your own HTTP client the authority.
import { Agent as HttpAgent, request as overHttp } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { Failure, isObject, log, nameOf } from './gateway-adapter.mts';

const mostMs = 20_000; // of one request, its answer included

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
  /** Whether the status is 2xx. */
  readonly ok: boolean;
  /** Those of a JSON object; none of anything else. */
  readonly members: Readonly<Record<string, unknown>>;
}

/**
 * What sends requests. It trusts the given authority, and without one those that Node trusts; only here, and not in the
 * whole process. (`fetch` cannot: it has no option for an authority.) It follows no redirect: a token never goes elsewhere.
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
 * The failure to throw where a service did not do as asked: status and code only. Error bodies have many shapes, and their
 * messages may quote what was sent.
 */
export function unexpected(service: string, { status, body }: Reply): Failure {
  const code = /"code"\s*:\s*"([A-Za-z][\w-]{0,30})/.exec(body)?.[1];
  return new Failure(`the ${service} answered ${status}${code === undefined ? '' : `, code ${code}`}`);
}
