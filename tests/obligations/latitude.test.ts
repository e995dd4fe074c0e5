import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { specimens } from '../../mutants/catalogue';
import type { Latitude, Obligation } from '../../support/obligations';
import { contractObligations, shownByRow } from '../../support/obligations';
import { keptRowsOfObligation, rowShowing } from '../../support/report/mistakes';

const harmless = new Map(
  specimens.flatMap((each) => (each.kind === 'harmless' ? [[each.name, each] as const] : [])),
);

const howToFill = [
  'Add latitude to the home. Ask: which right system, other than our own client and mock, keeps this?',
  "For each answer, add 'the behaviour in plain words': 'the harmless specimen in mutants that behaves so',",
  'or shownByRow and a row in features/mistakes that ends with "it keeps the rule".',
  'If nothing else is right, write the reason in place of the map.',
].join('\n');

/**
 * Throws unless the specimen that an entry names exists, is harmless, is of the obligation's subject, and is judged on
 * the obligation.
 */
function checkSpecimen({ id, subject }: Obligation, behaviour: string, name: string): void {
  const found = harmless.get(name);
  const where = `${id}, ${behaviour}`;
  assert.ok(found !== undefined, `${where}: no harmless specimen is called ${name}`);
  assert.equal(found.subject, subject, `${where}: ${name} is a specimen of the other subject`);
  const verdict = new Map<string, string>(Object.entries(found.except)).get(id) ?? 'passed';
  assert.ok(
    ['passed', 'observed', 'declared'].includes(verdict),
    `${where}: ${name} shows nothing of it, its verdict is ${verdict}`,
  );
}

/** Throws unless the rows that keep the obligation show exactly the entries with `shownByRow`. */
function checkRows({ id }: Obligation, latitude: Latitude): void {
  const entries = typeof latitude === 'string' ? [] : Object.entries(latitude);
  const shown = entries.flatMap(([behaviour, shownBy]) => (shownBy === shownByRow ? [behaviour] : []));
  const rows = keptRowsOfObligation(id);
  for (const behaviour of shown)
    assert.ok(
      rowShowing(behaviour, rows),
      `${id}: no table or example "${behaviour}" in features/mistakes ends with "it keeps the rule"`,
    );
  for (const { title, location } of rows)
    assert.ok(
      shown.some((behaviour) => behaviour.toLowerCase() === title.toLowerCase()),
      `${location}: latitude of ${id} does not list "${title}" as shownByRow`,
    );
}

describe('what else is right', () => {
  for (const obligation of contractObligations.all)
    it(`is stated by the home of ${obligation.id}`, () => {
      const { id, latitude } = obligation;
      if (typeof latitude === 'string') assert.match(latitude, /^\S.{8,}[^.]$/s, `${id}: give the reason`);
      else {
        const entries = Object.entries(latitude);
        assert.ok(entries.length > 0, `${id} lists nothing.\n${howToFill}`);
        for (const [behaviour, shownBy] of entries) {
          assert.match(behaviour, /^\S.{5,}[^.]$/, `${id}: name the behaviour in a few words`);
          if (shownBy !== shownByRow) checkSpecimen(obligation, behaviour, shownBy);
        }
      }
      checkRows(obligation, latitude);
    });
});
