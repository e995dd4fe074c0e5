import type { HandEvent } from '../../run/hand/happenings';
import type { Person, PersonInput } from '../../run/hand/person';
import type { HandReply } from '../api';
import type { OpenTurn } from '../page/hand-state';
import { handStateAfter, noHandState } from '../page/hand-state';
import { ConflictError } from './errors';
import type { EventHub } from './event-hub';

/**
 * Represents the person who operates the client during one run. All pages show the events, and the person can
 * reply on any page.
 */
class PagePerson implements Person {
  readonly answers = true;
  readonly #hub: EventHub;
  readonly #hearers = new Set<(saying: PersonInput) => void>();
  /** The state that all pages show */
  #state = noHandState;

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  tell(happening: HandEvent): void {
    this.#state = handStateAfter(this.#state, happening);
    this.#hub.tell({ type: 'hand', happening });
  }

  listen(hear: (saying: PersonInput) => void): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  hear({ id, saying }: HandReply): void {
    const { open } = this.#state;
    if (open?.id !== id) throw new ConflictError('this is over', 'the page shows what is asked for now');
    if (!fits(open, saying))
      throw new ConflictError('there is nothing to say that about', 'the page shows what is asked for now');
    for (const hear of [...this.#hearers]) hear(saying);
  }
}

function fits(open: OpenTurn, saying: PersonInput): boolean {
  const { say } = saying;
  if (say === 'retry' || say === 'accept') return open.kind === 'act' && open.refused !== undefined;
  if (say === 'answer') return open.kind === 'question' && open.question.choices.includes(saying.answer);
  return say === 'skip';
}

/**
 * Connects the pages to runs in which a person operates the client. Each run gets its own {@link PagePerson}.
 */
export class HandRuns {
  readonly #hub: EventHub;
  #person: PagePerson | undefined;

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  /** Returns the person for a run that is about to start. Discards the events of the previous run. */
  begin(): Person {
    this.#hub.begin('hand');
    return (this.#person = new PagePerson(this.#hub));
  }

  /**
   * Passes on a reply from a page. Throws a `ConflictError` if the reply does not fit the open act or
   * question, for example because another page has already replied.
   */
  say(said: HandReply): void {
    if (this.#person === undefined)
      throw new ConflictError('nothing is done by hand now', 'start a run by hand first');
    this.#person.hear(said);
  }
}
