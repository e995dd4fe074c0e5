import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Hub, keptPerArea } from '../../support/desk/server/hub';
import type { DeskEvent } from '../../support/desk/wire/events';
import { assertEffort } from '../effort';
import { hold } from '../hold';
import { asEvent, happen, happening, reduced } from './told';

const told = (text: string) => asEvent({ type: 'run.told', text });
const textsOf = (events: readonly DeskEvent[]) => reduced(events).map(({ text }) => text);

/** All behind a number, taken in pieces of this size. */
function rest(hub: Hub, from: number, size: number): DeskEvent[] {
  const found: DeskEvent[] = [];
  let cursor = from;
  for (let batch = hub.after(cursor, size); batch; batch = hub.after(cursor, size)) {
    const { numbers, events } = batch;
    assert.ok(numbers.length <= size && numbers.length === events.length);
    assert.ok(numbers.every((number, at) => number > (numbers[at - 1] ?? cursor)));
    cursor = numbers.at(-1) ?? Number.NaN;
    found.push(...events);
  }
  assert.equal(cursor, Math.max(from, hub.last));
  return found;
}

describe('what happens, for all tabs', () => {
  it('is told in its order, and only once', () => {
    const hub = new Hub();
    for (const text of ['a', 'b', 'c']) hub.tell(told(text));
    assert.deepEqual(textsOf(hub.kept().events), ['a', 'b', 'c']);
    assert.deepEqual(hub.after(1, 1)?.numbers, [2]);
    assert.equal(hub.after(3, 1), undefined);
  });

  it('of a key only the newest holds, where it stands last', () => {
    const hub = new Hub();
    hub.latest('k', told('old'));
    hub.tell(told('between'));
    hub.latest('k', told('new'));
    assert.deepEqual(textsOf(hub.kept().events), ['between', 'new']);
  });

  it('of an area nothing holds once it begins again, and all else does', () => {
    const hub = new Hub();
    hub.tell(told('old'));
    hub.latest('k', told('state'));
    hub.tell(asEvent({ type: 'traffic.told', text: 'other' }));
    hub.begin('run');
    hub.latest('k', told('fresh'));
    assert.deepEqual(textsOf(hub.kept().events), ['other', 'fresh']);
  });

  it('a tab that joins at any time and one that followed from the start come to the same', () =>
    hold(
      fc.property(
        fc.array(happening),
        fc.array(fc.nat()),
        fc.integer({ min: 1, max: 7 }),
        (all, at, size) => {
          const hub = new Hub();
          const joins = new Set(at.map((each) => each % (all.length + 1)));
          const tabs = [{ seen: [] as DeskEvent[], from: 0 }];
          all.forEach((each, index) => {
            if (joins.has(index)) tabs.push({ seen: [...hub.kept().events], from: hub.kept().upTo });
            happen(hub, each, String(index));
          });
          const whole = reduced(hub.kept().events);
          for (const { seen, from } of tabs)
            assert.deepEqual(reduced([...seen, ...rest(hub, from, size)]), whole);
        },
      ),
      300,
    ));

  it('a tab that was told all and one that was told in pieces between come to the same', () =>
    hold(
      fc.property(fc.array(fc.tuple(happening, fc.boolean())), (all) => {
        const hub = new Hub();
        let [cursor, seen]: [number, DeskEvent[]] = [0, []];
        all.forEach(([each, isTaken], index) => {
          happen(hub, each, String(index));
          if (!isTaken) return;
          seen = [...seen, ...rest(hub, cursor, 3)];
          cursor = hub.last;
        });
        assert.deepEqual(reduced([...seen, ...rest(hub, cursor, 3)]), reduced(hub.kept().events));
      }),
      300,
    ));

  it('keeps the newest of an area, and every state; who missed what is gone is known', () => {
    const hub = new Hub();
    hub.latest('k', told('state'));
    hub.tell(asEvent({ type: 'traffic.told', text: 'of another area' }));
    const before = hub.last;
    for (let at = 0; at < 3 * keptPerArea; at += 1) hub.tell(told(String(at)));
    const { events } = hub.kept();
    const texts = events.map((event) => (event as unknown as { text: string }).text);
    assert.deepEqual(texts.slice(0, 2), ['state', 'of another area']);
    assert.ok(
      texts.length <= keptPerArea + 1 && texts.length > keptPerArea * 0.85,
      `${texts.length} are kept`,
    );
    assert.equal(texts.at(-1), String(3 * keptPerArea - 1));
    assert.equal(Number(texts.at(-1)) - Number(texts[2]), texts.length - 3, 'without a gap');
    assert.ok(hub.hasForgotten(before));
    assert.ok(!hub.hasForgotten(hub.last - 1));
  });

  it('a state that changes often costs no more than another event', () => {
    const full = (size: number): Hub => {
      const hub = new Hub();
      for (let at = 0; at < size; at += 1) hub.tell(told(String(at)));
      return hub;
    };
    const often = (size: number) => (): void => {
      const hub = full(size);
      for (let at = 0; at < 16 * size; at += 1)
        hub.latest(`k${at % 50}`, asEvent({ type: 'hand.told', text: '' }));
      assert.equal(hub.kept().events.length, size + 50);
    };
    // Sixteen times as much where it grows with the input, 256 times with its square: caches and garbage may cost something.
    assertEffort(often(keptPerArea), { what: 'a sixteenth of it', act: often(keptPerArea / 16), most: 64 });
  });

  it('calls back for each, until it is told not to', () => {
    const hub = new Hub();
    let count = 0;
    const forget = hub.onNews(() => (count += 1));
    hub.tell(told('a'));
    hub.begin('run');
    forget();
    hub.tell(told('b'));
    assert.equal(count, 2);
  });
});
