import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { PageRunEvent, StartRun, UiEvent } from '../../support/ui/api';
import type { RunState } from '../../support/ui/page/run-state';
import { runStateAfter, noRunState } from '../../support/ui/page/run-state';
import type { OpenedUi, Reader } from './open';
import { openUi } from './open';

/** A target whose client is a program. */
export const programTarget = (command: readonly string[], more = ''): string =>
  `name: product\nenvironment: sandbox\nintegrator: { command: ${JSON.stringify(command)}, roles: [session] }\n${more}`;

/** What a page makes of what it was told of the run. */
export const runAfter = (events: readonly UiEvent[]): RunState =>
  events.reduce((state, event) => {
    if (event.type === 'begun' && event.area === 'run') return noRunState;
    return event.type === 'run' ? runStateAfter(state, event.event) : state;
  }, noRunState);

/** Those of one type, in the order in which they were told. */
export const runEventsOfType = <Type extends PageRunEvent['type']>({ events }: Reader, type: Type) =>
  events.flatMap((each) =>
    each.type === 'run' && each.event.type === type
      ? [each.event as Extract<PageRunEvent, { type: Type }>]
      : [],
  );

/** A server with a page that follows from its start. */
export async function openUiWithReader(t: TestContext, options: Parameters<typeof openUi>[1] = {}) {
  const opened = await openUi(t, options);
  const reader = opened.follow();
  await reader.until(({ events }) => events.length > 0);
  return { opened, reader };
}

export async function startRunInUi({ tell }: OpenedUi, asked: StartRun = {}): Promise<void> {
  const { status, text } = await tell('POST', '/api/run', asked);
  assert.equal(status, 202, text);
}

/** Waits until something is waited for. */
export async function waiting(reader: Reader): Promise<string> {
  const what = () => runEventsOfType(reader, 'waits').find((each) => each.what !== undefined)?.what;
  await reader.until(() => what() !== undefined);
  return what() ?? '';
}

/** Waits for the end, and gives its report. */
export async function waitForRunEnd(reader: Reader) {
  await reader.until(({ events }) => runAfter(events).end !== undefined);
  const { end } = runAfter(reader.events);
  assert.ok(end?.type === 'ended', JSON.stringify(end));
  return end;
}
