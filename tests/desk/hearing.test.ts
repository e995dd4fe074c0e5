import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { Hearing } from '../../support/desk/page/hearing';
import { Hub } from '../../support/desk/server/hub';
import type { DeskEvent, KeptEvents } from '../../support/desk/wire/events';
import { hold } from '../hold';
import type { Happening } from './told';
import { asEvent, happen, happening, reduced } from './told';

/** A tab, the server, and the stream between them, which goes only as far as it is let. */
class Scene {
  hub = new Hub();
  readonly seen: DeskEvent[] = [];
  /** Called back once more than one task has been taken. */
  onTaken: () => void = () => undefined;
  readonly #asked: ((answer: 'breaks' | 'comes') => void)[] = [];
  readonly #hearing = new Hearing({
    kept: () =>
      new Promise<KeptEvents>((resolve, reject) => {
        this.#asked.push((answer) => {
          if (answer === 'comes') resolve(this.hub.kept());
          else reject(new Error('broken'));
        });
      }),
    take: (events) => {
      this.seen.push(...events);
      if (this.seen.length > 500) this.onTaken();
    },
    stand: () => undefined,
  });
  #cursor = 0;
  #told = 0;

  happen(each: Happening): void {
    happen(this.hub, each, String((this.#told += 1)));
  }

  burst(): void {
    for (let at = 0; at < 1100; at += 1) this.happen({ tell: 'run' });
  }

  open(): void {
    this.#hearing.hear({ kind: 'open' });
  }

  /** The stream breaks, and goes on where it was. */
  lose(): void {
    this.#hearing.hear({ kind: 'lost' });
    this.#hearing.hear({ kind: 'open' });
  }

  deliver(most: number): boolean {
    const batch = this.hub.after(this.#cursor, most);
    if (batch === undefined) return false;
    this.#cursor = batch.numbers.at(-1) ?? Number.NaN;
    this.#hearing.hear({ kind: 'batch', batch });
    return true;
  }

  /** Another process stands at the same address. */
  another(): void {
    this.hub = new Hub();
    this.#cursor = 0;
    this.#hearing.hear({ kind: 'reset' });
    this.#hearing.hear({ kind: 'open' });
  }

  /** Answers what was asked for first, or another. */
  answer(how: 'breaks' | 'comes', which = 0): boolean {
    const [next] = this.#asked.splice(which % (this.#asked.length || 1), 1);
    next?.(how);
    return next !== undefined;
  }
}

const step: fc.Arbitrary<(scene: Scene) => void> = fc.oneof(
  {
    weight: 6,
    arbitrary: happening.map((each) => (scene: Scene) => {
      scene.happen(each);
    }),
  },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 6 }).map((most) => (scene: Scene) => void scene.deliver(most)),
  },
  { weight: 2, arbitrary: fc.nat(3).map((which) => (scene: Scene) => void scene.answer('comes', which)) },
  ...[
    (scene: Scene) => void scene.answer('breaks'),
    (scene: Scene) => {
      scene.burst();
    },
    (scene: Scene) => {
      scene.lose();
    },
    (scene: Scene) => {
      scene.another();
    },
  ].map((each) => ({ weight: 1, arbitrary: fc.constant(each) })),
);

describe('what a tab hears', () => {
  it('is what the server keeps and what comes, nothing lost or doubled, however the two meet', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    await hold(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), fc.nat(), async (steps, joined) => {
        const scene = new Scene();
        for (const [at, each] of steps.entries()) {
          if (at === joined % steps.length) scene.open();
          each(scene);
          await turn();
        }
        // What is asked for again after a break, all that is still to come, and each task in which it is taken.
        for (let quiet = 0; quiet < 60; quiet += 1) {
          while (scene.answer('comes') || scene.deliver(500)) await turn();
          t.mock.timers.tick(1000);
          await turn();
        }
        const held = reduced(scene.seen);
        assert.equal(new Set(held.map(({ text }) => text)).size, held.length, 'nothing twice');
        assert.deepEqual(held, reduced(scene.hub.kept().events));
      }),
      200,
    );
  });

  it('asks once, and waits no longer than it must', async () => {
    const scene = new Scene();
    scene.open();
    scene.hub.tell(asEvent({ type: 'run.told', text: 'before' }));
    assert.ok(scene.answer('comes'));
    await turn();
    scene.lose();
    assert.ok(!scene.answer('comes'), 'a stream that goes on where it was needs nothing else');
    scene.hub.tell(asEvent({ type: 'run.told', text: 'after' }));
    scene.deliver(500);
    assert.deepEqual(
      reduced(scene.seen).map(({ text }) => text),
      ['before', 'after'],
    );
  });

  it('takes no more of what another process kept, once there is this one', async () => {
    const scene = new Scene();
    scene.burst();
    scene.open();
    scene.answer('comes');
    await new Promise<void>((resolve) => (scene.onTaken = resolve));
    scene.another();
    scene.hub.tell(asEvent({ type: 'run.told', text: 'of this one' }));
    scene.answer('comes');
    while (scene.deliver(500)) await turn();
    for (let rest = 0; rest < 5; rest += 1) await turn();
    assert.deepEqual(
      reduced(scene.seen).map(({ text }) => text),
      ['of this one'],
    );
  });
});
