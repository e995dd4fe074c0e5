import type { Happening } from '../../../run/hand/happenings';
import type { Person, Saying } from '../../../run/hand/person';
import { Busy } from '../busy';
import type { Hub } from '../hub';

/** What a person is waited for. */
interface Open {
  readonly id: number;
  readonly kind: 'act' | 'question';
  /** The services have refused what was done. */
  isRefused: boolean;
}

type Kind = Saying['say'];

/** A person in front of the page, for one run: told by events, and heard by what tabs send. */
export class PagePerson implements Person {
  readonly answers = true;
  readonly #hub: Hub;
  readonly #hearers = new Set<(saying: Saying) => void>();
  #open: Open | undefined;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  tell(happening: Happening): void {
    this.#follow(happening);
    this.#hub.tell({ type: 'hand.told', happening });
  }

  listen(hear: (saying: Saying) => void): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  /** Passes on what a tab sends. Throws Busy where nothing of the kind stands open: another tab may have been faster. */
  say(id: number, saying: Saying): void {
    const open = this.#open;
    if (open?.id !== id) throw new Busy('this is over', 'the page shows what is asked for now');
    if (!fits(open, saying.say))
      throw new Busy('there is nothing to say that about', 'the page shows what is asked for now');
    for (const hear of [...this.#hearers]) hear(saying);
  }

  #follow(happening: Happening): void {
    if (happening.what === 'asked') this.#open = { id: happening.act.id, kind: 'act', isRefused: false };
    if (happening.what === 'questioned')
      this.#open = { id: happening.question.id, kind: 'question', isRefused: false };
    if (happening.what === 'done' && happening.id === this.#open?.id) this.#open = undefined;
    if (this.#open === undefined) return;
    if (happening.what === 'waiting') this.#open.isRefused = false;
    if (happening.what === 'seen' && isRefusal(happening)) this.#open.isRefused = true;
  }
}

function fits({ kind, isRefused }: Open, say: Kind): boolean {
  if (say === 'retry' || say === 'accept') return isRefused;
  return say === 'skip' || (say === 'answer' && kind === 'question');
}

const isRefusal = ({ seen }: Extract<Happening, { what: 'seen' }>): boolean =>
  seen.act !== undefined && (seen.whyNot?.kind === 'refused' || seen.whyNot?.kind === 'broke-off');
