import { availableParallelism, loadavg } from 'node:os';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** The longest task of a page's main thread, in milliseconds: by the clock, and what the thread itself computed. */
export interface LongestTask {
  readonly byClock: number;
  readonly computed: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Notes the tasks that take longer than 50 ms by the clock, in every document of a page that comes. */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: number[] = [];
    Object.assign(globalThis, { longTasks: noted });
    new PerformanceObserver((found) => {
      for (const { duration } of found.getEntries()) noted.push(Math.round(duration));
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** The longest task while something is done, and drawn. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<LongestTask> {
  const browser = page.context().browser() ?? assert.fail('the page has a browser');
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await act();
  const noted = await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0);
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const tasks = mainTasks(traceEvents).map(({ tdur = 0 }) => Math.round(tdur / 1000));
  assert.ok(tasks.length > 0, 'the trace tells of tasks');
  return { byClock: Math.max(0, ...noted), computed: Math.max(...tasks) };
}

function mainTasks(events: readonly TraceEvent[]): TraceEvent[] {
  const keyOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map((each) => keyOf(each)),
  );
  return events.filter((each) => each.ph === 'X' && each.name.includes('RunTask') && main.has(keyOf(each)));
}

/** Whether others want the cores too: by the clock, a task then takes as long as they leave it waiting. */
export const isCrowded = (): boolean => (loadavg()[0] ?? 0) > availableParallelism() / 2;
