import type { FastifyInstance } from 'fastify';
import type { StartRun } from '../../wire/run';
import type { DeskContext } from '../context';
import { previewRun } from './preview';
import { liveExchange } from './live-exchange';
import { RunControl } from './run-control';

const text = { type: 'string', maxLength: 4096 } as const;
const flag = { type: 'boolean' } as const;

const startRun = {
  type: 'object',
  additionalProperties: false,
  properties: {
    selfTest: flag,
    subject: { enum: ['service', 'integrator', 'both'] },
    only: { type: 'array', items: { type: 'string', maxLength: 40 }, minItems: 1, maxItems: 1000 },
    failedOnly: flag,
    waivers: text,
    nonce: { type: 'string', maxLength: 256 },
    nightly: flag,
    resume: flag,
  },
} as const;

/** Adds what starts, holds and stops a run. */
export function addRunRoutes(app: FastifyInstance, desk: DeskContext): void {
  const control = new RunControl(desk);
  desk.defer(() => control.close());
  app.get('/api/run/preview', () => previewRun(desk, control.last, control.ranOn));
  app.post<{ Body: StartRun }>('/api/run', { schema: { body: startRun } }, async ({ body }) => {
    await control.start(body);
    return {};
  });
  app.get<{ Params: { seq: number } }>(
    '/api/run/exchanges/:seq',
    { schema: { params: { type: 'object', properties: { seq: { type: 'integer', minimum: 1 } } } } },
    ({ params: { seq } }) => liveExchange(control.evidence, seq),
  );
  for (const act of ['pause', 'resume', 'stop'] as const)
    app.post(`/api/run/${act}`, () => {
      control[act]();
      return {};
    });
}
