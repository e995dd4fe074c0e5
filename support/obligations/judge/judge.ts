import type { ObligationId } from '..';
import type { ReadingValues } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';

/** What a rule may know besides the exchanges. */
export interface RuleContext {
  readonly readings: ReadingValues;
  /** The X-CM-ID that is right: `sbx` in the sandbox, which is the default; the configured suffix in production. */
  readonly cmId?: string;
  /** Transaction ids that were given to the integrator for its OTPs. */
  readonly txnIds?: readonly string[];
  /** Participant ids of provider and payer, with their network suffix. */
  readonly participants?: { readonly provider: string; readonly payer: string };
  /** How many processes of the integrator are at work where exchanges name none. Default 1. */
  readonly processes?: number;
}

/** One way in which an obligation was broken; everything that a message needs to teach. */
export interface Breach {
  /** `seq` of the exchanges that show it. */
  readonly exchanges: readonly number[];
  readonly sent: string;
  /** Every outcome that would have been right. */
  readonly expected: string;
  readonly got: string;
  readonly likely: string;
}

/** What a rule makes of one exchange. */
export type Judgement =
  | { readonly kept: true }
  | { readonly breach: Omit<Breach, 'exchanges'> }
  /** Seen where the document leaves it open. */
  | { readonly note: string }
  /**
   * A party other than the subject, or the lack of a valid twin, got in the way. `withholds`: what was kept elsewhere
   * does not make up for it.
   */
  | { readonly unjudged: string; readonly withholds?: true };

export const kept: Judgement = { kept: true };

/** What a rule found over all exchanges that it observed. */
export interface Conclusion {
  readonly obligation: ObligationId;
  /** How many observations were kept, broken or noted. */
  readonly observations: number;
  /** The first of the exchanges that were judged. */
  readonly evidence: readonly number[];
  /** The first breaches; `breachCount` tells how many there were. */
  readonly breaches: readonly Breach[];
  readonly breachCount: number;
  readonly notes: readonly string[];
  readonly unjudged: readonly string[];
}

/** A pure fold over exchanges: no I/O, no clock, no keys. */
export interface Rule {
  observe(exchange: Exchange): void;
  conclude(): Conclusion;
}

export type RuleFactory = (context: RuleContext) => Rule;

/** How many exchanges, breaches and notes a conclusion lists; all are counted. */
export const listed = 20;

/** Adds judgements up to a conclusion, in memory that does not grow with the recording. */
export class Tally {
  readonly #obligation: ObligationId;
  readonly #evidence: number[] = [];
  readonly #breaches: Breach[] = [];
  readonly #notes = new Set<string>();
  readonly #unjudged = new Set<string>();
  #observations = 0;
  #breachCount = 0;
  #withheld = false;

  constructor(obligation: ObligationId) {
    this.#obligation = obligation;
  }

  add(judgement: Judgement, ...seqs: number[]): void {
    if ('unjudged' in judgement) {
      if (this.#unjudged.size < listed) this.#unjudged.add(judgement.unjudged);
      this.#withheld ||= judgement.withholds === true;
      return;
    }
    this.#observations += 1;
    if (this.#evidence.length < listed) this.#evidence.push(...seqs);
    if ('breach' in judgement) {
      this.#breachCount += 1;
      if (this.#breaches.length < listed) this.#breaches.push({ ...judgement.breach, exchanges: seqs });
    }
    if ('note' in judgement && this.#notes.size < listed) this.#notes.add(judgement.note);
  }

  conclude(): Conclusion {
    const broken = this.#breaches.flatMap(({ exchanges }) => exchanges);
    return {
      obligation: this.#obligation,
      observations: this.#withheld ? this.#breachCount : this.#observations,
      evidence: [...new Set(this.#withheld ? broken : this.#evidence)],
      breaches: this.#breaches,
      breachCount: this.#breachCount,
      notes: [...this.#notes],
      unjudged: [...this.#unjudged],
    };
  }
}

/** A rule that judges each exchange by itself; `undefined` means that the exchange does not concern it. */
export function eachExchange(
  obligation: ObligationId,
  judge: (exchange: Exchange, context: RuleContext) => Judgement | undefined,
): RuleFactory {
  return (context) => {
    const tally = new Tally(obligation);
    return {
      observe(exchange) {
        const judgement = judge(exchange, context);
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
      },
      conclude: () => tally.conclude(),
    };
  };
}
