import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { stringify } from 'yaml';
import { LiveEvents } from '../../support/desk/server/traffic/live-events';
import type { DeskEvent } from '../../support/desk/wire/events';
import type { OpenedDesk } from './browser';

/** Asks the desk as its page would, with its cookie. */
async function post(page: Page, path: string, body: object = {}): Promise<void> {
  await page.evaluate(
    async ([to = '', text = '']) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(to, { method: 'POST', headers, body: text });
      if (!answer.ok) throw new Error(await answer.text());
    },
    [path, JSON.stringify(body)],
  );
}

/** Resolves once the desk has told that. */
function told({ desk }: OpenedDesk, isIt: (event: DeskEvent) => boolean): Promise<void> {
  const { hub } = desk.context;
  return new Promise((resolve) => {
    const look = (): void => {
      if (!hub.kept().events.some(isIt)) return;
      forget();
      resolve();
    };
    const forget = hub.onNews(look);
    look();
  });
}

/** A run in its middle. */
export async function heldRun(opened: OpenedDesk): Promise<void> {
  await post(opened.page, '/api/run', { selfTest: true, subject: 'service' });
  await told(opened, ({ type }) => type === 'run.exchange');
  await post(opened.page, '/api/run/pause');
  await told(opened, (event) => event.type === 'run.stands' && event.standing === 'paused');
}

export async function endedRun(opened: OpenedDesk): Promise<void> {
  await post(opened.page, '/api/run', { selfTest: true, only: ['SES-01', 'TOK-08'] });
  await told(opened, ({ type }) => type === 'run.finished');
}

/** A run by hand that waits for its first act. */
export async function waitingByHand(opened: OpenedDesk): Promise<void> {
  const target = { name: 'by hand', integrator: { manual: true, roles: ['session'] } };
  writeFileSync(opened.desk.context.targetFile, stringify({ ...target, limits: { callMs: 60_000 } }));
  await post(opened.page, '/api/run', { subject: 'integrator', only: ['SES-01'] });
  await opened.page.locator('.hand .sentence').waitFor();
}

/** Mistakes in the form, and Save pressed. */
export async function askedAboutMistakes({ page }: OpenedDesk): Promise<void> {
  await post(page, '/api/target/begin', { kind: 'mock' });
  await post(page, '/api/target/edit', { edits: [{ path: ['limits', 'timeoutMs'], value: -1 }] });
  await page.locator('.save-bar .primary').click();
  await page.locator('dialog[open]').waitFor();
}

/** Exchanges, of which some break something. */
export async function someTraffic({ desk, page }: OpenedDesk): Promise<void> {
  const events = new LiveEvents(desk.context.hub);
  const seqs = [1, 2, 3, 4, 5];
  events.tell({
    exchanges: seqs.map((seq) => ({
      ...{ seq, arrivedAt: seq, durationMs: 3, sender: 'integrator', client: 'SBX_1' },
      ...{ service: 'gateway', operation: 'session.create', method: 'POST', path: '/sessions', status: 200 },
    })),
    findings: [{ seq: 4, ...finding, exchanges: [4] }],
    verdicts: [{ ...broken, subject: 'integrator', observations: 5, broken: 1 }],
  });
  events.flush();
  await page
    .locator('.traffic-list [role=option]')
    .nth(seqs.length - 1)
    .click();
}

const broken = {
  obligation: 'HDR-05',
  title: 'REQUEST-ID is new for every request',
  verdict: 'failed',
} as const;
const finding = { ...broken, message: 'HDR-05 broken in #4' };
