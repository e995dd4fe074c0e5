import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { stringify } from 'yaml';
import type { DeskEvent } from '../../support/desk/wire/events';
import type { RunFinished } from '../../support/desk/wire/run';
import type { Happening } from '../../support/run/hand/happenings';
import { OwnSystem } from '../scenarios/own-hand';
import type { OpenedDesk } from './browser';

/** A run by hand whose person is in front of the page of a desk. */
export interface RunAtDesk {
  readonly finished: Promise<RunFinished>;
  readonly system: OwnSystem;
  /** What the page was told. */
  readonly told: () => readonly Happening[];
}

/** Declared for the certificate: what cannot be seen from outside. */
const declared = { by: 'a person', date: '2026-11-01', statement: 'It is so.' };

/** Starts a run by hand at a desk, on a target of these roles. */
export async function runAtDesk(
  t: TestContext,
  { desk, page }: OpenedDesk,
  roles: readonly string[],
  only?: readonly string[],
): Promise<RunAtDesk> {
  const system = await new OwnSystem().open();
  t.after(() => system.close());
  const { hub, targetFile } = desk.context;
  writeFileSync(
    targetFile,
    stringify({
      name: 'by hand',
      integrator: { manual: true, roles },
      limits: { callMs: 60_000 },
      declarations: { 'HDR-14': declared, 'TOK-08': declared, 'ENC-16': declared },
    }),
  );
  const events = (): readonly DeskEvent[] => hub.kept().events;
  await page.evaluate(start, JSON.stringify({ subject: 'integrator', ...(only && { only }) }));
  return {
    system,
    finished: endOf(hub, events),
    told: () => events().flatMap((event) => (event.type === 'hand.told' ? [event.happening] : [])),
  };
}

/** In the page: with its cookie, as the page itself would. */
async function start(body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/api/run', { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

async function endOf(
  hub: OpenedDesk['desk']['context']['hub'],
  events: () => readonly DeskEvent[],
): Promise<RunFinished> {
  const news = new EventEmitter();
  const quiet = hub.onNews(() => news.emit('news'));
  for (;;) {
    const end = events().find((each) => each.type === 'run.finished' || each.type === 'run.failed');
    if (end?.type === 'run.failed') throw new Error(end.message);
    if (end !== undefined) {
      quiet();
      return end;
    }
    await once(news, 'news');
  }
}

/** The values that the page shows to be copied, by their names. */
export async function shownValues(page: Page, within: string): Promise<Readonly<Record<string, string>>> {
  const rows = await page
    .locator(`${within} .to-copy > div`)
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('dt')?.textContent,
        row.querySelector('dd code')?.textContent ?? '',
      ]),
    );
  return Object.fromEntries(rows) as Record<string, string>;
}
