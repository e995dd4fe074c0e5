import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { integratorTarget, startClientProgram } from '../../mutants/integrator/stage';
import { adapterPrograms } from '../../mutants/integrator/programs';
import { runSpecimen } from '../../mutants/trial';
import type { Results } from '../../support/judging/results';
import { plainTextOrEmpty } from '../plain';
import { overallVerdictTexts } from '../report/embedded-run';

const certify = (slip: readonly string[] = []): Promise<Results> =>
  runSpecimen({
    subject: 'integrator',
    start: startClientProgram([...adapterPrograms.diesLate, 'field.encrypt', ...slip], {
      roles: integratorTarget.roles,
    }),
  });

describe('an adapter that dies in the middle of its journey', () => {
  it('has what was seen before judged, and the rest told with the reason', async () => {
    const { run, obligations } = await certify();
    const verdictOf = (id: string) => obligations.find((each) => each.id === id);
    for (const id of ['SES-01', 'SES-04', 'HDR-02', 'HDR-04', 'CRT-04', 'ENC-02', 'ENC-04', 'OTP-01'])
      assert.equal(verdictOf(id)?.verdict, 'passed', id);
    // The registry accepted an OTP. The crash came before the OTP for the identity service.
    assert.equal(verdictOf('ENC-01')?.verdict, 'not-tested');
    assert.match(plainTextOrEmpty(verdictOf('ENC-01')?.reason), /^not seen: identity \(/);
    for (const id of ['ENC-14', 'ENC-15']) {
      assert.equal(verdictOf(id)?.verdict, 'inconclusive', id);
      assert.match(plainTextOrEmpty(verdictOf(id)?.reason), /ended with exit code 3/);
    }
    assert.deepEqual(
      overallVerdictTexts({ run }),
      { integrator: 'incomplete' },
      'what was cut short is no certificate',
    );
    const [obstacle, ...others] = run.obstacles ?? [];
    assert.deepEqual(others, []);
    assert.match(obstacle?.what ?? '', /^the adapter ended with exit code 3.*, during field\.encrypt$/);
    assert.match(obstacle?.detail ?? '', /^ {2}likely /);
    assert.ok(obstacle?.prevented.includes('ENC-15') && !obstacle.prevented.includes('ENC-01'));
  });

  it('has its slips found that came before', async () => {
    const { run, obligations } = await certify(['uppercase']);
    const failed = obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
    assert.deepEqual(failed, ['HDR-04']);
    assert.deepEqual(overallVerdictTexts({ run }), { integrator: 'does not conform' });
  });
});
