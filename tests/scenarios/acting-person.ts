import type { PlannedAct, CycleStateQuestion } from '../../support/run/hand/acts';
import type { HandEvent, RequestByHand } from '../../support/run/hand/happenings';
import type { Person, PersonInput } from '../../support/run/hand/person';
import type { OwnSystem } from './own-hand';

/** What a person says, or has their system do, about an act; by default they do what is asked. */
export type Deed =
  PersonInput | 'do' | 'leave' | ((by: { readonly system: OwnSystem }) => Promise<PersonInput | undefined>);

export interface Manner {
  readonly about?: (act: PlannedAct) => Deed;
  readonly question?: (question: CycleStateQuestion) => PersonInput | undefined;
  /** Whether they can answer one at all; they can by default. */
  readonly answers?: false;
  /** What they say to a refusal; by default it counts. */
  readonly refused?: (act: number) => PersonInput | undefined;
}

/** A person without a terminal, who does with their own system what they are told. */
export class ActingPerson implements Person {
  readonly answers: boolean;
  readonly told: HandEvent[] = [];
  /** What their system could not do, as where the services refused it. */
  readonly troubles: unknown[] = [];
  readonly #system: OwnSystem;
  readonly #manner: Manner;
  readonly #hearers = new Set<(saying: PersonInput) => void>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(system: OwnSystem, manner: Manner = {}) {
    this.#system = system;
    this.#manner = manner;
    this.answers = manner.answers ?? true;
  }

  listen(hear: (saying: PersonInput) => void): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  say(saying: PersonInput): void {
    for (const hear of this.#hearers) hear(saying);
  }

  tell(happening: HandEvent): void {
    this.told.push(happening);
    const { what } = happening;
    if (what === 'introduced') this.#system.configure(happening.introduction);
    if (what === 'begun' && happening.restart) this.#system.restart();
    if (what === 'asked') this.#soon(() => this.#do(happening.act));
    if (what === 'questioned') this.#soon(() => this.#answer(happening.question));
    // Their system may try again by itself: they look at it once it has come to rest.
    if (what === 'seen' && happening.seen.whyNot?.kind === 'refused')
      this.#soon(() => this.#face(happening.seen));
  }

  async #face({ act: id = 0 }: RequestByHand): Promise<void> {
    const saying = this.#manner.refused?.(id) ?? { say: 'accept' };
    this.say(saying);
    const act = this.asked().find((each) => each.id === id);
    if (saying.say === 'retry' && act !== undefined) await this.#do(act);
  }

  /** Acts of one kind that were asked. */
  asked(method?: string): PlannedAct[] {
    const acts = this.told.flatMap((each) => (each.what === 'asked' ? [each.act] : []));
    return method === undefined ? acts : acts.filter(({ label }) => label.split(' ')[1] === method);
  }

  #soon(act: () => Promise<unknown>): void {
    this.#last = this.#last.then(act).catch((error: unknown) => {
      this.troubles.push(error);
    });
  }

  async #do(act: PlannedAct): Promise<void> {
    const deed = this.#manner.about?.(act) ?? 'do';
    if (deed === 'leave') return;
    if (deed === 'do') await this.#system.act(act);
    else {
      const saying = typeof deed === 'function' ? await deed({ system: this.#system }) : deed;
      if (saying !== undefined) this.say(saying);
    }
  }

  async #answer(question: CycleStateQuestion): Promise<void> {
    this.say(
      this.#manner.question?.(question) ?? { say: 'answer', answer: await this.#system.shows(question) },
    );
  }
}
