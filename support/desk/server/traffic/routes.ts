import type { FastifyInstance } from 'fastify';
import { readJson } from '../../../contract/json';
import { evidenceOf } from '../../../exchange/read-evidence';
import { loadTarget } from '../../../run/targets';
import { frontsOf } from '../../../traffic/front';
import type { ProxyRequest, TrafficSetup } from '../../wire/traffic';
import type { DeskContext } from '../context';
import { exchangeView } from '../inspect/exchange-view';
import { nameQuery } from '../received-file';
import { FileDesk, mostBytes } from './file-desk';
import { toldOf } from './outcome';
import { ProxyDesk } from './proxy-desk';

const proxyBody = {
  type: 'object',
  required: ['port', 'tls', 'callbacks'],
  additionalProperties: false,
  properties: {
    port: { type: 'integer', minimum: 0, maximum: 65_530 },
    tls: { type: 'boolean' },
    callbacks: { type: 'string', maxLength: 2000 },
  },
} as const;

/** Whether a file is judged by the target that is open, or by the readings that hold without one. */
const byParams = { type: 'object', properties: { by: { enum: ['alone', 'target'] } } } as const;

const seqParams = { type: 'object', properties: { seq: { type: 'integer', minimum: 1 } } } as const;

const nothingThere = Object.assign(new Error('there is nothing at this address'), { statusCode: 404 });

/** Proxy and files of traffic. */
export function addTrafficRoutes(app: FastifyInstance, desk: DeskContext): void {
  const files = new FileDesk(desk);
  const proxies = new ProxyDesk(desk, () => {
    files.tellAgain();
  });
  desk.defer(() => files.close());
  desk.defer(() => proxies.close());
  app.get('/api/traffic/setup', () => setupOf(desk));
  app.post<{ Body: ProxyRequest }>('/api/traffic/proxy', { schema: { body: proxyBody } }, async (request) => {
    await proxies.start(request.body);
    return {};
  });
  app.post('/api/traffic/proxy/stop', () => {
    proxies.stop();
    return {};
  });
  app.get('/api/traffic/authority', (_request, reply) => {
    const { authority } = proxies;
    if (authority === undefined) throw nothingThere;
    return reply
      .type('application/x-pem-file')
      .header('content-disposition', 'attachment; filename="conform-proxy-ca.pem"')
      .send(authority);
  });
  app.get<{ Params: { seq: number } }>(
    '/api/traffic/exchanges/:seq',
    { schema: { params: seqParams } },
    async ({ params: { seq } }) => {
      const line = await proxies.lineOf(seq);
      const read = line === undefined ? undefined : evidenceOf(readJson(line));
      if (read === undefined || 'flaw' in read) throw nothingThere;
      return exchangeView(read.evidence);
    },
  );
  app.post<{ Params: { by: string }; Querystring: { name: string } }>(
    '/api/traffic/files/:by',
    { schema: { querystring: nameQuery, params: byParams } },
    async ({ body, params: { by }, query: { name } }) => {
      await files.take(body, name, by === 'target');
      return {};
    },
  );
}

/** The services of the target that is open, or why there are none. */
function setupOf({ targetFile, secrets }: DeskContext): TrafficSetup {
  const common = { targetFile, mostBytes };
  try {
    const target = loadTarget(targetFile, secrets.environment());
    const fronts = frontsOf(target, { host: '127.0.0.1', tls: false });
    return { ...common, services: fronts.map(({ name, upstream }) => ({ name, upstream })) };
  } catch (error) {
    return { ...common, services: [], error: toldOf(error) };
  }
}
