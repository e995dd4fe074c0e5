import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { RequestOptions } from 'node:https';
import { Agent, request as openRequest } from 'node:https';
import { connect } from 'node:tls';
import type { Transport, TransportMaker } from '../../support/client/integrator/transport';
import type { RawAnswer, OutgoingRequest } from '../../support/client/sender';

/** Sends through node's own client, with other options. */
export function nodeTransport(options: RequestOptions & { readonly chunked?: true }): TransportMaker {
  const { chunked, ...rest } = options;
  return (ca): Transport => ({
    send: async ({ method, url, headers, body }) => {
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const sized = chunked === true ? {} : length;
      const outgoing = openRequest(url, { ...rest, method, headers: { ...headers, ...sized }, ca });
      if (chunked === true) for (const part of body?.match(/[^]{1,50}/g) ?? []) outgoing.write(part);
      outgoing.end(chunked === true ? undefined : body);
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      return readAnswer(answer);
    },
  });
}

/** One connection for many requests. */
export function keepingAlive(): TransportMaker {
  return nodeTransport({ agent: new Agent({ keepAlive: true }) });
}

async function readAnswer(answer: IncomingMessage): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
  return { status: answer.statusCode ?? 0, headers, body: Buffer.concat(chunks) };
}

/** Speaks HTTP/1.0, one connection a request, in bytes of its own. */
export const http10: TransportMaker = (ca): Transport => ({
  send: async (request) => {
    const { hostname, port } = new URL(request.url);
    const socket = connect({ host: hostname, port: Number(port), ca });
    await once(socket, 'secureConnect');
    socket.write(asHttp10(request));
    const chunks: Buffer[] = [];
    for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
    return parsed(Buffer.concat(chunks).toString('latin1'));
  },
});

function asHttp10({ method, url, headers, body = '' }: OutgoingRequest): string {
  const { pathname, search, host } = new URL(url);
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${pathname}${search} HTTP/1.0`, `Host: ${host}`, ...fields, ...length, '', body].join(
    '\r\n',
  );
}

function parsed(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [status = '', ...fields] = text.slice(0, end).split('\r\n');
  const headers = fields.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(status.split(' ')[1]),
    headers,
    body: Buffer.from(text.slice(end + 4), 'latin1'),
  };
}
