import type { Person, Saying } from '../../../run/hand/person';
import { Busy } from '../busy';
import type { Hub } from '../hub';
import { PagePerson } from './page-person';

/** The part of a desk that this needs; with it, once it is there. */
interface Desk {
  readonly hub: Hub;
  hand?: HandDesk;
}

/** Who is told what to do by hand at this desk: one person, a new one for each run. */
export class HandDesk {
  #person: PagePerson | undefined;

  /** The person of the next run; the events of the one before are dropped. */
  begin({ hub }: Pick<Desk, 'hub'>): Person {
    hub.begin('hand');
    this.#person = new PagePerson(hub);
    return this.#person;
  }

  /** Throws Busy where nothing of the kind stands open. */
  say(id: number, saying: Saying): void {
    if (this.#person === undefined)
      throw new Busy('nothing is done by hand now', 'start a run by hand first');
    this.#person.say(id, saying);
  }
}

/** The desk for what is done by hand. */
export function handOf(desk: Desk): HandDesk {
  return (desk.hand ??= new HandDesk());
}

/** Who works the client of a run by hand that is about to start: the person in front of the page. */
export function personFor(desk: Desk): Person {
  return handOf(desk).begin(desk);
}
