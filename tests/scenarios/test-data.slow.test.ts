import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { createIntegrator, logNothing } from '../../support/client/integrator';
import { TestData } from '../../support/cases/test-data';
import { embeddedTarget } from '../../support/run/targets';
import { embeddedLimits } from '../../support/targets/embedded';
import type { Results } from '../../support/judging/results';
import { finishRun, overallVerdictTexts } from '../report/embedded-run';

describe('what is made up', () => {
  it('is the same for a seed, and other for another or for none', () => {
    const draw = (seed?: number): string[] => {
      const data = new TestData(seed);
      return [data.marker('a'), data.digits('a', 12), data.bytes('b', 40).toString('hex')];
    };
    assert.deepEqual(draw(7), draw(7));
    const draws = [draw(7), draw(8), draw(), draw()];
    for (const index of [0, 1, 2]) assert.equal(new Set(draws.map((each) => each[index])).size, draws.length);
  });

  it('never comes twice, and does not depend on what was made up for another purpose', () => {
    const [whole, part] = [new TestData(1), new TestData(1)];
    const texts = Array.from({ length: 100 }, () => whole.marker('hip'));
    assert.equal(new Set(texts).size, 100);
    const other = whole.marker('hiu');
    assert.equal(part.marker('hiu'), other);
    assert.ok(!texts.includes(other));
  });

  it('has the form that was asked for', () => {
    const data = new TestData(1);
    assert.match(data.marker('a'), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    for (const count of [1, 4, 12]) {
      const numbers = Array.from({ length: 200 }, () => data.digits('numbers', count));
      for (const each of numbers) assert.match(each, new RegExp(`^[1-9]\\d{${count - 1}}$`));
      // Each digit has its turn in each place.
      for (let place = 0; place < count; place += 1)
        assert.equal(new Set(numbers.map((each) => each[place])).size, place === 0 ? 9 : 10);
    }
    for (const count of [1, 32, 1_000_000]) assert.equal(data.bytes('bytes', count).length, count);
  });
});

/** What a client was given in one run. */
interface Given {
  /** Digests of values, fields and bundles, in their order. */
  readonly data: readonly string[];
  readonly nonces: readonly string[];
  readonly requestIds: readonly string[];
  readonly seed: Results['run']['seed'];
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Runs with a client that notes what it is given; from the beginning of a journey to fields and bundles. */
async function runNoting(t: TestContext, seed?: number): Promise<Given> {
  const data: string[] = [];
  const nonces: string[] = [];
  const client = (): AdapterHandlers => {
    const own = createIntegrator({ log: logNothing });
    return {
      ...own,
      'field.encrypt': (params) => {
        data.push(digest(params.value));
        return own['field.encrypt'](params);
      },
      'fields.send': (params) => {
        // OTPs and transaction ids belong to the account at the mock, which is new in each run.
        const made = params.fields.filter(({ name }) => name !== 'otp' && name !== 'txnId');
        data.push(...made.map(({ value }) => digest(value)));
        return own['fields.send'](params);
      },
      'transfer.encrypt': (params) => {
        data.push(digest(params.bundle));
        nonces.push(params.keyMaterial.nonce);
        return own['transfer.encrypt'](params);
      },
    };
  };
  // How many transfers a search takes is a matter of the client's keys.
  const target = { ...embeddedTarget, limits: { ...embeddedLimits, searchMs: 0 } };
  const settings = {
    target,
    subjects: ['integrator'],
    only: ['ENC-07', 'HDT-08'],
    seams: { client },
  } as const;
  const { results, folder } = await finishRun(t, { ...settings, ...(seed !== undefined && { seed }) });
  assert.deepEqual(overallVerdictTexts(results), { integrator: 'no failure' });
  return { data, nonces, requestIds: requestIdsIn(folder), seed: results.run.seed };
}

function requestIdsIn(folder: string): string[] {
  const text = readFileSync(join(folder, 'recording.jsonl'), 'utf8');
  return [...text.matchAll(/"request-id","([^"]+)"/gi)].map(([, id = '']) => id);
}

test('one seed gives one row of test data, and nonces and ids stay new', async (t) => {
  const [first, again, other, none] = [
    await runNoting(t, 7),
    await runNoting(t, 7),
    await runNoting(t, 8),
    await runNoting(t),
  ];
  assert.deepEqual([first.seed, other.seed, none.seed], [7, 8, null]);
  assert.ok(first.data.length > 60, 'too little was given');
  assert.deepEqual(again.data, first.data);
  const shared = (one: readonly string[], two: readonly string[]) =>
    one.filter((each) => two.includes(each) && one.indexOf(each) === one.lastIndexOf(each));
  for (const each of [other, none]) {
    assert.equal(each.data.length, first.data.length);
    // An empty bundle, one of one byte and values of one letter are the same whatever the seed.
    assert.ok(shared(each.data, first.data).length <= 4, 'too much is the same under another seed');
    assert.notDeepEqual(each.data, first.data);
  }
  assert.ok(first.requestIds.length > 2);
  assert.deepEqual(shared(first.requestIds, again.requestIds), []);
  assert.ok(new Set(first.nonces).size > 40);
  assert.deepEqual(
    first.nonces.filter((each) => again.nonces.includes(each)),
    [],
  );
});
