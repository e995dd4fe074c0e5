import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadingValues } from '../../support/contract/readings';
import { defaultReadings, readingForService } from '../../support/contract/readings';
import type { Results } from '../../support/judging/results';
import type { ObligationResult } from '../../support/judging/verdict';
import { toPlainText } from '../../support/exchange/text';
import { finishRun } from '../report/embedded-run';
import { rounds, targetOfRound } from './readings-scene';

const certificates = { identity: 'CRT-01', registry: 'CRT-02' } as const;

/** The obligations that a service breaks by the readings that depart from the document. */
function brokenByDepartures(readings: ReadingValues): string[] {
  const departs = (service: 'identity' | 'registry') =>
    (['key-bits', 'certificate-form'] as const).some(
      (id) => readingForService(readings, id, service) !== defaultReadings[id],
    );
  const byStatus = readings['session-status'] === defaultReadings['session-status'] ? [] : ['SES-05'];
  return [
    ...byStatus,
    ...(['identity', 'registry'] as const).filter(departs).map((service) => certificates[service]),
  ];
}

const fine: readonly string[] = ['passed', 'not-applicable', 'observed', 'declared'];

/** Whether a reading left an obligation out, or is unset. */
const isByReading = (reason: ObligationResult['reason']): boolean =>
  reason?.optional === true || reason?.by?.startsWith('readings.') === true;

/** Lists the other obligations, each with its reason and first breach, so that the test's message shows the reading. */
function notFine({ obligations }: Results): (readonly [id: string, why: string])[] {
  return obligations
    .filter(({ verdict, reason }) => !fine.includes(verdict) && !isByReading(reason))
    .map(({ id, verdict, reason, breaches }) => [
      id,
      [verdict, toPlainText(reason?.text ?? ''), JSON.stringify(breaches?.[0] ?? '')].join(' '),
    ]);
}

for (let round = 0; round < rounds; round += 1)
  test(`the self-test comes to the same end with other readings, round ${round + 1} of ${rounds}`, async (t) => {
    const target = targetOfRound(t, round);
    const { results } = await finishRun(t, { target, subjects: ['service', 'integrator'], profile: 'test' });
    const found = notFine(results);
    const broken = brokenByDepartures(target.readings);
    const message = [
      'The mock or the built-in client does not follow one of these readings (tests/mock/other-readings.ts):',
      ...found.filter(([id]) => !broken.includes(id)).map(([id, why]) => `${id} ${why}`),
    ].join('\n');
    assert.deepEqual(
      found.map(([id]) => id),
      broken,
      message,
    );
    assert.equal(results.run.overall.integrator?.verdict, 'no-failure');
  });
