import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { keptPerArea } from '../../support/desk/server/hub';
import type { EventBatch } from '../../support/desk/wire/events';
import type { Opened } from './ask';
import { opened } from './ask';
import { asEvent } from './told';

const told = (text: string) => asEvent({ type: 'run.told', text });

/** A connection to the stream that reads when it is told to. */
class Reader {
  /** All events that came so far. */
  readonly texts: string[] = [];
  readonly sizes: number[] = [];
  /** How it began, and began again. */
  readonly beginnings: string[] = [];
  lastId = '';
  /** So many characters came. */
  length = 0;
  readonly #response: Promise<IncomingMessage>;
  #rest = '';

  constructor(t: TestContext, { cookie, at }: Opened, lastId?: string) {
    const last = lastId === undefined ? {} : { 'last-event-id': lastId };
    const asked = get(at('/api/events'), { agent: false, headers: { cookie, ...last } });
    t.after(() => asked.destroy());
    this.#response = once(asked, 'response').then(([response]) => {
      const answer = response as IncomingMessage;
      return answer.setEncoding('utf8').on('data', (piece: string) => {
        this.#take(piece);
      });
    });
    this.#response.then(
      (response) => response.on('error', () => undefined),
      () => undefined,
    );
  }

  #take(piece: string): void {
    this.length += piece.length;
    const blocks = (this.#rest + piece).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      this.lastId = /^id: (.*)$/m.exec(block)?.[1] ?? this.lastId;
      const how = /^event: (.*)$/m.exec(block)?.[1];
      if (how !== undefined) this.beginnings.push(how);
      else {
        const { events } = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '') as EventBatch;
        this.sizes.push(events.length);
        this.texts.push(...events.map((event) => (event as { text?: string }).text ?? ''));
      }
    }
  }

  async stall(): Promise<void> {
    (await this.#response).pause();
  }

  async goOn(): Promise<void> {
    (await this.#response).resume();
  }

  async end(): Promise<void> {
    (await this.#response).destroy();
  }

  async until(holds: () => boolean): Promise<void> {
    const response = await this.#response;
    while (!holds()) await once(response, 'data');
  }

  async closed(): Promise<void> {
    const response = await this.#response;
    if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
  }
}

describe('the stream of events', () => {
  it('tells what happens from now on, many at a time', async (t) => {
    const scene = await opened(t);
    scene.desk.context.hub.tell(told('before'));
    const reader = new Reader(t, scene);
    await reader.until(() => reader.beginnings.length > 0);
    const texts = Array.from({ length: 1200 }, (_each, at) => String(at));
    for (const text of texts) scene.desk.context.hub.tell(told(text));
    await reader.until(() => reader.texts.length >= texts.length);
    assert.deepEqual(reader.texts, texts);
    assert.deepEqual(reader.beginnings, ['ready']);
    assert.deepEqual(reader.sizes, [500, 500, 200]);
  });

  it('goes on where it broke, and begins anew for one that was told by another process', async (t) => {
    const scene = await opened(t);
    const { hub } = scene.desk.context;
    const first = new Reader(t, scene);
    await first.until(() => first.beginnings.length > 0);
    hub.tell(told('a'));
    await first.until(() => first.texts.length > 0);
    await first.end();
    hub.tell(told('b'));
    const second = new Reader(t, scene, first.lastId);
    await second.until(() => second.texts.length > 0);
    assert.deepEqual([second.beginnings, second.texts], [['ready'], ['b']]);
    for (const id of ['other 1', hub.epoch, `${hub.epoch} x`, `${hub.epoch} -1`, '', `x${hub.epoch} 1`]) {
      const stranger = new Reader(t, scene, id);
      await stranger.until(() => stranger.beginnings.length > 0);
      assert.deepEqual(stranger.beginnings, ['reset'], id);
    }
  });

  it('begins anew for one that was away so long that events are gone', async (t) => {
    const scene = await opened(t);
    const { hub } = scene.desk.context;
    const first = new Reader(t, scene);
    await first.until(() => first.beginnings.length > 0);
    await first.end();
    for (let at = 0; at <= keptPerArea; at += 1) hub.tell(told(String(at)));
    const second = new Reader(t, scene, first.lastId);
    await second.until(() => second.beginnings.length > 1);
    hub.tell(told('next'));
    await second.until(() => second.texts.length > 0);
    assert.deepEqual([second.beginnings, second.texts], [['ready', 'reset'], ['next']]);
  });

  it('keeps nothing back for a reader that stalls, who holds no one else up', async (t) => {
    const scene = await opened(t);
    const { hub } = scene.desk.context;
    const [slow, quick] = [new Reader(t, scene), new Reader(t, scene)];
    for (const each of [slow, quick]) await each.until(() => each.beginnings.length > 0);
    await slow.stall();
    const long = 'x'.repeat(1000);
    const rounds = 60;
    // 60 MB in all; what lies between the two ends of a connection takes some.
    for (let round = 0; round < rounds; round += 1) {
      for (let at = 0; at < 1000; at += 1) hub.tell(told(long));
      hub.tell(told(`end of ${round}`));
      await quick.until(() => quick.texts.at(-1) === `end of ${round}`);
    }
    assert.equal(quick.texts.length, rounds * 1001, 'the other one was told all');
    await slow.goOn();
    await slow.until(() => slow.beginnings.length > 1);
    hub.tell(told('next'));
    await slow.until(() => slow.texts.at(-1) === 'next');
    assert.ok(slow.length < quick.length / 2, `${slow.length} bytes had been kept for it`);
  });

  it('ends with the desk', async (t) => {
    const scene = await opened(t);
    const reader = new Reader(t, scene);
    await reader.until(() => reader.beginnings.length > 0);
    await scene.desk.close();
    await reader.closed();
  });
});
