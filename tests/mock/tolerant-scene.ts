import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { MockRecord } from '../../support/mock/arriving-request';
import type { Mock } from '../../support/mock/start-mock';
import { tolerance } from '../../support/mock/tolerance';
import type { Answer } from './ask';
import { runningMock } from './running-mock';

interface Pair {
  readonly tolerant: Mock;
  readonly strict: Mock;
  readonly seen: MockRecord[];
}

/** Two mocks that differ in one thing. */
export async function startMockPair(t: TestContext): Promise<Pair> {
  const seen: MockRecord[] = [];
  const observe = (observation: MockRecord): void => {
    seen.push(observation);
  };
  const tolerant = await runningMock(t, { tls: false, tolerance, observe });
  return { tolerant, strict: await runningMock(t, { tls: false }), seen };
}

/** The code of an error that was answered with 400. */
export function codeOf({ status, text }: Answer): string {
  assert.equal(status, 400, text);
  return (JSON.parse(text) as { error: { code: string } }).error.code;
}
