import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageScript, cspHashOf } from '../../report/page/page-script';
import type { Refusal } from '../api';

/**
 * Tokens that let a browser open the page for the first time. The server then sets a cookie for later
 * requests.
 */
interface Access {
  /** The token in the address that the terminal prints */
  readonly token: string;
  /**
   * Returns a token that works only once. A program that starts a browser must use it: other local users can
   * read the address in the list of processes.
   */
  readonly once: () => string;
}

/**
 * Content security policy of the page: load nothing from other sites, run only our script, never convert text
 * into HTML, and do not allow framing.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Content security policy of reports. A report contains its own style and one script. The policy allows only
 * this suite version's script, by its hash, so a modified report cannot run other code. A report with another
 * version's script still works, without its script. The sandbox gives every report an opaque origin, so that
 * it cannot send requests to this server.
 */
const reportPolicy = [
  "default-src 'none'",
  `script-src ${cspHashOf(pageScript)}`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Headers of every response. {@link allowFrame} replaces some of them for reports. */
export const fixed = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/**
 * Adapts the headers of a report's response, so that the page can show the report in a frame. Removes
 * Cross-Origin-Opener-Policy, because browsers refuse to open a sandboxed document with that header in a
 * separate tab.
 */
export function allowFrame(reply: FastifyReply): void {
  reply.header('content-security-policy', reportPolicy);
  reply.removeHeader('x-frame-options').removeHeader('cross-origin-opener-policy');
}

/**
 * Admits only browsers with the token or the cookie. Refuses requests from other sites, which it recognizes
 * by their headers. `port` is a function because the guard is added before the server listens on a port.
 */
export function guard(app: FastifyInstance, port: () => number): Access {
  const [token, session] = [secret(), secret()];
  const tokens = [token];
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(fixed);
    const why = whyForeign(request, port());
    if (why !== undefined) return refuse(reply, 403, why);
    const [path = '', query = ''] = request.url.split('?');
    const given = path === '/' ? new URLSearchParams(query).get('token') : null;
    const found = given === null ? -1 : tokens.findIndex((each) => isSame(given, each));
    if (found >= 0) {
      if (found > 0) tokens.splice(found, 1);
      const cookie = `${cookieName(port())}=${session}; Path=/; HttpOnly; SameSite=Strict`;
      return reply.header('set-cookie', cookie).redirect('/', 303);
    }
    if (cookiesOf(request, cookieName(port())).some((each) => isSame(each, session))) return undefined;
    return refuse(reply, 401, 'this page opens by the address that its terminal shows');
  });
  return {
    token,
    once() {
      const given = secret();
      tokens.push(given);
      return given;
    },
  };
}

/** The name contains the port, because browsers send a cookie to all ports of a host. */
const cookieName = (port: number): string => `conform-${port}`;

/**
 * Returns all values of a cookie. There can be several, because another local program may have set a cookie
 * with the same name.
 */
const cookiesOf = ({ headers: { cookie = '' } }: FastifyRequest, name: string): string[] =>
  cookie
    .split(/; */)
    .filter((each) => each.startsWith(`${name}=`))
    .map((each) => each.slice(name.length + 1));

const secret = (): string => randomBytes(32).toString('base64url');

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/**
 * Returns why a request is not from our page; `undefined` if it is. A foreign request may use another host
 * name that resolves to this machine (DNS rebinding), or come from another site.
 */
function whyForeign({ headers, method, url }: FastifyRequest, port: number): string | undefined {
  const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  // Refuse a full URL in the request line: clients send one only if they consider this server a proxy.
  if (headers.host === undefined || !names.includes(headers.host) || !url.startsWith('/'))
    return 'this address is not that of the page';
  const changes = method !== 'GET' && method !== 'HEAD';
  const { origin, 'sec-fetch-site': site, 'sec-fetch-dest': destination } = headers;
  const isOurs = origin === undefined ? !changes : origin === `http://${headers.host}`;
  if (!isOurs) return 'another site asked for this';
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  // Accept a link from another site to the page itself. The token or the cookie is still required.
  const isLink = destination === 'document' && !changes && url.split('?')[0] === '/';
  return isLink ? undefined : 'another site asked for this';
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  const hint = 'open the address that conform ui printed';
  if (reply.request.url.startsWith('/api/'))
    return reply.code(status).send({ error: { message, hint } } satisfies Refusal);
  return reply.code(status).type('text/plain; charset=utf-8').send(`${message} — ${hint}\n`);
}
