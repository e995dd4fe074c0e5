import assert from 'node:assert/strict';
import type { Answer } from './ask';

/** The message of an error envelope (clause 2.3), after its shape and the status have been asserted. */
export function assertRefused(answer: Answer, status: number): string {
  assert.equal(answer.status, status, answer.text);
  assert.match(String(answer.headers['content-type']), /^application\/json/);
  const body = JSON.parse(answer.text) as { error: { code: string; message: string } };
  assert.deepEqual(Object.keys(body), ['error']);
  assert.deepEqual(Object.keys(body.error), ['code', 'message']);
  assert.match(body.error.code, /^SVC-\d{4}$/);
  assert.equal(typeof body.error.message, 'string');
  return body.error.message;
}
