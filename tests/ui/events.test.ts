import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import fastify from 'fastify';
import type { UiEvent } from '../../support/ui/api';
import { EventHub, keptPerArea } from '../../support/ui/server/event-hub';
import { addStream } from '../../support/ui/server/stream';
import { assertEffort } from '../effort';
import { assertProperty } from '../hold';
import { openUi, Reader } from './open';

const told = (what: string): UiEvent => ({ type: 'run', event: { type: 'waits', what } });
const elsewhere = (name: string): UiEvent => ({ type: 'file', file: { state: 'judging', name } });

const textOf = (event: UiEvent): string => {
  if (event.type === 'run' && event.event.type === 'waits') return event.event.what ?? '';
  return event.type === 'file' && event.file.state === 'judging' ? event.file.name : '';
};

/** What a page makes of events: the texts that hold, in their order; `key text` takes the place of the one before. */
function held(events: readonly UiEvent[]): string[] {
  let all: UiEvent[] = [];
  for (const event of events)
    if (event.type === 'begun') all = all.filter(({ type }) => (type === 'run') !== (event.area === 'run'));
    else {
      const [key = '', ...more] = textOf(event).split(' ');
      if (more.length > 0) all = all.filter((each) => !textOf(each).startsWith(`${key} `));
      all.push(event);
    }
  return all.map(textOf);
}

/** All behind a number, taken in pieces, and the number of the last of them. */
function readOn(hub: EventHub, from: number, size = 3): { events: UiEvent[]; upTo: number } {
  const events: UiEvent[] = [];
  let upTo = from;
  for (let batch = hub.after(upTo, size); batch; batch = hub.after(upTo, size)) {
    assert.ok(batch.events.length <= size && batch.upTo > upTo);
    ({ upTo } = batch);
    events.push(...batch.events);
  }
  return { events, upTo };
}

const rest = (hub: EventHub, from: number, size?: number): UiEvent[] => readOn(hub, from, size).events;

const happening = fc.oneof(
  fc.record({ what: fc.constantFrom('tell', 'latest one', 'latest two', 'begin'), inRun: fc.boolean() }),
);

describe('what happens, for all pages', () => {
  it('comes to the same for a page that joined at any time and one that followed from the start', () =>
    assertProperty(
      fc.property(fc.array(fc.tuple(happening, fc.boolean(), fc.boolean())), (all) => {
        const hub = new EventHub();
        const pages = [{ seen: [] as UiEvent[], upTo: 0 }];
        all.forEach(([{ what, inRun }, joins, isRead], index) => {
          const event = (text: string) => (inRun ? told(text) : elsewhere(text));
          const [, key] = what.split(' ');
          if (what === 'begin') hub.begin(inRun ? 'run' : 'traffic');
          else if (key === undefined) hub.tell(event(String(index)));
          else hub.latest(`${key} ${inRun}`, event(`${key}-${inRun} ${index}`));
          if (joins) pages.push({ seen: [], upTo: 0 });
          for (const page of isRead ? pages : []) {
            const { events, upTo } = readOn(hub, page.upTo);
            page.seen.push(...events);
            page.upTo = upTo;
          }
        });
        const whole = held(rest(hub, 0));
        assert.equal(new Set(whole).size, whole.length, 'nothing twice');
        for (const { seen, upTo } of pages) assert.deepEqual(held([...seen, ...rest(hub, upTo)]), whole);
      }),
      500,
    ));

  it('keeps the newest of an area, and every state; what is gone is known', () => {
    const hub = new EventHub();
    hub.latest('k', told('state'));
    hub.tell(elsewhere('other'));
    for (let at = 0; at < 3 * keptPerArea; at += 1) hub.tell(told(String(at)));
    const texts = rest(hub, 0, 5000).map(textOf);
    assert.deepEqual(texts.slice(0, 2), ['state', 'other']);
    assert.ok(
      texts.length <= keptPerArea + 1 && texts.length > keptPerArea * 0.85,
      `${texts.length} are kept`,
    );
    assert.equal(texts.at(-1), String(3 * keptPerArea - 1));
    assert.equal(Number(texts.at(-1)) - Number(texts[2]), texts.length - 3, 'without a gap');
    assert.equal(hub.thinnedTo, Number(texts[2]) + 2);
  });

  it('costs no more where a state changes often', () => {
    const often = (size: number) => (): void => {
      const hub = new EventHub();
      for (let at = 0; at < size; at += 1) hub.tell(told(''));
      for (let at = 0; at < 16 * size; at += 1) hub.latest(`k${at % 50}`, elsewhere(''));
    };
    // Sixteen times as much where it grows with the input, 256 times with its square: caches and garbage may cost
    // something.
    assertEffort(often(keptPerArea), { what: 'a sixteenth of it', act: often(keptPerArea / 16), most: 64 });
  });
});

/** A server that has nothing but a stream. */
async function streamed(t: TestContext) {
  const [hub, app] = [new EventHub(), fastify({ forceCloseConnections: true })];
  addStream(app, hub);
  await app.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const read = (after = '', headers: Record<string, string> = {}) =>
    new Reader(t, new URL(`http://127.0.0.1:${port}/events${after}`), headers);
  return { hub, app, read };
}

const has = (text: string) => (reader: Reader) => reader.events.some((event) => textOf(event) === text);
const hasBegun = (): boolean => true;

describe('the stream', () => {
  it('tells a new page all that holds, then what comes, many at a time', async (t) => {
    const { hub, read } = await streamed(t);
    for (let at = 0; at < 1200; at += 1) hub.tell(told(String(at)));
    const reader = read();
    await reader.until(has('1199'));
    assert.deepEqual([reader.beginnings, reader.sizes], [['all'], [500, 500, 200]]);
    for (const text of ['a', 'b']) hub.tell(told(text));
    await reader.until(has('b'));
    assert.deepEqual(reader.sizes.slice(3), [2]);
    assert.deepEqual(held(reader.events), held(rest(hub, 0)));
  });

  it('goes on where it broke or was parked; one that was told by another process takes all', async (t) => {
    const { hub, read } = await streamed(t);
    const first = read();
    hub.tell(told('a'));
    await first.until(has('a'));
    await first.end();
    hub.tell(told('b'));
    const before = { 'last-event-id': first.lastId };
    for (const second of [read('', before), read(`?after=${first.lastId}`), read('?after=other-1', before)]) {
      await second.until(has('b'));
      assert.deepEqual([second.beginnings, held(second.events)], [['on'], ['b']]);
      await second.end();
    }
    for (const id of ['other-1', hub.epoch, `${hub.epoch}-x`, `${hub.epoch}--1`, `x${hub.epoch}-1`, '-1']) {
      const stranger = read(`?after=${id}`);
      await stranger.until(has('b'));
      assert.deepEqual([stranger.beginnings, held(stranger.events)], [['all'], ['a', 'b']], id);
      await stranger.end();
    }
  });

  it('tells all again to one that was away so long that events are gone', async (t) => {
    const { hub, read } = await streamed(t);
    const first = read();
    await first.until(hasBegun);
    await first.end();
    for (let at = 0; at <= keptPerArea; at += 1) hub.tell(told(String(at)));
    const second = read(`?after=${first.lastId}`);
    await second.until(has(String(keptPerArea)));
    assert.deepEqual([second.beginnings, held(second.events)], [['all'], held(rest(hub, 0, 5000))]);
  });

  it('keeps nothing back for a reader that stalls, who holds no one else up', async (t) => {
    const { hub, read } = await streamed(t);
    const [slow, quick] = [read(), read()];
    for (const each of [slow, quick]) await each.until(hasBegun);
    await slow.stall();
    const [rounds, long] = [40, 'x'.repeat(1000)];
    // 40 MB in all; what lies between the two ends of a connection takes some.
    for (let round = 0; round < rounds; round += 1) {
      for (let at = 0; at < 1000; at += 1) hub.tell(told(long));
      hub.tell(told(`end of ${round}`));
      await quick.until((reader) => textOf(reader.events.at(-1) ?? told('')) === `end of ${round}`);
    }
    assert.deepEqual([quick.events.length, quick.beginnings], [rounds * 1001, ['all']]);
    await slow.goOn();
    await slow.until(has(`end of ${rounds - 1}`));
    assert.deepEqual(slow.beginnings, ['all', 'all']);
    assert.equal(slow.events.length, rest(hub, 0, 5000).length);
    assert.ok(slow.length < quick.length * 0.9, `${slow.length} bytes had been kept for it`);
  });

  it('holds four pages; a fifth parks the first, which comes back', async (t) => {
    const { hub, read } = await streamed(t);
    const pages: Reader[] = [];
    for (let at = 0; at < 5; at += 1) {
      const page = read();
      await page.until(hasBegun);
      pages.push(page);
    }
    const [first, second] = pages;
    assert.ok(first && second);
    await first.closed();
    assert.deepEqual(first.beginnings, ['all', 'parked']);
    hub.tell(told('a'));
    for (const page of pages.slice(1)) await page.until(has('a'));
    const back = read(`?after=${first.lastId}`);
    await Promise.all([back.until(has('a')), second.closed()]);
    assert.deepEqual([back.beginnings, second.beginnings], [['on'], ['all', 'parked']]);
    // A page that was closed is in the way of none.
    await back.end();
    const next = read();
    await next.until(has('a'));
    hub.tell(told('b'));
    for (const page of [...pages.slice(2), next]) await page.until(has('b'));
  });

  it('ends with the server', async (t) => {
    const opened = await openUi(t);
    const reader = opened.follow();
    await reader.until(({ events }) => events.length > 0);
    await opened.ui.close();
    await reader.closed();
  });
});
