import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keptPerArea } from '../../support/desk/server/hub';
import { startDesk } from '../../support/desk/start-desk';
import { shareBrowser } from '../report/page/browser';
import { startTestDesk } from './browser';
import { isCrowded, longestTask, watchTasks } from './page-tasks';
import {
  heardUpTo,
  openProbe,
  probeContext,
  untilHeard,
  untilStanding,
  watchConnections,
} from './probe/open';
import type { Told } from './told';
import { asEvent } from './told';
import { missing } from '../tools';

const textsOf = (told: readonly Told[]): string[] => told.map(({ text }) => text);
const numbers = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_each, at) => String(from + at));

describe('the tabs of a browser', { skip: missing('browser') }, () => {
  shareBrowser();

  it('eight of them load and hear all, over one stream', async (t) => {
    const { desk } = await startTestDesk(t);
    const { streams } = watchConnections(t, desk.url);
    const context = await probeContext(t);
    const tell = (text: string) => {
      desk.context.hub.tell(asEvent({ type: 'run.told', text }));
    };
    tell('before all');
    const tabs = [];
    for (let at = 0; at < 8; at += 1) {
      tabs.push(await openProbe(context, desk.url));
      tell(`after ${at}`);
    }
    tell('last');
    for (const tab of tabs)
      assert.deepEqual(textsOf(await heardUpTo(tab, 'last')), [
        'before all',
        ...numbers(8).map((at) => `after ${at}`),
        'last',
      ]);
    assert.equal(streams(), 1);
    // Who closes first takes the stream of no other.
    await tabs.shift()?.close();
    tell('and on');
    for (const tab of tabs) assert.equal(textsOf(await heardUpTo(tab, 'and on')).at(-1), 'and on');
  });

  it('hear all once after a reload in the middle', async (t) => {
    const { desk } = await startTestDesk(t);
    const context = await probeContext(t);
    const tab = await openProbe(context, desk.url);
    const all = numbers(3000);
    let next = 0;
    const timer = setInterval(() => {
      for (const text of all.slice(next, next + 10))
        desk.context.hub.tell(asEvent({ type: 'run.told', text }));
      next += 10;
      if (next >= all.length) clearInterval(timer);
    }, 5);
    t.after(() => {
      clearInterval(timer);
    });
    for (let times = 0; times < 3; times += 1) {
      await tab.waitForFunction(
        (least) => (globalThis as unknown as { probe: { heard: unknown[] } }).probe.heard.length > least,
        300 * times,
      );
      await tab.reload();
      await untilStanding(tab, 'open');
    }
    assert.ok(next < all.length, 'it was in the middle');
    assert.deepEqual(textsOf(await heardUpTo(tab, all.at(-1) ?? '')), all);
  });

  it('go on after their connection broke, without a gap and nothing twice', async (t) => {
    const { desk } = await startTestDesk(t);
    const connections = watchConnections(t, desk.url);
    const context = await probeContext(t);
    const tabs = [await openProbe(context, desk.url), await openProbe(context, desk.url)];
    const all = numbers(900);
    for (const part of [0, 300, 600]) {
      for (const text of all.slice(part, part + 150))
        desk.context.hub.tell(asEvent({ type: 'run.told', text }));
      connections.kill();
      for (const text of all.slice(part + 150, part + 300))
        desk.context.hub.tell(asEvent({ type: 'run.told', text }));
      for (const tab of tabs)
        assert.deepEqual(textsOf(await heardUpTo(tab, String(part + 299))), all.slice(0, part + 300));
    }
    assert.equal(connections.streams(), 4);
  });

  it('take all anew from another process at the same address, once it has been opened', async (t) => {
    const { desk, folder } = await startTestDesk(t);
    const context = await probeContext(t);
    const before = await openProbe(context, desk.url);
    for (const text of ['old', 'older', 'oldest']) desk.context.hub.tell(asEvent({ type: 'run.told', text }));
    await heardUpTo(before, 'oldest');
    await desk.close();
    await untilStanding(before, 'lost');
    const port = Number(new URL(desk.url).port);
    const next = await startDesk({ target: `${folder}/t.yaml`, reports: folder, port });
    t.after(() => next.close());
    next.context.hub.tell(asEvent({ type: 'run.told', text: 'new' }));
    // The cookie of the one before opens nothing here.
    await untilStanding(before, 'refused');
    const after = await openProbe(context, next.url);
    for (const tab of [before, after]) {
      await untilStanding(tab, 'open');
      assert.deepEqual(textsOf(await heardUpTo(tab, 'new')), ['new']);
    }
    next.context.hub.tell(asEvent({ type: 'run.told', text: 'and on' }));
    for (const tab of [before, after])
      assert.deepEqual(textsOf(await heardUpTo(tab, 'and on')), ['new', 'and on']);
  });

  it('hear each by itself where the browser cannot share', async (t) => {
    const { desk } = await startTestDesk(t);
    const { streams } = watchConnections(t, desk.url);
    const context = await probeContext(t);
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
    const tabs = [await openProbe(context, desk.url), await openProbe(context, desk.url)];
    desk.context.hub.tell(asEvent({ type: 'run.told', text: 'a' }));
    for (const tab of tabs) assert.deepEqual(textsOf(await heardUpTo(tab, 'a')), ['a']);
    assert.equal(streams(), 2);
  });

  it('hear again when they come back from the cache of pages that were left', async (t) => {
    const { desk } = await startTestDesk(t);
    const context = await probeContext(t);
    const tab = await openProbe(context, desk.url);
    const stays = await openProbe(context, desk.url);
    // Playwright keeps this cache off; these are the events that browsers tell then.
    const leaves = (type: 'pagehide' | 'pageshow') =>
      tab.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
    await leaves('pagehide');
    desk.context.hub.tell(asEvent({ type: 'run.told', text: 'meanwhile' }));
    await heardUpTo(stays, 'meanwhile');
    assert.deepEqual(
      await tab.evaluate(() =>
        (globalThis as unknown as { probe: { heard: { type: string }[] } }).probe.heard.filter(
          ({ type }) => type !== 'desk.begun',
        ),
      ),
      [],
    );
    await leaves('pageshow');
    assert.deepEqual(textsOf(await heardUpTo(tab, 'meanwhile')), ['meanwhile']);
  });

  it('take thousands of events without a task over 100 ms, or eight times that of an empty page', async (t) => {
    const { desk } = await startTestDesk(t);
    const context = await probeContext(t);
    const long = 'x'.repeat(500);
    const tell = (count: number, end: string) => {
      for (let at = 0; at < count; at += 1) desk.context.hub.tell(asEvent({ type: 'run.told', text: long }));
      desk.context.hub.tell(asEvent({ type: 'run.told', text: end }));
    };
    const opened = async (end: string) => {
      const tab = await context.newPage();
      await watchTasks(tab);
      const task = await longestTask(tab, async () => {
        await tab.goto(desk.url);
        await untilHeard(tab, end);
      });
      return { tab, task };
    };
    tell(0, 'alone');
    // What the page takes without them, on a machine as slow as this one is now.
    const floor = await opened('alone');
    await floor.tab.close();
    tell(keptPerArea - 100, 'kept');
    const { tab, task: kept } = await opened('kept');
    const live = await longestTask(tab, async () => {
      tell(10_000, 'live');
      await untilHeard(tab, 'live');
    });
    const most = Math.max(100, 8 * floor.task.computed);
    for (const [what, { byClock, computed }] of Object.entries({ kept, live })) {
      t.diagnostic(`${what}: ${byClock} ms by the clock, ${computed} ms computed`);
      assert.ok(computed <= most, `${what}: ${computed} ms, at most ${most}`);
      assert.ok(byClock <= most || isCrowded(), `${what}: ${byClock} ms by the clock, at most ${most}`);
    }
  });
});
