import type { FastifyInstance } from 'fastify';
import type { NewTarget, HandReply, SaveTarget, StartRun, TypedSecret, WrittenText } from '../api';
import type { Doctor } from './doctor';
import type { HandRuns } from './hand-runs';
import type { JudgingParts, Taking } from './judging-routes';
import { addJudgingRoutes, body, short } from './judging-routes';
import type { Runs } from './run';
import type { EditedTarget } from './target';
import { mostBytes } from './target-file';
import { membersOfTarget } from './target-help';

interface ServerParts extends JudgingParts {
  readonly target: EditedTarget;
  readonly doctor: Doctor;
  readonly runs: Runs;
  readonly hand: HandRuns;
}

const variable = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', maxLength: 200 } as const;
const secret = { type: 'string', minLength: 1, maxLength: 64 * 1024 } as const;

const startRun = {
  selfTest: { const: true },
  subject: { enum: ['service', 'integrator', 'both'] },
  only: { type: 'array', items: { type: 'string', maxLength: 40 }, minItems: 1, maxItems: 1000 },
  nightly: { const: true },
  nonce: { type: 'string', minLength: 1, maxLength: 256 },
  exceptions: { type: 'boolean' },
  resume: { const: true },
} as const;

const saying = {
  type: 'object',
  required: ['say'],
  properties: { say: {} },
  anyOf: [
    said({ say: { const: 'skip' }, reason: { type: 'string', pattern: '\\S', maxLength: 500 } }),
    said({ say: { enum: ['retry', 'accept'] } }),
    said({ say: { const: 'answer' }, answer: { type: 'string', maxLength: 40 } }),
  ],
};

function said(properties: object) {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}

/** Adds all routes below `/api`. */
export function addRoutes(
  app: FastifyInstance,
  { target, doctor, runs, hand, ...judging }: ServerParts,
): void {
  app.get('/api/target/members', () => membersOfTarget());
  app.post<Taking<{ file: string }>>('/api/target/open', body({ file: short }), ({ body: { file } }) =>
    target.open(file),
  );
  app.post<Taking<NewTarget>>(
    '/api/target/new',
    body({ for: { enum: ['services', 'by-hand', 'program', 'url'] } }),
    (request) => target.begin(request.body),
  );
  app.put<Taking<WrittenText>>(
    '/api/target/text',
    body({ text: { type: 'string', maxLength: mostBytes }, revision: { type: 'integer' } }),
    (request) => target.write(request.body),
  );
  app.post<Taking<SaveTarget>>('/api/target/save', body({ over: { type: 'boolean' } }), (request) =>
    target.save(request.body),
  );
  app.put<Taking<TypedSecret>>(
    '/api/secrets',
    body({ name: variable, value: secret }, ['value']),
    (request) => target.keepSecret(request.body),
  );

  app.post('/api/doctor', (_request, reply) => {
    doctor.begin();
    return reply.code(202).send({});
  });
  app.post('/api/doctor/stop', (_request, reply) => {
    void doctor.stop();
    return reply.code(202).send({});
  });

  addRunRoutes(app, runs, hand);
  addJudgingRoutes(app, judging);
}

function addRunRoutes(app: FastifyInstance, runs: Runs, hand: HandRuns): void {
  app.get('/api/run/preview', () => runs.preview());
  app.post<Taking<StartRun>>('/api/run', body(startRun, Object.keys(startRun)), async (request, reply) => {
    await runs.start(request.body);
    return reply.code(202).send({});
  });
  app.post('/api/run/stop', (_request, reply) => {
    runs.stop();
    return reply.code(202).send({});
  });
  app.get<{ Params: { seq: string } }>(
    '/api/run/exchanges/:seq',
    {
      schema: {
        params: { type: 'object', properties: { seq: { type: 'string', pattern: '^[1-9]\\d{0,8}$' } } },
      },
    },
    ({ params: { seq } }) => runs.exchange(Number(seq)),
  );
  app.post<Taking<HandReply>>(
    '/api/hand',
    body({ id: { type: 'integer', minimum: 1 }, saying }),
    ({ body: given }) => {
      hand.say(given);
      return {};
    },
  );
}
