import type { FastifyInstance } from 'fastify';
import type { HandAnswer, HandSaying, HandSkip } from '../../wire/hand';
import type { DeskContext } from '../context';

const id = { type: 'integer', minimum: 1 } as const;
/** A key in PEM is the longest of what is answered. */
const answer = { type: 'string', maxLength: 20_000 } as const;

const bodyOf = <Properties extends object>(properties: Properties) => ({
  type: 'object',
  additionalProperties: false,
  required: ['id', ...Object.keys(properties)],
  properties: { id, ...properties },
});

const skip = bodyOf({ reason: { type: 'string', pattern: '\\S', maxLength: 500 } });
const answers = bodyOf({ answers: { type: 'object', maxProperties: 10, additionalProperties: answer } });
const plain = bodyOf({});

/** Adds what a person says about an act or a question that stands open. */
export function addHandRoutes(app: FastifyInstance, { hand }: DeskContext): void {
  app.post<{ Body: HandSkip }>('/api/hand/skip', { schema: { body: skip } }, ({ body }) => {
    hand.say(body.id, { say: 'skip', reason: body.reason });
    return {};
  });
  app.post<{ Body: HandAnswer }>('/api/hand/answer', { schema: { body: answers } }, ({ body }) => {
    hand.say(body.id, { say: 'answer', answers: body.answers });
    return {};
  });
  for (const say of ['retry', 'accept'] as const)
    app.post<{ Body: HandSaying }>(`/api/hand/${say}`, { schema: { body: plain } }, ({ body }) => {
      hand.say(body.id, { say });
      return {};
    });
}
