import assert from 'node:assert/strict';
import type { DoctorState, OpenTarget } from '../../support/ui/api';
import { joinLines } from '../targets/target-files';
import type { OpenedUi } from './open';

/** A target file with all that a change might lose. */
export const sound = joinLines(
  '# Of the north',
  'name:   "small"   # who it is',
  '',
  'limits: { timeoutMs: 500 }',
  '# the end',
);

/** The target as a page that opens now is told it. */
export async function readOpenTarget(opened: OpenedUi): Promise<OpenTarget> {
  const reader = opened.follow();
  await reader.until(({ events }) => events.length > 0);
  await reader.end();
  const last = reader.events.findLast((event) => event.type === 'target');
  assert.ok(last);
  opened.said.push(JSON.stringify(reader.events));
  return last.target;
}

export async function putTargetText(opened: OpenedUi, text: string, revision?: number) {
  const from = revision ?? (await readOpenTarget(opened)).revision;
  return opened.tell<OpenTarget>('PUT', '/api/target/text', { text, revision: from });
}

export const saveTarget = ({ tell }: OpenedUi, over = false) =>
  tell<OpenTarget>('POST', '/api/target/save', { over });
export const openTargetFile = ({ tell }: OpenedUi, file: string) =>
  tell<OpenTarget>('POST', '/api/target/open', { file });
export const type = ({ tell }: OpenedUi, name: string, value?: string) =>
  tell<OpenTarget>('PUT', '/api/secrets', { name, ...(value !== undefined && { value }) });

/** Waits for the doctor's last line. */
export async function examined(opened: OpenedUi): Promise<DoctorState> {
  const reader = opened.follow();
  const begun = await opened.tell('POST', '/api/doctor', {});
  assert.equal(begun.status, 202, begun.text);
  const states = () => reader.events.filter((event) => event.type === 'doctor');
  await reader.until(() => states().some(({ state }) => state !== 'at-work'));
  await reader.end();
  opened.said.push(JSON.stringify(reader.events));
  const last = states().at(-1);
  assert.ok(last);
  return last;
}
