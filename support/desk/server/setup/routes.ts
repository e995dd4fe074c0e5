import type { FastifyInstance } from 'fastify';
import type { NewTarget, Saved, SaveRequest, TargetEdit, TargetForm, TargetState } from '../../wire/setup';
import type { DeskContext } from '../context';
import { bodies } from './bodies';
import { Doctor } from './doctor';
import { formOf } from './form/form';
import { namedFile } from './named-file';
import { TargetDraft } from './target-draft';

/** The target that is open, its form, the secrets that it names, and the doctor. */
export function addSetupRoutes(app: FastifyInstance, desk: DeskContext): void {
  const draft = new TargetDraft(desk);
  let form: TargetForm | undefined;
  app.get('/api/target/form', () => (form ??= formOf()));
  app.get('/api/target', () => draft.state());
  addDraftRoutes(app, draft);
  addSecretRoutes(app, desk, draft);
  const doctor = new Doctor(desk);
  app.post('/api/doctor', (_request, reply) => {
    const { textRevision } = draft.state();
    doctor.begin({ text: draft.text(), file: draft.file, textRevision });
    return reply.code(202).send({});
  });
  app.post('/api/doctor/stop', (_request, reply) => {
    doctor.stop();
    return reply.code(202).send({});
  });
}

interface Post<Body> {
  readonly Body: Body;
}

function addDraftRoutes(app: FastifyInstance, draft: TargetDraft): void {
  const taking = (body: object) => ({ schema: { body } });
  app.post<Post<{ file: string }>>('/api/target/open', taking(bodies.open), ({ body }) =>
    draft.open(namedFile(body.file)),
  );
  app.post('/api/target/discard', () => draft.open(draft.file));
  app.post<Post<NewTarget>>('/api/target/begin', taking(bodies.begin), ({ body }) => draft.begin(body));
  app.post<Post<{ edits: TargetEdit[] }>>('/api/target/edit', taking(bodies.edit), ({ body }): TargetState =>
    draft.edit(body.edits),
  );
  app.put<Post<{ text: string; textRevision: number }>>('/api/target/text', taking(bodies.text), ({ body }) =>
    draft.write(body.text, body.textRevision),
  );
  app.post<Post<SaveRequest>>('/api/target/save', taking(bodies.save), ({ body }): Saved => draft.save(body));
}

function addSecretRoutes(app: FastifyInstance, { secrets }: DeskContext, draft: TargetDraft): void {
  app.put<Post<{ name: string; value: string }>>(
    '/api/secrets',
    { schema: { body: bodies.secret } },
    ({ body: { name, value } }) => {
      secrets.set(name, value);
      return draft.changed();
    },
  );
  app.post<Post<{ name: string }>>(
    '/api/secrets/forget',
    { schema: { body: bodies.forget } },
    ({ body: { name } }) => {
      secrets.forget(name);
      return draft.changed();
    },
  );
}
