import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { defaultReadings, readings } from '../../support/contract/readings';
import type { ReadingId } from '../../support/contract/readings';
import { inspectPayerMessage } from '../../support/crypto/node/payer-message';
import { verifyCallbackToken } from '../../support/crypto/jose/jws';
import { contractObligations } from '../../support/obligations';
import { namesOf, readFeatures, rulesOf } from './feature-files';
import {
  fixedReadings,
  readShownRecordings,
  readingsOfFacts,
  readingsTouchedBy,
  watchedReadings,
} from './touched-readings';

/** Readings that no home touches: what the suite's own services do, or what a scenario sends. */
const ofNoHome: readonly ReadingId[] = [
  'content-field',
  'payer-content',
  'dummy-payer-token',
];

const namedIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The top of a feature speaks for each of its Rules. */
const named = new Map(
  readFeatures().flatMap((file) =>
    rulesOf(file).map(({ tags, description, children }) => {
      const texts = [file.feature, ...children.flatMap(({ scenario }) => scenario ?? [])].map(
        (each) => each.description,
      );
      const id = namesOf(tags).find((name) => contractObligations.has(name)) ?? '';
      return [id, namedIn([description, ...texts].join('\n'))] as const;
    }),
  ),
);
const isNamedAnywhere = (id: ReadingId): boolean => [...named.values()].some((names) => names.includes(id));

describe('readings', () => {
  let touched: ReadonlyMap<string, readonly ReadingId[]>;
  before(async () => {
    const recordings = await readShownRecordings();
    touched = new Map(contractObligations.all.map((each) => [each.id, readingsTouchedBy(each, recordings)]));
  });

  it('are named by each Rule whose home touches them', () => {
    const missing = [...touched].flatMap(([id, ids]) => {
      const left = ids.filter((each) => !named.get(id)?.includes(each));
      return left.length === 0 ? [] : [[id, left.join(' ')] as const];
    });
    const table = missing.map(([id, left]) => `  '${id}': '${left}',`);
    assert.deepEqual(missing, [], `not named:\n${table.join('\n')}`);
  });

  it('that no home touches are named by some Rule', () => {
    const all = new Set([...touched.values()].flat());
    const others = readings.map(({ id }) => id).filter((id) => !all.has(id));
    assert.deepEqual(others, ofNoHome);
    assert.deepEqual(
      others.filter((id) => !isNamedAnywhere(id)),
      [],
    );
  });

  it('that no target can change have a stage at which a client departs from them', () => {
    const fixed = readings.filter(({ offered }) => offered === 'nothing else').map(({ id }) => id);
    assert.deepEqual(fixed, Object.keys(fixedReadings));
  });

  it('on which facts rest are all known', async () => {
    const { readings: chosen, touched: seen } = watchedReadings(defaultReadings);
    inspectPayerMessage({ headers: [], body: Buffer.from('{"resourceType":"Bundle"}') }, chosen, []);
    await verifyCallbackToken([['Authorization', 'Bearer x']], chosen, []);
    const known = new Set<string>(Object.values(readingsOfFacts).flat());
    const ids = readings.map(({ id }) => id).filter((id) => seen.has(id));
    assert.ok(ids.length > 3);
    assert.deepEqual(
      ids.filter((id) => !known.has(id)),
      [],
    );
  });
});
