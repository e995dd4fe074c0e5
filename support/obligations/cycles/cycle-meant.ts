import type { Answer, CycleMessage } from './cycle-message';

/** What a trigger asks for: the words that were meant. */
export interface TriggerMeant {
  readonly action: string;
  readonly method: string;
}

/** What a trigger needs to know of a cycle, by what has come of it so far. */
interface CycleSoFar {
  readonly kind?: string;
  readonly request?: Pick<CycleMessage, 'taken'>;
  readonly trigger?: Pick<CycleMessage, 'taken'> & Pick<TriggerMeant, 'action'>;
  readonly answers: readonly Pick<Answer, 'final'>[];
}

/** The cycles that wait for a trigger, in the order of what happens. */
export class WaitingCycles<Of extends CycleSoFar> {
  readonly #byKind = new Map<string | undefined, Set<Of>>();

  /** To be told of a cycle whenever something comes of it. */
  note(cycle: Of): void {
    const { kind, request, trigger } = cycle;
    const waiting = this.#byKind.get(kind) ?? new Set();
    this.#byKind.set(kind, waiting);
    if (request?.taken === true && trigger === undefined && !hasEnded(cycle)) waiting.add(cycle);
    else waiting.delete(cycle);
  }

  /**
   * The cycle that a trigger is meant for where it names another: the only one of its kind that waits, where nothing ever
   * began under the id that it names, or what did was decided otherwise. `undefined` where it cannot be told.
   *
   * @param named the cycle whose id it has, as it stood then; absent where none was begun under that, sooner or later
   */
  meant(trigger: TriggerMeant, named: Of | undefined): Of | undefined {
    if (named !== undefined && !isDecidedOtherwise(named, trigger)) return undefined;
    const [one, ...others] = this.#two(kindOf(trigger));
    return others.length === 0 ? one : undefined;
  }

  /** As many as it takes to tell whether there is one. */
  #two(kind: string | undefined): Of[] {
    return kind === undefined ? [] : (this.#byKind.get(kind) ?? new Set<Of>()).values().take(2).toArray();
  }
}

export function hasEnded({ kind, request, answers: given }: CycleSoFar): boolean {
  const isData = kind === 'plan' || kind === 'eligibility';
  return request?.taken === true && given.some(({ final }) => final || isData);
}

/** The same trigger once more, or a decision after a query, may be about a cycle that is over. */
function isDecidedOtherwise(cycle: CycleSoFar, trigger: TriggerMeant): boolean {
  const { request, trigger: earlier, kind } = cycle;
  const isOver = earlier?.taken === true || hasEnded(cycle);
  if (request?.taken !== true || !isOver) return false;
  return kind !== kindOf(trigger) || (earlier?.action !== trigger.action && earlier?.action !== 'Query');
}

const kindOf = ({ method }: TriggerMeant): CycleSoFar['kind'] =>
  method === 'Claim' ? 'claim' : method === 'Preauth' ? 'preauth' : undefined;
