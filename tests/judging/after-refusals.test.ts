import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdapterAnswer, Evidence } from '../../support/exchange/evidence';
import { withCalls } from '../../support/exchange/evidence';
import { reportsAfterRefusals } from '../../support/judging/notes';
import { answerWith, replaceAskedCall, edit } from '../obligations/integrator/edits';
import type { AnyJourneyStep, JourneyStep } from '../obligations/integrator/exchanges';
import {
  requestCertificate,
  playSteps,
  sendFields,
  session,
  verifyOtp,
} from '../obligations/integrator/exchanges';

type Reported = NonNullable<AdapterAnswer['facts']['reported']>;

const gapMs = 100;

/** The end of a call that began before the last so many steps. */
const told =
  (
    method: string,
    reported: Reported | undefined,
    steps: number,
    service?: 'identity',
  ): JourneyStep<AdapterAnswer> =>
  (at) => ({
    kind: 'adapter answer',
    method,
    ...(service && { service }),
    askedAt: at - steps * gapMs - 1,
    arrivedAt: at,
    clientInstance: 'process-1',
    facts: { ...(reported && { reported }) },
  });

/** Requests whose call is found by their time, as in every new recording. */
const rowsOf = (...steps: AnyJourneyStep[]) => {
  const evidence: readonly Evidence[] = playSteps(steps, gapMs);
  const uncalled = evidence.map((each) => {
    if (each.kind !== undefined) return each;
    const { call, ...rest } = each;
    return rest;
  });
  return reportsAfterRefusals(withCalls(uncalled));
};

const refused = (step: JourneyStep, status: number): JourneyStep => edit(step, answerWith(status));

describe('what a client reports after a refusal', () => {
  const otp = refused(verifyOtp(), 400);

  it('is noted as it was answered: success, a failure in the result, an error', () => {
    for (const reported of ['success', 'failure', 'error'] as const)
      assert.deepEqual(rowsOf(session(), otp, told('otp.verify', reported, 1)), [
        { call: 'otp.verify', status: 400, accepted: false, reported, times: 1, exchanges: [2] },
      ]);
  });

  it('says whether a later attempt was accepted in the same call', () => {
    assert.deepEqual(rowsOf(otp, verifyOtp(), told('otp.verify', 'success', 2)), [
      { call: 'otp.verify', status: 400, accepted: true, reported: 'success', times: 1, exchanges: [1] },
    ]);
  });

  it('is about what was asked for: what else is refused by the way says nothing', () => {
    const other = refused(requestCertificate('registry'), 503);
    assert.deepEqual(rowsOf(other, verifyOtp(), told('otp.verify', 'success', 2)), []);
    assert.deepEqual(
      rowsOf(otp, requestCertificate('registry'), told('otp.verify', 'success', 2))[0]?.accepted,
      false,
    );
  });

  it('is noted of a session that was refused, whatever call needed it', () => {
    const without = refused(edit(session(), replaceAskedCall('otp.verify')), 503);
    assert.deepEqual(rowsOf(without, told('otp.verify', 'success', 1)), [
      { call: 'otp.verify', status: 503, accepted: false, reported: 'success', times: 1, exchanges: [1] },
    ]);
    assert.equal(rowsOf(without, session(), verifyOtp(), told('otp.verify', 'success', 3)).length, 0);
  });

  it('is noted of fields and certificates of the service that they are for', () => {
    const fields = refused(sendFields(), 401);
    const [row] = rowsOf(fields, told('fields.send', 'success', 1, 'identity'));
    assert.deepEqual([row?.call, row?.service, row?.status], ['fields.send', 'identity', 401]);
    const fetched = refused(requestCertificate('registry'), 401);
    assert.deepEqual(rowsOf(fetched, told('certificate.fetch', 'success', 1, 'identity')), []);
  });

  it('stands in one row for all that are alike', () => {
    const twice = [otp, told('otp.verify', 'success', 1), otp, told('otp.verify', 'success', 1)];
    const rows = rowsOf(...twice, otp, told('otp.verify', 'error', 1));
    assert.deepEqual(
      rows.map(({ reported, times, exchanges }) => [reported, times, exchanges]),
      [
        ['success', 2, [1, 3]],
        ['error', 1, [5]],
      ],
    );
  });

  it('is not known if the adapter does not report it, as a person does not, and if nothing was refused', () => {
    assert.deepEqual(rowsOf(otp, told('otp.verify', undefined, 1)), []);
    assert.deepEqual(rowsOf(verifyOtp(), told('otp.verify', 'success', 1)), []);
  });
});
