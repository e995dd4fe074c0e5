import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Evidence } from '../../support/exchange/evidence';
import { contractObligations } from '../../support/obligations';
import { explainBreach } from '../../support/judging/explain';
import { conclude } from '../obligations/integrator/judge';

/** A mistake as it is sent, the obligation that it breaks, and what its message says of it. */
export interface Mistake {
  readonly evidence: readonly Evidence[];
  readonly id: string;
  readonly told: RegExp;
}

/** The messages of an obligation, as they are printed. */
export function messagesOf(id: string, evidence: readonly Evidence[]): string[] {
  const { clauses, ...obligation } = contractObligations.get(id);
  const row = { ...obligation, clause: clauses.join(', ') };
  return conclude(id, evidence).breaches.map((breach) => explainBreach(row, breach, {}));
}

/** Each mistake is told by its own words: every message of its obligation has them. */
export function eachTells(title: string, mistakes: Readonly<Record<string, Mistake>>): void {
  describe(title, () => {
    for (const [name, { evidence, id, told }] of Object.entries(mistakes))
      it(`${name} is told by ${id}`, () => {
        const messages = messagesOf(id, evidence);
        assert.ok(messages.length > 0, `${id} was not broken`);
        for (const message of messages) assert.match(message, told);
      });
  });
}
