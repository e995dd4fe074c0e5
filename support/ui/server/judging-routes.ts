import type { FastifyInstance } from 'fastify';
import { signOffDecisions } from '../../report/sign-off/sign-off';
import type { NewSignOff, StartProxy } from '../api';
import type { Proxy } from './proxy';
import type { PackToVerify, ReportShelf } from './reports';
import type { Traffic } from './traffic';

export interface Taking<Body> {
  readonly Body: Body;
}

/**
 * Returns route options for a JSON body with exactly these properties. All are required except those in
 * `optional`.
 */
export const body = (properties: object, optional: readonly string[] = []) => ({
  schema: {
    body: {
      type: 'object',
      additionalProperties: false,
      required: Object.keys(properties).filter((name) => !optional.includes(name)),
      properties,
    },
  },
});

const query = (properties: object, required: readonly string[]) => ({
  schema: { querystring: { type: 'object', additionalProperties: false, required, properties } },
});

export const short = { type: 'string', minLength: 1, maxLength: 4096 } as const;

export interface JudgingParts {
  readonly traffic: Traffic;
  readonly proxy: Proxy;
  readonly reports: ReportShelf;
}

export function addJudgingRoutes(app: FastifyInstance, parts: JudgingParts): void {
  addProxy(app, parts);
  addReports(app, parts);
  addFiles(app, parts);
}

const none = { type: 'string', maxLength: 2000 } as const;
const whole = { type: 'integer', minimum: 0, maximum: 65_530 } as const;

function addProxy(app: FastifyInstance, { proxy }: JudgingParts): void {
  app.post<Taking<StartProxy>>(
    '/api/proxy',
    body({ port: whole, tls: { type: 'boolean' }, callbacks: none }),
    async (request) => {
      await proxy.start(request.body);
      return {};
    },
  );
  app.post('/api/proxy/stop', (_request, reply) => {
    proxy.stop();
    return reply.code(202).send({});
  });
  app.get('/api/proxy/ca.pem', (_request, reply) =>
    reply
      .type('application/x-pem-file')
      .header('content-disposition', 'attachment; filename="conform-proxy-ca.pem"')
      .send(proxy.authority ?? missing()),
  );
  app.get<{ Params: { seq: string } }>(
    '/api/proxy/exchanges/:seq',
    async ({ params: { seq } }) => (await proxy.exchange(Number(seq))) ?? missing(),
  );
}

function missing(): never {
  throw Object.assign(new Error('there is nothing at this address'), { statusCode: 404 });
}

interface OfRun {
  readonly Params: { readonly run: string };
}

const signOff = body(
  {
    ...{ digest: short, standing: none, name: short, decision: { enum: signOffDecisions } },
    ...{ remarks: { type: 'string', maxLength: 20_000 }, date: short },
    conditions: { type: 'array', maxItems: 200, items: short },
  },
  ['remarks', 'conditions'],
);

function addReports(app: FastifyInstance, { reports }: JudgingParts): void {
  app.get('/api/reports', () => reports.list());
  app.get<OfRun & { Querystring: { since: string } }>(
    '/api/reports/:run/changes',
    query({ since: short }, ['since']),
    ({ params: { run }, query: { since } }) => reports.changes(run, since),
  );
  app.get<OfRun>('/api/reports/:run/review', ({ params: { run } }) => reports.review(run));
  app.post<OfRun & Taking<NewSignOff>>(
    '/api/reports/:run/review',
    signOff,
    ({ params: { run }, body: given }) => reports.signOff(run, given),
  );
  app.post<OfRun>('/api/reports/:run/pack', ({ params: { run } }) => reports.pack(run));
}

/**
 * Adds the routes that accept a file as their body (`application/octet-stream`). All other routes accept only
 * JSON.
 */
function addFiles(app: FastifyInstance, { traffic, reports }: JudgingParts): void {
  void app.register((files, _options, done) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('application/octet-stream', (_request, payload, given) => {
      given(null, payload);
    });
    files.post<{ Querystring: { name: string; by: 'alone' | 'target' } }>(
      '/api/files',
      query({ name: short, by: { enum: ['alone', 'target'] } }, ['name', 'by']),
      async ({ raw, query: { name, by } }, reply) => {
        await traffic.take(raw, name, by);
        return reply.code(202).send({});
      },
    );
    files.post<{ Querystring: PackToVerify }>(
      '/api/packs',
      query({ name: short, nonce: none, key: { type: 'string', maxLength: 8192 } }, ['name']),
      ({ raw, query: demand }) => reports.verify(raw, demand),
    );
    done();
  });
}
