import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { behaviour, policyHashOf } from '../../report/page/behaviour';
import type { Refusal } from '../api';

/** What a person has who may use the page: the address that was printed for them, then a cookie. */
interface Access {
  /** Stands in the first address. */
  readonly token: string;
  /** A token that counts once: what is started with an address shows it to all who list the programs of this machine. */
  readonly once: () => string;
}

/** Nothing is loaded from elsewhere, nothing runs that is not ours, no text becomes HTML, and no other page shows this one. */
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
 * A report holds its own style, and the one script that this suite writes into it. The hash is of that script's source
 * here: a file that someone changed runs nothing of its own, and one of another version is read without script. In its
 * sandbox it is of no site: no matter who wrote it, nothing in it can ask this server for anything.
 */
const reportPolicy = [
  "default-src 'none'",
  `script-src ${policyHashOf(behaviour)}`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Headers of every answer. */
export const fixed = {
  'content-security-policy': pagePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/** Those of a report in their place. The page shows it in a frame; alone, HTML opens nothing that is sandboxed and cut off from its opener. */
export function allowFrame(reply: FastifyReply): void {
  reply.header('content-security-policy', reportPolicy);
  reply.removeHeader('x-frame-options').removeHeader('cross-origin-opener-policy');
}

/**
 * Lets in who was given the address, and no page of another site: by the token, the cookie that follows it, and the Host
 * and Origin of each request. `port` is known once it listens.
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

/** Browsers send the cookies of one port to all of them. */
const cookieName = (port: number): string => `conform-${port}`;

/** The values under a name: another program of this machine may have set one as well. */
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

/** A name that someone else's DNS leads here is not ours (DNS rebinding), and neither is what another site asks for. */
function whyForeign({ headers, method, url }: FastifyRequest, port: number): string | undefined {
  const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  // What names a server in its first line, too, is meant for a proxy.
  if (headers.host === undefined || !names.includes(headers.host) || !url.startsWith('/'))
    return 'this address is not that of the page';
  const changes = method !== 'GET' && method !== 'HEAD';
  const { origin, 'sec-fetch-site': site, 'sec-fetch-dest': destination } = headers;
  const isOurs = origin === undefined ? !changes : origin === `http://${headers.host}`;
  if (!isOurs) return 'another site asked for this';
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  // A link elsewhere may lead to the page, which opens if its reader has the cookie.
  const isLink = destination === 'document' && !changes && url.split('?')[0] === '/';
  return isLink ? undefined : 'another site asked for this';
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  const hint = 'open the address that conform ui printed';
  if (reply.request.url.startsWith('/api/'))
    return reply.code(status).send({ error: { message, hint } } satisfies Refusal);
  return reply.code(status).type('text/plain; charset=utf-8').send(`${message} — ${hint}\n`);
}
