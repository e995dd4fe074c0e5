import type { ServiceName } from '../../contract/operations';
import type { ReadingId, ReadingValues } from '../../contract/readings';
import type { Evidence } from '../../exchange/evidence';
import type { ClientName, Exchange } from '../../exchange/exchange';
import { withoutMarks } from '../../exchange/read-form';
import type { ReasonKind } from '../../contract/reasons';
import type { Reason } from '../../exchange/reason';
import type { ReportText } from '../../exchange/text';
import { mapText, exchangesNamedIn, toPlainText } from '../../exchange/text';

/**
 * Values that a rule may use in addition to the exchanges. Rules must not compare pseudonyms of different
 * clients: an audit can judge clients in several processes, each with its own pseudonym key.
 */
export interface RuleContext {
  readonly readings: ReadingValues;
  /**
   * The readings that the target set itself. All others have the suite's default, which no agreement confirms.
   * `undefined` if every reading counts as set, as in tests.
   */
  readonly overridden?: readonly ReadingId[];
  /**
   * The correct value of the X-CM-ID header: `sbx` in the sandbox, the target's own value in production. If
   * empty, the suffix of production is unknown: any value may be correct, except blanks and spellings of
   * `sbx`. Default: `sbx`.
   */
  readonly cmId?: string;
  /** The base addresses that the target names. */
  readonly bases?: readonly (readonly [ServiceName, string])[];
  /**
   * Whether the suite plays the services, as in a run of an integrator and at the mock: it then receives every request
   * of the client. `undefined` for recorded traffic, which may lack requests from before the recording.
   */
  readonly playsServices?: boolean;
  /**
   * Whether the suite started the client, so that the recording has all requests of the client from its start.
   * `undefined` for recorded traffic, and for a client that may have run before: one with an HTTP address, or by hand.
   */
  readonly startsClient?: boolean;
  /**
   * Whether the suite waits for each message that the client still has to send, as in a run. `undefined` for the mock
   * and recorded traffic, which may end before the client sends the message.
   */
  readonly waitsForClient?: boolean;
  /**
   * Returns whether the evidence so far shows that the client ran before the recording began. The judging loop sets it,
   * because it observes all evidence. `undefined` outside of the loop.
   */
  readonly isClientOlder?: () => boolean;
  /** The transaction ids that the suite gave the integrator for its OTPs. */
  readonly txnIds?: readonly string[];
  /** Participant ids of provider and payer, with their network suffix. `undefined` if any id is correct. */
  readonly participants?: { readonly provider?: string; readonly payer?: string };
  /**
   * The number of processes that run the integrator. Rules use it for exchanges that do not name a process.
   * Default 1.
   */
  readonly processes?: number;
  /**
   * Maximum number of breaches that a conclusion lists; `breachCount` of the conclusion counts all of them.
   * Default: {@link maxListed}. A run uses {@link maxListedOfRun}: at its end, it drops the breaches that an
   * occasional failure of the service caused, and it can only drop breaches that are listed.
   */
  readonly listedBreaches?: number;
}

/** Describes a breach in words, for the failure message. */
export interface BreachDetails {
  readonly sent: ReportText;
  /** A description of every outcome that would have been correct. */
  readonly expected: ReportText;
  readonly seen: ReportText;
  readonly cause: ReportText;
  /**
   * The places in the exchange that show the breach, if they are more specific than the obligation's places.
   */
  readonly places?: readonly string[];
  /** The index in `facts.fields` of the field that the breach is about. */
  readonly field?: number;
  /**
   * The subject obeyed the wording of the document, but not its purpose. If all breaches of a `must`
   * obligation are of this kind, its verdict is `warning` instead of `failed`.
   */
  readonly warns?: true;
  /**
   * Reports never show this breach as a consequence of a breach of an obligation in `follows`. For example, a
   * wrong status is a fault in its own right, whether or not the error body is wrong too.
   */
  readonly itself?: true;
  /**
   * The departures that the target sets and that the breach shows. `undefined` if the breach shows anything else: then
   * no departure settles it.
   */
  readonly departures?: readonly ReadingId[];
}

/** A breach with the exchanges (by `seq`) that show it, beginning with the one in which it was found. */
export interface Breach extends BreachDetails {
  readonly exchanges: readonly number[];
  /** The client that broke the obligation, if traffic of several clients was judged. */
  readonly client?: ClientName;
}

/** A rule's judgement of one exchange. Without `facets`, it is about the whole obligation. */
export type Judgement = Found & { readonly facets?: readonly string[] };

type Found =
  | { readonly kept: true }
  | { readonly breach: BreachDetails }
  /** An observation that is neither right nor wrong, because the document does not define the behaviour. */
  | { readonly note: ReportText }
  | UnjudgedReason;

/** A judgement that a rule makes at the end of a recording, with the exchanges (by `seq`) that show it. */
export interface Finding {
  readonly judgement: Judgement;
  readonly seqs: readonly number[];
}

/** Returns the judgement with the names of the facets that it is about; skips names that are `undefined`. */
export function withFacetNames(judgement: Judgement, ...facets: readonly (string | undefined)[]): Judgement {
  const named = facets.filter((each) => each !== undefined);
  return named.length === 0 ? judgement : { ...judgement, facets: named };
}

/**
 * The reason why an exchange could not be judged. For example, a party other than the subject interfered, or
 * the valid request to compare it with was not accepted.
 */
export interface UnjudgedReason {
  readonly unjudged: ReportText;
  /** Default: `prevented`. */
  readonly kind?: ReasonKind;
  /** The obligation cannot pass, even if the subject kept it in other exchanges. */
  readonly withholds?: true;
  /** The report shows the reason as a note, even if other exchanges were judged. */
  readonly noted?: true;
  /** The subject refused on purpose, so the facets of the judgement do not concern it. */
  readonly rulesOut?: true;
  /**
   * The subject refused an optional action on purpose. Without other evidence, the obligation or facet is `not-tested`,
   * as if the adapter did not offer the method. Use it with the kind `not-offered`.
   */
  readonly optional?: true;
}

export const keptJudgement: Judgement = { kept: true };

/** The result of a rule over all exchanges that it observed. */
export interface Conclusion {
  /** Number of judgements that found the obligation kept or broken, or that made a note. */
  readonly observations: number;
  /**
   * Sequence numbers of the exchanges behind the first judgements. Collection stops after the judgement that
   * reaches {@link maxListed}, so the list can be slightly longer.
   */
  readonly evidence: readonly number[];
  /** The first breaches, at most {@link RuleContext.listedBreaches}; `breachCount` counts all breaches. */
  readonly breaches: readonly Breach[];
  readonly breachCount: number;
  /** Number of breaches that only warn (see {@link BreachDetails.warns}); `undefined` if 0. */
  readonly warningCount?: number;
  /**
   * Number of breaches that only show departures which the target sets (see {@link BreachDetails.departures}), and the
   * ids of all these departures in alphabetical order; `undefined` without such breaches.
   */
  readonly departed?: { readonly count: number; readonly ids: readonly ReadingId[] };
  readonly notes: readonly ReportText[];
  readonly unjudged: readonly Reason[];
  readonly facets?: readonly SeenFacet[];
  /**
   * The client that showed most of the facets; `undefined` unless several clients were judged together. Only
   * this client's facets count as kept: two clients that each show one half do not make one conforming
   * client.
   */
  readonly facetsOf?: ClientName;
}

/**
 * Whether the exchanges show a breach, or something that may be one. Use it only for obligations with `breaksInTraffic`:
 * the rules of these obligations add notes only about such exchanges.
 */
export const mayBeBroken = ({ breachCount, notes }: Pick<Conclusion, 'breachCount' | 'notes'>): boolean =>
  breachCount > 0 || notes.length > 0;

export interface SeenFacet {
  readonly name: string;
  /** Number of judgements that found the facet kept, or made a note about it. */
  readonly kept: number;
  readonly broken: number;
  /** The first reason why an exchange could not be judged. */
  readonly unjudged?: Reason;
  /** The reason why the facet does not concern the subject: the subject refused on purpose. */
  readonly ruledOut?: ReportText;
}

/**
 * Observes the evidence piece by piece, and then concludes. A rule must be a pure fold, without a clock, keys
 * or I/O.
 */
export interface Rule<Of extends Evidence = Exchange> {
  readonly observe: (evidence: Of) => void;
  conclude(): Conclusion;
}

/** Creates a rule for one recording. */
export type Judge<Of extends Evidence = Exchange> = (context: RuleContext) => Rule<Of>;

/** Maximum number of exchanges, breaches or notes that a report lists for one obligation. */
export const maxListed = 20;

/**
 * A limit that no run of the suite reaches, because a run sends fewer requests than this. Only a forged
 * recording can contain more breaches.
 */
export const maxListedOfRun = 2000;

/** Collects the first {@link maxListed} distinct notes. */
export class DistinctTexts {
  readonly #texts = new Map<string, ReportText>();

  add(remark: ReportText): void {
    if (this.#texts.size < maxListed) this.#texts.set(toPlainText(remark), remark);
  }

  get all(): ReportText[] {
    return [...this.#texts.values()];
  }
}

/** Collects the first {@link maxListed} reasons with distinct texts. */
class DistinctReasons {
  readonly #reasons = new Map<string, Reason>();

  add(reason: Reason): void {
    if (this.#reasons.size < maxListed) this.#reasons.set(toPlainText(reason.text), reason);
  }

  get all(): Reason[] {
    return [...this.#reasons.values()];
  }
}

/** Returns why an exchange was not judged, as data. */
export const reasonOfUnjudged = ({ unjudged, kind = 'prevented', optional }: UnjudgedReason): Reason => ({
  kind,
  text: unjudged,
  ...(optional && { optional }),
});

/** Accumulates judgements into a conclusion. Its memory is bounded by {@link RuleContext.listedBreaches}. */
export class JudgementTally {
  readonly #context: RuleContext;
  readonly #evidence: number[] = [];
  readonly #breaches: Breach[] = [];
  readonly #notes = new DistinctTexts();
  readonly #unjudged = new DistinctReasons();
  readonly #facets = new Map<string, SeenFacet>();
  #observations = 0;
  #breachCount = 0;
  #warningCount = 0;
  #departedCount = 0;
  readonly #departures = new Set<ReadingId>();
  #withheld = false;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  add(judgement: Judgement, ...seqs: number[]): void {
    for (const name of judgement.facets ?? []) this.#facets.set(name, this.#facetWith(name, judgement));
    if ('unjudged' in judgement) {
      this.#unjudged.add(reasonOfUnjudged(judgement));
      if (judgement.noted === true) this.#notes.add(judgement.unjudged);
      this.#withheld ||= judgement.withholds === true;
      return;
    }
    this.#observations += 1;
    if (this.#evidence.length < maxListed) this.#evidence.push(...seqs);
    if ('breach' in judgement) {
      this.#breachCount += 1;
      if (judgement.breach.warns === true) this.#warningCount += 1;
      this.#addDepartures(judgement.breach);
      const { listedBreaches = maxListed } = this.#context;
      if (this.#breaches.length < listedBreaches) this.#breaches.push(breachOf(judgement.breach, seqs));
    }
    if ('note' in judgement) this.#notes.add(judgement.note);
  }

  #addDepartures({ departures }: BreachDetails): void {
    if (departures === undefined) return;
    this.#departedCount += 1;
    for (const id of departures) this.#departures.add(id);
  }

  #facetWith(name: string, judgement: Judgement): SeenFacet {
    const facet = this.#facets.get(name) ?? { name, kept: 0, broken: 0 };
    if ('unjudged' in judgement && judgement.rulesOut === true)
      return { ruledOut: judgement.unjudged, ...facet };
    if ('unjudged' in judgement) {
      const [why, earlier] = [reasonOfUnjudged(judgement), facet.unjudged];
      // A reason that the target may leave as it is does not hide another one.
      const isHiding = earlier?.optional === true && why.optional !== true;
      return { ...facet, unjudged: isHiding ? why : (earlier ?? why) };
    }
    return 'breach' in judgement
      ? { ...facet, broken: facet.broken + 1 }
      : { ...facet, kept: facet.kept + 1 };
  }

  /**
   * Returns the conclusion with additional findings. The findings are not added to the tally, because later
   * exchanges may change them.
   */
  concludeWith(findings: readonly Finding[]): Conclusion {
    const all = new JudgementTally(this.#context);
    all.#evidence.push(...this.#evidence);
    all.#breaches.push(...this.#breaches);
    for (const note of this.#notes.all) all.#notes.add(note);
    for (const why of this.#unjudged.all) all.#unjudged.add(why);
    for (const [name, facet] of this.#facets) all.#facets.set(name, facet);
    all.#observations = this.#observations;
    all.#breachCount = this.#breachCount;
    all.#warningCount = this.#warningCount;
    all.#withheld = this.#withheld;
    all.#departedCount = this.#departedCount;
    for (const id of this.#departures) all.#departures.add(id);
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
      ...(this.#departedCount > 0 && {
        departed: { count: this.#departedCount, ids: [...this.#departures].sort() },
      }),
      notes: this.#notes.all,
      unjudged: this.#unjudged.all,
      ...(this.#facets.size > 0 && { facets: [...this.#facets.values()] }),
    };
    return this.#withheld ? dropKeptObservations(conclusion) : conclusion;
  }
}

/**
 * Returns the conclusion with only its breaches as observations and evidence. Without breaches, the
 * obligation then cannot pass.
 */
export function dropKeptObservations(conclusion: Conclusion): Conclusion {
  const { breaches, breachCount, facets } = conclusion;
  return {
    ...conclusion,
    observations: breachCount,
    evidence: [...new Set(breaches.flatMap(({ exchanges }) => exchanges))],
    ...(facets && { facets: facets.map((each) => ({ ...each, kept: 0 })) }),
  };
}

function breachOf(told: BreachDetails, seqs: readonly number[]): Breach {
  const named = [told.seen, told.sent, told.expected].flatMap(exchangesNamedIn);
  return {
    exchanges: [...new Set([...seqs, ...named])],
    ...told,
    sent: readable(told.sent),
    expected: readable(told.expected),
    seen: readable(told.seen),
    cause: mapText(told.cause, withoutMarks),
  };
}

/**
 * Prepares a value for a report. Removes the marks of redacted values, because they differ from run to run.
 * Replaces an empty value with `(empty)`, because a line of a report must not be empty.
 */
const readable = (said: ReportText): ReportText =>
  toPlainText(said) === '' ? '(empty)' : mapText(said, withoutMarks);

/**
 * Creates a judge that judges each exchange on its own. `judge` returns `undefined` for exchanges that do not
 * concern its obligation.
 */
export function eachExchange<Of extends Evidence = Exchange>(
  judge: (evidence: Of, context: RuleContext) => Judgement | undefined,
): Judge<Of> {
  return (context) => {
    const tally = new JudgementTally(context);
    return {
      observe(evidence) {
        const judgement = judge(evidence, context);
        if (judgement !== undefined) tally.add(judgement, evidence.seq);
      },
      conclude: () => tally.conclude(),
    };
  };
}

type Reader<Args extends readonly unknown[], Seen> = (exchange: Exchange, ...args: Args) => Seen;

/** Caches the last result of `read`, because many rules in a row read the same thing from one exchange. */
export const memoizeByExchange = <Args extends [] | [RuleContext], Seen>(
  read: Reader<Args, Seen>,
): Reader<Args, Seen> => memoizeLast(read);

/** Caches the last result of `look`. A cached result is reused only for the identical arguments. */
export function memoizeLast<Of extends object, Args extends [] | [RuleContext], Seen>(
  look: (of: Of, ...args: Args) => Seen,
): (of: Of, ...args: Args) => Seen {
  let last: { readonly of: Of; readonly context: RuleContext | undefined; readonly seen: Seen } | undefined;
  return (of, ...args) => {
    const [context] = args;
    if (last?.of !== of || last.context !== context) last = { of, context, seen: look(of, ...args) };
    return last.seen;
  };
}
