import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { stringify } from 'yaml';
import type { ReadingOverrides } from '../../support/contract/readings';
import { loadTarget } from '../../support/run/targets';
import type { Target } from '../../support/targets/target';
import { quickTarget, temporaryFolder } from '../report/embedded-run';
import { otherReadings } from './other-readings';

/** The number of rounds in which every value of {@link otherReadings} comes up. */
export const rounds = Math.max(...Object.values(otherReadings).map(({ length }) => length));

/** Returns one value of each reading: the value with this index, counted around. */
function overridesOf(round: number): ReadingOverrides {
  const chosen = Object.entries(otherReadings).map(([id, values]) => [id, values[round % values.length]]);
  return Object.fromEntries(chosen) as ReadingOverrides;
}

/** The payer's query that replaces the mock's own (reading `payer-content`). */
const query = {
  resourceType: 'Bundle',
  type: 'collection',
  entry: [
    {
      resource: {
        resourceType: 'CommunicationRequest',
        status: 'active',
        payload: [{ contentString: 'Send more about {{correlationId}}.' }],
      },
    },
  ],
};

/** Loads the target of a self-test from a file that sets all readings to another value, as a user would. */
export function targetOfRound(t: TestContext, round: number): Target {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'content'));
  writeFileSync(join(folder, 'content', 'query.json'), JSON.stringify(query));
  const file = join(folder, 'target.yaml');
  const members = { name: 'other readings', dummyPayerToken: '${PAYER_TOKEN}', readings: overridesOf(round) };
  writeFileSync(file, stringify(members));
  const { name, readings, overridden, secrets, payerContent, dummyPayerToken } = loadTarget(file, {
    PAYER_TOKEN: 'the-token-of-a-dummy-payer',
  });
  return {
    ...quickTarget,
    ...{ name, readings, overridden, secrets },
    ...(payerContent && { payerContent }),
    ...(dummyPayerToken !== undefined && { dummyPayerToken }),
  };
}
