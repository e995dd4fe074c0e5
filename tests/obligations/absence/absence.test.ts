import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { absenceText } from '../../../scripts/absence';
import type { Evidence } from '../../../support/exchange/evidence';
import { decideObligation } from '../../../support/judging/decide';
import { JudgingLoop } from '../../../support/judging/loop';
import type { Obligation, RuleContext } from '../../../support/obligations';
import { contractObligations } from '../../../support/obligations';
import type { Absence } from '../../../support/obligations/judge/absences';
import { assertGenerated } from '../../generated';
import { asSeenByProxy } from '../integrator/edits';
import { defaultRuleContext } from '../integrator/judge';
import { plainTextOrEmpty } from '../../plain';
import { recorded } from '../recorded';
import { callbackAbsences } from './callback';
import { certificateAbsences } from './certificate';
import { dummyPayerAbsences } from './dummy-payer';
import { fieldEncryptionAbsences } from './field-encryption';
import { headersAbsences } from './headers';
import { healthDataTransferAbsences } from './health-data-transfer';
import { otpAbsences } from './otp';
import { payerFlowAbsences } from './payer-flow';
import type { AbsenceRow, AbsenceRows } from './rows';
import { sessionAbsences } from './session';
import { tokenAbsences } from './token';
import { transportAbsences } from './transport';

const rows: AbsenceRows = {
  ...callbackAbsences,
  ...certificateAbsences,
  ...dummyPayerAbsences,
  ...fieldEncryptionAbsences,
  ...headersAbsences,
  ...healthDataTransferAbsences,
  ...otpAbsences,
  ...payerFlowAbsences,
  ...sessionAbsences,
  ...tokenAbsences,
  ...transportAbsences,
};

type Place = 'run' | 'mock' | 'traffic';

/** Returns the context of a rule. In a run that judges services, the suite does not play them. */
function contextOf({ subject }: Obligation, place: Place): RuleContext {
  const { readings, txnIds = [] } = defaultRuleContext;
  if (place === 'run' && subject === 'integrator') return defaultRuleContext;
  if (place === 'run') return { readings, txnIds, playsServices: false, startsClient: false };
  return place === 'mock' ? { readings, playsServices: true } : { readings };
}

/** Returns the verdict on an obligation from only this evidence. */
function verdictOf(
  obligation: Obligation,
  evidence: readonly Evidence[],
  place: Place,
  bases: RuleContext['bases'] = [],
): string {
  return outcomeOf(obligation, evidence, place, bases).verdict;
}

/** Returns the verdict with its notes. Notes are all that an observation concludes. */
function outcomeOf(
  obligation: Obligation,
  evidence: readonly Evidence[],
  place: Place,
  bases: RuleContext['bases'] = [],
): { readonly verdict: string; readonly notes: readonly string[] } {
  const context = { ...contextOf(obligation, place), bases };
  const loop = new JudgingLoop([obligation], context, place !== 'run');
  for (const each of recorded(evidence, context)) loop.observe(each);
  const conclusion = loop.conclude().get(obligation.id);
  const { verdict } = decideObligation({ obligation, conclusion, scenarios: [] });
  return { verdict, notes: verdict === 'observed' ? (conclusion?.notes ?? []).map(plainTextOrEmpty) : [] };
}

/** Returns evidence as recorded traffic contains it: only exchanges, without the facts that only the suite knows. */
function asTraffic(evidence: readonly Evidence[]): Evidence[] {
  return evidence.flatMap((each) => {
    if (each.kind !== undefined) return [];
    const { asked, ...exchange } = each;
    return [asSeenByProxy(exchange)];
  });
}

const showsTraffic = ({ seen, breaksInTraffic }: Obligation): boolean =>
  seen === 'passive' || breaksInTraffic === true;

/** Throws if a thing that is missing once is hidden by the thing that is present once. */
function checkMixed(obligation: Obligation, { mock, traffic }: Absence, { mixed }: AbsenceRow): void {
  if (mixed === undefined) return;
  if (mock !== 'not judged' && mock !== 'passed')
    assert.notEqual(verdictOf(obligation, mixed, 'mock'), 'passed', 'present and missing, at the mock');
  if (traffic !== 'not judged')
    assert.notEqual(verdictOf(obligation, mixed, 'traffic'), 'passed', 'present and missing, in traffic');
}

/** Throws unless the row shows the verdicts of the entry, and another verdict with the thing that the entry names. */
function checkRow(
  obligation: Obligation,
  { run, mock = run, traffic, complete }: Absence,
  row: AbsenceRow,
): void {
  const { missing, present, trafficMissing = asTraffic(missing), trafficPresent = asTraffic(present) } = row;
  const concluded = outcomeOf(obligation, missing, 'run');
  assert.equal(concluded.verdict, run, 'missing in a run');
  assert.notDeepEqual(outcomeOf(obligation, present, 'run'), concluded, 'present in a run');
  if (mock !== 'not judged' && obligation.subject === 'integrator')
    assert.equal(verdictOf(obligation, trafficMissing, 'mock'), mock, 'at the mock');
  assert.equal(
    row.complete !== undefined,
    complete !== undefined,
    'complete has recorded traffic that shows it',
  );
  checkMixed(obligation, { run, mock, traffic }, row);
  assert.equal(traffic === 'not judged', !showsTraffic(obligation), 'not judged in traffic');
  if (traffic === 'not judged') {
    if (row.complete !== undefined)
      assert.equal(verdictOf(obligation, row.complete, 'mock'), run, 'complete, at the mock');
    return;
  }
  assert.equal(verdictOf(obligation, trafficMissing, 'traffic'), traffic, 'missing in recorded traffic');
  const withThing = outcomeOf(obligation, trafficPresent, 'traffic');
  assert.notDeepEqual(withThing, concluded, 'present in recorded traffic');
  if (row.complete === undefined) return;
  const whole = verdictOf(obligation, row.complete, 'traffic', row.bases);
  assert.equal(whole, run, 'missing in complete recorded traffic');
}

describe('what judges conclude from absence', () => {
  it('makes docs/absence.md', async () => {
    assertGenerated('docs/absence.md', await absenceText(), 'absence');
  });

  for (const obligation of contractObligations.all)
    it(`is stated by the home of ${obligation.id}, with a row for each entry`, () => {
      const { id, absences } = obligation;
      if (typeof absences === 'string')
        assert.match(absences, /^\S.{8,}[^.]$/s, `${id}: say why the judge concludes nothing from absence`);
      const entries = typeof absences === 'object' ? absences : {};
      const own = rows[id as keyof AbsenceRows] ?? {};
      assert.deepEqual(Object.keys(own).sort(), Object.keys(entries).sort(), `${id}: one row for each entry`);
      for (const [what, entry] of Object.entries(entries)) {
        const row = own[what];
        assert.ok(row !== undefined, `${id}, ${what}`);
        checkRow(obligation, entry, row);
      }
    });

  it('has a file of rows for each area', () => {
    const files = readdirSync(join(__dirname)).filter((name) => !/^rows|^twins|\.test\./.test(name));
    const areas = new Set(contractObligations.all.map(({ area }) => `${area}.ts`));
    assert.deepEqual(files.sort(), [...areas].sort());
  });
});
