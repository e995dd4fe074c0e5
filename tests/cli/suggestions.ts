import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { publicKeyToDerBase64 } from '../../mutants/key-material';
import { editReplies, errorEnvelopeReply, editRefusals } from '../../mutants/replies';
import type { SuggestOutput } from '../../support/cli/doctor/suggest';
import type { MockOptions } from '../../support/mock/start-mock';
import { runningMock } from '../mock/running-mock';
import { temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';
import type { WrittenTarget } from './targets';
import { writeMockTarget } from './targets';

/** What the doctor suggests for a target, by a folder of reports. */
export async function suggestedFor({ file, env }: WrittenTarget, reports: string): Promise<SuggestOutput> {
  const args = ['doctor', '--target', file, '--suggest', '--reports', reports];
  const { code, stdout, stderr } = await conform([...args, '--json'], { env });
  assert.deepEqual([code, stderr], [0, ''], stdout);
  return JSON.parse(stdout) as SuggestOutput;
}

/** A target for a mock that answers so, and an empty folder for reports. */
export async function suggestionScene(
  t: TestContext,
  options: MockOptions,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly target: WrittenTarget; readonly reports: string }> {
  const target = await writeMockTarget(t, await runningMock(t, options), changes);
  return { target, reports: temporaryFolder(t) };
}

/** The readings that are suggested, with their values. */
export const valuesOf = ({ suggestions }: SuggestOutput): Readonly<Record<string, unknown>> =>
  Object.fromEntries(suggestions.map(({ reading, value }) => [reading, value]));

/** As a person would, into a file without readings. */
export function paste({ file }: WrittenTarget, { yaml = '' }: SuggestOutput): void {
  appendFileSync(file, `${yaml}\n`);
}

/** A gateway whose code has another prefix and other digits. */
export const otherCode = editRefusals('session.create', 'wrongCredentials', ({ message }) =>
  errorEnvelopeReply(400, 'ABC-4001', message),
).handlers;

/** An identity service that gives its key as JSON. */
export const identityInJson = editReplies('certificate.identity', (reply, _call, { keys }) =>
  reply.status === 200
    ? { status: 200, body: { publicKey: publicKeyToDerBase64(keys.identity.publicKey) } }
    : reply,
).handlers;
