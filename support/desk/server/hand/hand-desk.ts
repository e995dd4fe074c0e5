import type { Person, Saying } from '../../../run/hand/person';
import { Busy } from '../busy';
import type { Hub } from '../hub';
import { PagePerson } from './page-person';

/** Who is told what to do by hand at this desk: the person in front of the page, a new one for each run. */
export class HandDesk {
  readonly #hub: Hub;
  #person: PagePerson | undefined;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  /** Who works the client of a run that is about to start; the events of the one before are dropped. */
  begin(): Person {
    this.#hub.begin('hand');
    this.#person = new PagePerson(this.#hub);
    return this.#person;
  }

  /** Throws Busy where nothing of the kind stands open. */
  say(id: number, saying: Saying): void {
    if (this.#person === undefined)
      throw new Busy('nothing is done by hand now', 'start a run by hand first');
    this.#person.say(id, saying);
  }
}
