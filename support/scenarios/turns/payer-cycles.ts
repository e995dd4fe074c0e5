import type { Evidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { RuleContext } from '../../obligations';
import type { Cycle } from '../../obligations/cycles/cycle-log';
import { CycleLog, overlap } from '../../obligations/cycles/cycle-log';
import type { CycleMessage } from '../../obligations/cycles/cycle-message';
import { triggerIn } from '../../obligations/cycles/messages';
import { isAtPath } from '../../obligations/judge/paths';
import type { FlowRequest, Trigger } from '../payer/flows';
import { requests } from '../payer/flows';

/** Which cycle a scenario tells of, by what its steps have said until now. */
export interface ToldCycle {
  readonly request?: FlowRequest | 'notice';
  readonly trigger?: Trigger;
}

/** A message of a cycle, in its place there. */
export type Stage = 'request' | 'trigger' | 'query' | 'reply' | 'answer' | 'prompt' | 'acknowledgment';

/** The cycles that a scenario tells of, with the exchanges that they are made of. */
export class PayerCyclesSeen {
  /** All of them, whatever the scenario tells of. */
  readonly all: readonly Cycle[];
  readonly cycles: readonly Cycle[];
  readonly context: RuleContext;
  readonly #exchanges: readonly Exchange[];

  constructor(evidence: readonly Evidence[], told: ToldCycle, context: RuleContext) {
    const log = new CycleLog(context);
    for (const each of evidence) if (each.kind !== 'log line') log.observe(each);
    this.all = log.cycles;
    this.cycles = this.all.filter((cycle) => isTold(cycle, told));
    this.context = context;
    this.#exchanges = evidence.filter((each) => each.kind === undefined);
  }

  /** Those that were under way at the same time as others. */
  get together(): readonly Cycle[] {
    return this.all.filter((cycle) => this.all.some((other) => other !== cycle && overlap(cycle, other)));
  }

  of(message: Pick<CycleMessage, 'seq'> | undefined): Exchange | undefined {
    return message && this.#exchanges.find(({ seq }) => seq === message.seq);
  }

  /** Those of one stage that went to a path. */
  at(stage: Stage, path: string): readonly Exchange[] {
    return this.cycles.flatMap((cycle) => {
      const exchange = this.of(cycle[stage]);
      return exchange !== undefined && isAtPath(exchange, path) ? [exchange] : [];
    });
  }
}

function isTold({ kind, trigger }: Cycle, { request, trigger: wanted }: ToldCycle): boolean {
  if (request !== undefined && kind !== (request === 'notice' ? 'payment' : request)) return false;
  return wanted === undefined || trigger?.action === wanted.action;
}

/**
 * What a service showed, without what the suite sent in other cycles than the scenario's: the judges then look at that
 * cycle alone. Everything that came from the payer stays: a callback may have gone astray.
 */
export function withoutOthers(
  exchanges: readonly Exchange[],
  { request, trigger }: ToldCycle,
): readonly Exchange[] {
  if (request === undefined) return exchanges;
  return exchanges.filter((exchange) => {
    const { service, operation } = exchange;
    if (operation === 'paymentNotice.init') return request === 'notice';
    if (service !== 'dummyPayer') return !isOtherData(operation, request);
    const words = triggerIn(exchange)?.words;
    return words?.action === trigger?.action && words?.method === trigger?.method;
  });
}

/** Plans and eligibility are asked for without a trigger. */
function isOtherData(operation: string | undefined, told: FlowRequest | 'notice'): boolean {
  return (['plan', 'eligibility'] as const).some((each) => requests[each] === operation && each !== told);
}
