import type { ReadingValues } from '../../contract/readings';
import type { Evidence } from '../../exchange/evidence';
import type { ClientName, Exchange } from '../../exchange/exchange';
import { unmarked } from '../../exchange/read-form';
import type { Text } from '../../exchange/text';
import { mapText, namedIn, plainText } from '../../exchange/text';

/**
 * What a rule may know besides the exchanges. No rule compares a pseudonym of one client with that of another: shards
 * make them under keys of their own.
 */
export interface RuleContext {
  readonly readings: ReadingValues;
  /** The X-CM-ID that is right: `sbx` in the sandbox, which is the default; the configured suffix in production. Empty: any. */
  readonly cmId?: string;
  /** Transaction ids that were given to the integrator for its OTPs. */
  readonly txnIds?: readonly string[];
  /** Participant ids of provider and payer, with their network suffix. Absent: any. */
  readonly participants?: { readonly provider?: string; readonly payer?: string };
  /** How many processes of the integrator are at work where exchanges name none. Default 1. */
  readonly processes?: number;
  /**
   * How many breaches a conclusion lists: {@link mostListed} if absent, as in traffic, whose length nothing bounds. A run
   * lists all of its breaches, because some are settled when it has ended.
   */
  readonly listedBreaches?: number;
}

/** One way in which an obligation was broken, in words; everything that a message needs to teach. */
export interface Told {
  readonly sent: Text;
  /** Every outcome that would have been right. */
  readonly expected: Text;
  readonly seen: Text;
  readonly cause: Text;
  /** The places in its exchange that show it, where they are more exact than those of the obligation. */
  readonly places?: readonly string[];
  /** Of `facts.fields`, the one that it is about. */
  readonly field?: number;
  /** The words of the document are kept, and what they protect is not: alone, it makes a warning of a `must`. */
  readonly warns?: true;
  /**
   * It follows from nothing, though its obligation may: a wrong status stands by itself, whatever the shape of the error
   * below it.
   */
  readonly itself?: true;
}

/** The same, with the exchanges (by `seq`) that show it: the one in which it was seen first, then the others. */
export interface Breach extends Told {
  readonly exchanges: readonly number[];
  /** Whose traffic shows it, where that of several clients was judged. */
  readonly client?: ClientName;
}

/** What a rule makes of one exchange, and the facets of the obligation that this is about; none: of the whole. */
export type Judgement = Found & { readonly facets?: readonly string[] };

type Found =
  | { readonly kept: true }
  | { readonly breach: Told }
  /** Seen where the document leaves it open. */
  | { readonly note: Text }
  | Unjudged;

/** A judgement that follows from all that was seen, with the exchanges that show it. */
export interface Finding {
  readonly judgement: Judgement;
  readonly seqs: readonly number[];
}

/** Tells which facets a judgement is about. */
export function inFacets(judgement: Judgement, ...facets: readonly (string | undefined)[]): Judgement {
  const named = facets.filter((each) => each !== undefined);
  return named.length === 0 ? judgement : { ...judgement, facets: named };
}

/**
 * A party other than the subject, or the lack of a valid twin, got in the way. `withholds`: what was kept elsewhere
 * does not make up for it.
 */
export interface Unjudged {
  readonly unjudged: Text;
  readonly withholds?: true;
  /** Shown whatever was judged elsewhere. */
  readonly noted?: true;
}

export const kept: Judgement = { kept: true };

/** What a rule found over all exchanges that it observed. */
export interface Conclusion {
  /** How many observations were kept, broken or noted. */
  readonly observations: number;
  /** The first of the exchanges that were judged. */
  readonly evidence: readonly number[];
  /** The first breaches, as many as {@link RuleContext.listedBreaches} says; `breachCount` counts all. */
  readonly breaches: readonly Breach[];
  readonly breachCount: number;
  /** How many of them only warn. */
  readonly warningCount?: number;
  readonly notes: readonly Text[];
  readonly unjudged: readonly Text[];
  /** Those that judgements named. */
  readonly facets?: readonly SeenFacet[];
  /** Of several clients, the one that showed most of the facets: halves of two make no whole. */
  readonly facetsOf?: ClientName;
}

/** What was seen of one facet. */
export interface SeenFacet {
  readonly name: string;
  /** How often it was kept or noted. */
  readonly kept: number;
  readonly broken: number;
  /** Why it could not be judged at least once. */
  readonly unjudged?: Text;
}

/** A pure fold over evidence of some kinds: no clock, no keys, and no I/O of its own. */
export interface Rule<Of extends Evidence = Exchange> {
  readonly observe: (evidence: Of) => void;
  conclude(): Conclusion;
}

/** Makes a fresh rule. */
export type Judge<Of extends Evidence = Exchange> = (context: RuleContext) => Rule<Of>;

/** How many exchanges, breaches and notes a report lists; it counts all of them. */
export const mostListed = 20;

/** Texts that differ, up to so many as are listed. */
export class Remarks {
  readonly #texts = new Map<string, Text>();

  add(remark: Text): void {
    if (this.#texts.size < mostListed) this.#texts.set(plainText(remark), remark);
  }

  get all(): Text[] {
    return [...this.#texts.values()];
  }
}

/** Adds judgements up to a conclusion, in memory that does not grow with the recording. */
export class Tally {
  readonly #context: RuleContext;
  readonly #evidence: number[] = [];
  readonly #breaches: Breach[] = [];
  readonly #notes = new Remarks();
  readonly #unjudged = new Remarks();
  readonly #facets = new Map<string, SeenFacet>();
  #observations = 0;
  #breachCount = 0;
  #warningCount = 0;
  #withheld = false;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  add(judgement: Judgement, ...seqs: number[]): void {
    for (const name of judgement.facets ?? []) this.#facets.set(name, this.#facetWith(name, judgement));
    if ('unjudged' in judgement) {
      this.#unjudged.add(judgement.unjudged);
      if (judgement.noted === true) this.#notes.add(judgement.unjudged);
      this.#withheld ||= judgement.withholds === true;
      return;
    }
    this.#observations += 1;
    if (this.#evidence.length < mostListed) this.#evidence.push(...seqs);
    if ('breach' in judgement) {
      this.#breachCount += 1;
      if (judgement.breach.warns === true) this.#warningCount += 1;
      const { listedBreaches = mostListed } = this.#context;
      if (this.#breaches.length < listedBreaches) this.#breaches.push(breachOf(judgement.breach, seqs));
    }
    if ('note' in judgement) this.#notes.add(judgement.note);
  }

  #facetWith(name: string, judgement: Judgement): SeenFacet {
    const facet = this.#facets.get(name) ?? { name, kept: 0, broken: 0 };
    if ('unjudged' in judgement) return { unjudged: judgement.unjudged, ...facet };
    return 'breach' in judgement
      ? { ...facet, broken: facet.broken + 1 }
      : { ...facet, kept: facet.kept + 1 };
  }

  /** What is concluded with these besides; the tally stays as it is, since more may come and change them. */
  concludeWith(findings: readonly Finding[]): Conclusion {
    const all = new Tally(this.#context);
    all.#evidence.push(...this.#evidence);
    all.#breaches.push(...this.#breaches);
    for (const note of this.#notes.all) all.#notes.add(note);
    for (const why of this.#unjudged.all) all.#unjudged.add(why);
    for (const [name, facet] of this.#facets) all.#facets.set(name, facet);
    all.#observations = this.#observations;
    all.#breachCount = this.#breachCount;
    all.#warningCount = this.#warningCount;
    all.#withheld = this.#withheld;
    for (const { judgement, seqs } of findings) all.add(judgement, ...seqs);
    return all.conclude();
  }

  conclude(): Conclusion {
    const conclusion = {
      observations: this.#observations,
      evidence: [...new Set(this.#evidence)],
      breaches: this.#breaches,
      breachCount: this.#breachCount,
      ...(this.#warningCount > 0 && { warningCount: this.#warningCount }),
      notes: this.#notes.all,
      unjudged: this.#unjudged.all,
      ...(this.#facets.size > 0 && { facets: [...this.#facets.values()] }),
    };
    return this.#withheld ? brokenOnly(conclusion) : conclusion;
  }
}

/** As if nothing had been kept: what was broken stays broken. */
export function brokenOnly(conclusion: Conclusion): Conclusion {
  const { breaches, breachCount, facets } = conclusion;
  return {
    ...conclusion,
    observations: breachCount,
    evidence: [...new Set(breaches.flatMap(({ exchanges }) => exchanges))],
    ...(facets && { facets: facets.map((each) => ({ ...each, kept: 0 })) }),
  };
}

function breachOf(told: Told, seqs: readonly number[]): Breach {
  const named = [told.seen, told.sent, told.expected].flatMap(namedIn);
  return {
    exchanges: [...new Set([...seqs, ...named])],
    ...told,
    sent: readable(told.sent),
    expected: readable(told.expected),
    seen: readable(told.seen),
    cause: mapText(told.cause, unmarked),
  };
}

/** What others sent may be an empty text, and is quoted; a report leaves no line without a word. */
const readable = (said: Text): Text => (plainText(said) === '' ? '(empty)' : mapText(said, unmarked));

/** A judge of each piece of evidence by itself; `undefined` means that it does not concern the judge. */
export function eachExchange<Of extends Evidence = Exchange>(
  judge: (evidence: Of, context: RuleContext) => Judgement | undefined,
): Judge<Of> {
  return (context) => {
    const tally = new Tally(context);
    return {
      observe(evidence) {
        const judgement = judge(evidence, context);
        if (judgement !== undefined) tally.add(judgement, evidence.seq);
      },
      conclude: () => tally.conclude(),
    };
  };
}

/** Reads something in an exchange. */
type Reader<Args extends readonly unknown[], Seen> = (exchange: Exchange, ...args: Args) => Seen;

/** Reads what many rules ask for of one exchange in a row. */
export const readOnce = <Args extends [] | [RuleContext], Seen>(
  read: Reader<Args, Seen>,
): Reader<Args, Seen> => lastKept(read);

/** Keeps what was seen last: many rules ask for the same of one exchange in a row. */
export function lastKept<Of extends object, Args extends [] | [RuleContext], Seen>(
  look: (of: Of, ...args: Args) => Seen,
): (of: Of, ...args: Args) => Seen {
  let last: { readonly of: Of; readonly context: RuleContext | undefined; readonly seen: Seen } | undefined;
  return (of, ...args) => {
    const [context] = args;
    if (last?.of !== of || last.context !== context) last = { of, context, seen: look(of, ...args) };
    return last.seen;
  };
}
