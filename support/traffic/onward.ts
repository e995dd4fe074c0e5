import type { Agent, IncomingMessage, RequestOptions } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { PassOptions } from './forwarded';
import { pairs } from '../exchange/raw-headers';

/** Headers that belong to a connection, and are made again for the next one. */
export const ofConnection = ['connection', 'keep-alive', 'proxy-connection'];

/** Where requests go on to, and over which connection. */
export type Way = PassOptions & { readonly agent: Agent | false };

/** The same request to the far side: every header as it came, but Host, which names the far side itself. */
export function open({ upstream, ca, agent }: Way, request: IncomingMessage, ...more: readonly string[]) {
  const { method, url, rawHeaders } = request;
  const headers = pairs(rawHeaders)
    .filter(([name]) => !ofConnection.includes(name.toLowerCase()))
    .map(([name, value]) => [name, name.toLowerCase() === 'host' ? upstream.host : value] as const);
  const options: RequestOptions = {
    method,
    path: url,
    host: upstream.hostname.replace(/^\[|\]$/g, ''),
    port: upstream.port || (upstream.protocol === 'https:' ? 443 : 80),
    headers: [...headers.flat(), ...more],
    setHost: false,
    agent,
  };
  return upstream.protocol === 'https:'
    ? httpsRequest({ ...options, ...(ca !== undefined && { ca }) })
    : httpRequest(options);
}
