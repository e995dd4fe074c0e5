import { Agent } from 'node:https';
import { operationPath } from '../../../support/contract/operations';
import { http10, keepingAlive, nodeTransport } from '../../integrator/wires';
import type { Dimension } from '../dimension';
import type { ClientPart } from './shape';
import { changing, layering, usual } from './values';

const transports: Dimension<ClientPart> = {
  name: 'transport of requests',
  sentence: 'plaintext JSON over TLS (clause 2.4)',
  seam: 'transport',
  values: [
    usual('new connections'),
    {
      words: 'connections that are kept',
      allowedBy: 'RFC 9112, 9.3: persistence is the default',
      change: () => ({ transport: keepingAlive() }),
    },
    {
      words: 'TLS sessions that are resumed',
      allowedBy: 'RFC 8446, 2.2: resumption',
      change: () => ({ transport: nodeTransport({ agent: new Agent() }) }),
    },
    changing('requests over TLS 1.2', 'reading tls-least: 1.2', {
      transport: nodeTransport({ maxVersion: 'TLSv1.2' }),
    }),
    changing('requests in chunks', 'RFC 9112, 7.1: chunked transfer coding', {
      transport: nodeTransport({ chunked: true }),
    }),
    changing('requests over HTTP/1.0', 'no clause names a version of HTTP', { transport: http10 }),
  ],
};

const healthPaths = ['/', '/health', '/actuator/health', '/metrics'] as const;

const others: Dimension<ClientPart> = {
  name: 'other requests',
  sentence: 'This document covers: (a) the gateway session [...] (head of the document)',
  seam: 'layer: other requests',
  values: [
    usual('documented requests alone'),
    layering(
      'health checks',
      'no clause forbids requests that the document does not describe',
      () => async (request, send) => {
        const { service, operation, url } = request;
        if (operation !== undefined) {
          const base = url.replace(operationPath(operation), '').replace(/\?.*$/, '');
          for (const path of healthPaths)
            await send({ service, method: 'GET', url: new URL(base).origin + path, headers: {} });
        }
        return send(request);
      },
    ),
    layering(
      'preflights of a browser engine',
      'Fetch standard: a preflight carries no credentials',
      () => async (request, send) => {
        if (request.operation === 'session.create') return send(request);
        const { service, method, url } = request;
        const headers = { Origin: 'https://clinic.example', 'Access-Control-Request-Method': method };
        await send({ service, method: 'OPTIONS', url, headers });
        return send(request);
      },
    ),
  ],
};

/** Dimensions of connections, and of requests beside the documented ones. */
export const clientWireDimensions: readonly Dimension<ClientPart>[] = [others, transports];
