import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderings } from './renderings';
import { sampleResults } from './sample-results';

for (const [name, render] of Object.entries(renderings))
  test(`${name}: which verdicts are not certificates`, () => {
    const said = /the verdict on (them|it) is not a certificate/g;
    const alone = render(sampleResults());
    assert.doesNotMatch(alone, /is not a certificate/);
    const services = render(sampleResults({}, { ownSubjects: ['service'] }));
    assert.ok([...services.matchAll(said)].every(([, whom]) => whom === 'them') && said.test(services));
    const client = render(sampleResults({}, { ownSubjects: ['integrator'] }));
    assert.match(client, /the verdict on it is not a certificate/);
    const selfTest = render(sampleResults({}, { selfTest: true, ownSubjects: ['service', 'integrator'] }));
    assert.match(selfTest, /is not a certificate/);
    assert.doesNotMatch(selfTest, /the verdict on/);
  });
