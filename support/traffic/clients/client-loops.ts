import type { Evidence } from '../../exchange/evidence';
import type { ClientName } from '../../exchange/exchange';
import type { Basis } from '../../judging/basis';
import type { RuleContext } from '../../obligations';
import { TrafficLoop } from '../traffic-loop';
import { unidentifiedClient } from './client-directory';
import type { Together } from './combine-clients';
import { combineClients } from './combine-clients';
import { keyOfClientName } from './client-namer';

const unidentified: ClientName = { label: unidentifiedClient.id, by: unidentifiedClient.by };

/** Judges a recording of traffic in its order, each client that it tells of by itself. */
export class ClientLoops {
  readonly #basis: Pick<Basis, 'client'>;
  readonly #context: RuleContext;
  readonly #everyRule: boolean;
  readonly #all = new Map<string, { readonly name: ClientName; readonly loop: TrafficLoop }>();

  /** @param everyRule apply all rules, because the recording may be of a run and show more than traffic */
  constructor(basis: Pick<Basis, 'client'>, context: RuleContext, everyRule: boolean) {
    this.#basis = basis;
    this.#context = context;
    this.#everyRule = everyRule;
  }

  take(evidence: Evidence): void {
    this.#of(this.#basis.client ?? evidence.client ?? unidentified).take(evidence);
  }

  endRecording(): void {
    for (const { loop } of this.#all.values()) loop.endRecording();
  }

  conclude(): Together {
    if (this.#all.size === 0) this.#of(unidentified);
    return combineClients(
      [...this.#all.values()].map(({ name, loop }) => ({
        name,
        ...loop.seen,
        conclusions: loop.conclude(),
      })),
    );
  }

  #of(name: ClientName): TrafficLoop {
    const known = this.#all.get(keyOfClientName(name)) ?? {
      name,
      loop: new TrafficLoop(this.#context, this.#everyRule),
    };
    this.#all.set(keyOfClientName(name), known);
    return known.loop;
  }
}
