import type { Happening } from '../../run/hand/happenings';
import type { Person, Saying } from '../../run/hand/person';
import type { SaidByHand } from '../api';
import type { OpenTurn } from '../page/hand-state';
import { afterHappening, nothingByHand } from '../page/hand-state';
import { Busy } from './errors';
import type { Hub } from './hub';

/** The person at the page, for one run by hand. Events go to all pages, and any page can reply. */
class PagePerson implements Person {
  readonly answers = true;
  readonly #hub: Hub;
  readonly #hearers = new Set<(saying: Saying) => void>();
  /** The state that all pages show */
  #state = nothingByHand;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  tell(happening: Happening): void {
    this.#state = afterHappening(this.#state, happening);
    this.#hub.tell({ type: 'hand', happening });
  }

  listen(hear: (saying: Saying) => void): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  hear({ id, saying }: SaidByHand): void {
    const { open } = this.#state;
    if (open?.id !== id) throw new Busy('this is over', 'the page shows what is asked for now');
    if (!fits(open, saying))
      throw new Busy('there is nothing to say that about', 'the page shows what is asked for now');
    for (const hear of [...this.#hearers]) hear(saying);
  }
}

function fits(open: OpenTurn, saying: Saying): boolean {
  const { say } = saying;
  if (say === 'retry' || say === 'accept') return open.kind === 'act' && open.refused !== undefined;
  if (say === 'answer') return open.kind === 'question' && open.question.choices.includes(saying.answer);
  return say === 'skip';
}

/** Connects the pages with runs by hand; each run gets its own person. */
export class Hand {
  readonly #hub: Hub;
  #person: PagePerson | undefined;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  /** Returns the person for a run that is about to start. Discards the events of the previous run. */
  begin(): Person {
    this.#hub.begin('hand');
    return (this.#person = new PagePerson(this.#hub));
  }

  /**
   * Passes on a reply from a page. Throws a `Busy` if the reply does not fit the open act or question, for
   * example because another page was faster.
   */
  say(said: SaidByHand): void {
    if (this.#person === undefined)
      throw new Busy('nothing is done by hand now', 'start a run by hand first');
    this.#person.hear(said);
  }
}
