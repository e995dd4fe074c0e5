import type { Evidence } from '../exchange/evidence';
import { cycleIdOf } from '../obligations/cycles/messages';

/** What is kept in memory of cycles, to show a cycle where a flow is broken. */
const mostOfCycles = 5000;

/** Keeps the evidence of payer cycles, up to a number of messages. */
export class CycleEvidence {
  readonly evidence: Evidence[] = [];

  add(each: Evidence): void {
    if (this.evidence.length < mostOfCycles && cycleIdOf(each) !== undefined) this.evidence.push(each);
  }
}
