import type { FastifyInstance } from 'fastify';
import { decisions } from '../../../report/sign-off/sign-off';
import { writeSignOff } from '../../../report/sign-off/write-sign-off';
import type { ReviewRequest } from '../../wire/review';
import type { DeskContext } from '../context';
import { folderOfEntry } from '../pages';
import { readReview } from './read-review';
import { hiding } from '../hiding';

const schema = {
  body: {
    type: 'object',
    required: ['digest', 'standing', 'name', 'decision', 'remarks', 'conditions', 'date'],
    properties: {
      digest: { type: 'string', maxLength: 100 },
      standing: { type: 'string', maxLength: 100 },
      name: { type: 'string', maxLength: 1000 },
      decision: { enum: decisions },
      remarks: { type: 'string', maxLength: 20_000 },
      conditions: { type: 'array', maxItems: 200, items: { type: 'string', maxLength: 5000 } },
      date: { type: 'string', maxLength: 20 },
    },
  },
} as const;

/** What the view of a reviewer asks for. */
export function addReviewRoutes(app: FastifyInstance, desk: DeskContext): void {
  interface OfEntry {
    Params: { entry: string };
  }
  const path = '/api/review/:entry';
  app.get<OfEntry>(path, ({ params: { entry } }) => readReview(folderOfEntry(desk.reports, entry)));
  app.post<OfEntry & { Body: ReviewRequest }>(path, { schema }, async ({ params: { entry }, body }) => {
    const folder = folderOfEntry(desk.reports, entry);
    const { digest, standing, ...decided } = body;
    await writeSignOff(folder, decided, { digest, standing, hide: hiding(desk) });
    return readReview(folder);
  });
}
