import type { Asked } from '../../../exchange/exchange';

/** An exchange of a round, which holds negatives and the valid twins that they are bound to. */
export interface Bound {
  readonly seq: number;
  readonly part: Asked['part'];
  readonly variant: string;
  /** It was accepted, or carried out. */
  readonly isGood: boolean;
}

/** What the suite asked for in rounds, by exchange. */
export class Rounds {
  readonly #rounds = new Map<string, Bound[]>();
  readonly #roundOf = new Map<number, string>();

  /** Takes a line of a recording, whatever it holds. */
  add(seq: number, line: unknown): void {
    const { asked, response, facts } = (line ?? {}) as Line;
    if (typeof asked?.round !== 'string' || typeof asked.variant !== 'string') return;
    if (asked.part !== 'valid' && asked.part !== 'negative') return;
    const status = Number(response?.status);
    const isGood = (status >= 200 && status < 300) || facts?.adapter?.outcome === 'result';
    const round = this.#rounds.get(asked.round) ?? [];
    this.#rounds.set(asked.round, round);
    round.push({ seq, part: asked.part, variant: asked.variant, isGood });
    this.#roundOf.set(seq, asked.round);
  }

  /** Of a negative its valid twin, the first that was good; of a twin the negatives. */
  boundTo(seq: number): readonly Bound[] {
    const round = this.#rounds.get(this.#roundOf.get(seq) ?? '') ?? [];
    const own = round.find((each) => each.seq === seq);
    if (own?.part === 'valid') return round.filter(({ part }) => part === 'negative');
    const twins = round.filter(({ part }) => part === 'valid');
    const twin = twins.find(({ isGood }) => isGood) ?? twins[0];
    return own === undefined || twin === undefined ? [] : [twin];
  }
}

interface Line {
  readonly asked?: Readonly<Partial<Record<keyof Asked, unknown>>> | null;
  readonly response?: { readonly status?: unknown } | null;
  readonly facts?: { readonly adapter?: { readonly outcome?: unknown } | null } | null;
}
