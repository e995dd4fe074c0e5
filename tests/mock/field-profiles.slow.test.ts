import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extending } from '../../mutants/stage';
import { obligationsDepartedFrom } from '../../support/explain/departures';
import { shippedProfiles } from '../../support/targets/field-profiles';
import { finishRun, quickTarget } from '../report/embedded-run';

for (const profile of shippedProfiles())
  test(`under ${profile.name}, the self-test breaks only what its departures break`, async (t) => {
    const { results } = await finishRun(t, {
      target: { ...quickTarget, ...extending(profile.name) },
      subjects: ['service', 'integrator'],
      profile: 'test',
    });
    const broken = results.obligations.filter(({ verdict }) =>
      ['failed', 'warning', 'inconclusive'].includes(verdict),
    );
    const departed = profile.departures.flatMap(({ id }) => obligationsDepartedFrom(profile, id));
    assert.deepEqual(broken.map(({ id }) => id).sort(), [...new Set(departed.map(({ id }) => id))].sort());
    assert.equal(results.run.overall.integrator?.verdict, 'no-failure');
  });
