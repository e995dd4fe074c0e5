import type { Exchange } from '../../exchange/exchange';
import { intendedOperation } from '../../exchange/exchange';
import type { CycleLog } from '../cycles/cycle-log';
import type { Trigger } from '../cycles/messages';
import { readIntendedPayerStep } from '../cycles/messages';
import type { RuleContext } from '../judge/judge';
import { mayFollowUnseenRequests } from '../judge/window';

/** The kinds of request that are triggered (clauses 4.7.3, 4.7.4). */
export type TriggeredKind = 'preauth' | 'claim';

const kindsByOperation: Readonly<Record<string, TriggeredKind>> = {
  'preauth.submit': 'preauth',
  'claim.submit': 'claim',
};

/** Returns whether an exchange is a submission without a recorded content, for example because its body was cut. */
export function isUnknownSubmit(exchange: Exchange): boolean {
  const operation = intendedOperation(exchange);
  return (
    exchange.facts.payer === undefined && (operation === 'preauth.submit' || operation === 'claim.submit')
  );
}

const idOf = (correlationId: unknown): string | undefined =>
  typeof correlationId === 'string' ? correlationId.toLowerCase() : undefined;

/**
 * The result of comparing the method of a trigger with the submission that the trigger names. `unrecorded` if recorded
 * traffic does not contain this submission.
 */
export type MethodFit = 'fits' | 'contradicts' | 'unknown' | 'unrecorded';

/** The submissions of a recording by kind, to compare the methods of triggers with them. */
export class SubmittedKinds {
  readonly #context: RuleContext;
  /** Maps each correlation id, in lower case, to the kinds of request that were submitted with this id. */
  readonly #kinds = new Map<string, Set<TriggeredKind>>();
  /** Maps each correlation id that a trigger names, in lower case, to the `seq` of the first such trigger. */
  readonly #triggered = new Map<string, number>();
  /** The kinds of the submissions with unreadable ids. */
  readonly #unread = new Set<TriggeredKind>();
  /** The result of {@link waiting}, until something else is observed. */
  #waiting: ReadonlySet<TriggeredKind> | undefined;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  observe(exchange: Exchange): void {
    const step = readIntendedPayerStep(exchange, this.#context.readings);
    const kind = step?.step ?? kindsByOperation[intendedOperation(exchange) ?? ''];
    if (kind !== 'preauth' && kind !== 'claim') return;
    this.#waiting = undefined;
    const id = step?.fact.correlationId?.toLowerCase();
    // If the suite asked for the other kind, the path of the submission is wrong, and either method fits.
    const asked = kindsByOperation[exchange.call?.method ?? ''] ?? kind;
    if (id === undefined) this.#unread.add(kind).add(asked);
    else this.#kinds.set(id, (this.#kinds.get(id) ?? new Set()).add(kind).add(asked));
  }

  /** Notes a trigger, whether the integrator or the suite sent it. */
  noteTrigger({ correlationId, exchange }: Trigger): void {
    const id = idOf(correlationId);
    this.#waiting = undefined;
    if (id !== undefined && !this.#triggered.has(id)) this.#triggered.set(id, exchange.seq);
  }

  /**
   * Compares the method of a trigger with the kind of the submission that has the trigger's correlation id. The result
   * is `unknown` if the correlation id may be wrong instead of the method, if a submission could not be read, or if a
   * submission with the same id may be missing in recorded traffic. Only the first trigger with an id is compared: a
   * later one may have the id of a cycle that was triggered before, which the rule about correlation ids judges.
   *
   * @param log the cycles, if the suite asked the client for the trigger: the suite then knows which cycle it meant
   */
  fitOf({ correlationId, exchange }: Trigger, kind: TriggeredKind, log: CycleLog): MethodFit {
    const id = idOf(correlationId) ?? '';
    const kinds = this.#kinds.get(id);
    const isOfTraffic = exchange.call === undefined && mayFollowUnseenRequests(exchange, this.#context);
    if (kinds === undefined && isOfTraffic) return 'unrecorded';
    if (kinds === undefined || kinds.has(kind) || this.#triggered.get(id) !== exchange.seq) return 'fits';
    if (this.#unread.has(kind)) return 'unknown';
    if (isOfTraffic) return 'unknown';
    if (exchange.call === undefined) return this.waiting.has(kind) ? 'unknown' : 'contradicts';
    return isMeantForOther(id, exchange.seq, log) ? 'fits' : 'contradicts';
  }

  /** The kinds with a submission that no trigger names. A trigger with another id may be meant for it. */
  get waiting(): ReadonlySet<TriggeredKind> {
    this.#waiting ??= new Set(
      [...this.#kinds].flatMap(([id, kinds]) => (this.#triggered.has(id) ? [] : [...kinds])),
    );
    return this.#waiting;
  }
}

/**
 * Returns whether the suite asked for a trigger of another cycle than the one with this id: the trigger was added to
 * another cycle, or the cycle with this id had been triggered before.
 */
function isMeantForOther(id: string, seq: number, log: CycleLog): boolean {
  const cycles = log.all;
  const meant = cycles.find(({ trigger }) => trigger?.seq === seq);
  if (meant !== undefined) return meant.correlationId.toLowerCase() !== id;
  return cycles.some(
    ({ correlationId, trigger }) => correlationId.toLowerCase() === id && (trigger?.seq ?? Infinity) < seq,
  );
}
