import fc from 'fast-check';
import type { Hub } from '../../support/desk/server/hub';
import type { Area, DeskEvent } from '../../support/desk/wire/events';

/** An event as the hub takes any: it reads nothing of it but the area. */
export interface Told {
  readonly type: `${Area}.told`;
  readonly text: string;
  /** It takes the place of the one before by this key. */
  readonly key?: string;
}

export const asEvent = (told: Told): DeskEvent => told as unknown as DeskEvent;

/** What a view makes of events: those that hold, in their order. */
export function reduced(events: readonly DeskEvent[]): Told[] {
  let held: Told[] = [];
  for (const event of events)
    if (event.type === 'desk.begun') held = held.filter(({ type }) => !type.startsWith(`${event.area}.`));
    else {
      const told = event as unknown as Told;
      if (told.key !== undefined) held = held.filter(({ key }) => key !== told.key);
      held.push(told);
    }
  return held;
}

const area = fc.constantFrom<Area>('run', 'traffic');

/** What may happen in a desk. */
export type Happening =
  { readonly begin: Area } | { readonly tell: Area } | { readonly latest: Area; readonly key: string };

export const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: area.map((tell) => ({ tell })) },
  { weight: 2, arbitrary: fc.record({ latest: area, key: fc.constantFrom('one', 'two') }) },
  { weight: 1, arbitrary: area.map((begin) => ({ begin })) },
);

/** Makes it happen, with a text of its own. */
export function happen(hub: Hub, each: Happening, text: string): void {
  if ('begin' in each) hub.begin(each.begin);
  else if ('tell' in each) hub.tell(asEvent({ type: `${each.tell}.told`, text }));
  else {
    // Keys of two areas never meet.
    const key = `${each.latest} ${each.key}`;
    hub.latest(key, asEvent({ type: `${each.latest}.told`, text, key }));
  }
}
