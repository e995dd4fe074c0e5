import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contractObligations } from '../../support/obligations';
import { checkSchema } from '../../support/contract/schemas';
import type { Results } from '../../support/judging/results';
import { embeddedTarget } from '../../support/run/targets';
import { allVerdicts } from '../../support/judging/verdict';
import { copyCachedRun } from '../runs/kept';
import { finishRun, overallVerdictTexts } from './embedded-run';

type Json = Record<string, unknown>;

const schema = JSON.parse(readFileSync(join(__dirname, '../../schemas/results.schema.json'), 'utf8')) as Json;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Pointers to all objects inside a value, but for those of readings, which may hold anything. */
function objectsIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || at.at(-1) === 'chosen') return [];
  const inside = Object.entries(value).flatMap(([key, each]) => objectsIn(each, [...at, key]));
  return Array.isArray(value) ? inside : [at, ...inside];
}

function at(value: unknown, path: readonly string[]): Json {
  return path.reduce((node, key) => (node as Json)[key], value) as Json;
}

/** Places of the same shape once: /obligations/7/scenarios/0 is like /obligations/0/scenarios/0. */
function oneOfEach(paths: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(paths.map((path) => [path.join('/').replace(/\d+/g, '*'), path])).values()];
}

test('the results of an embedded run keep to their schema', async (t) => {
  const { results } = await copyCachedRun('service', t);
  assert.deepEqual(checkSchema('results', results), []);
  assert.deepEqual(
    results.obligations.map(({ id }) => id),
    contractObligations.all.map(({ id }) => id),
  );
  assert.deepEqual(overallVerdictTexts(results), { service: 'no failure' });
  assert.deepEqual(
    results.run.overall.service?.why.map(({ kind }) => kind),
    ['self-test'],
  );
  assert.deepEqual(results.run.faults, []);
});

test('so do those of a narrowed run, and of one without any answer', async (t) => {
  const narrowed = await copyCachedRun('observed', t);
  assert.deepEqual(checkSchema('results', narrowed.results), []);
  assert.deepEqual(overallVerdictTexts(narrowed.results), { service: 'no failure' });
  assert.match(narrowed.printed, /service: .*no failure in the 2 of \d+ requirements that were seen/);

  const target = {
    ...embeddedTarget,
    file: 'dead.yaml',
    // Port 1 of the loopback: nothing listens there.
    services: { gateway: 'http://127.0.0.1:1' },
    credentials: { clientId: 'unknown', clientSecret: 'nothing-at-all' },
    product: { name: 'A product', version: '1.0' },
    overridden: ['key-bits'],
  } as const;
  const dead = await finishRun(t, { target, profile: 'sandbox' });
  assert.deepEqual(checkSchema('results', dead.results), []);
  assert.deepEqual(overallVerdictTexts(dead.results), { service: 'incomplete' });
  assert.equal(dead.results.counts.passed, 0);
});

test('an unknown member is refused at every level, a missing one too', async (t) => {
  const { results } = await copyCachedRun('service', t);
  const places = oneOfEach(objectsIn(results));
  assert.ok(places.length > 8, 'too few places were found');
  for (const path of places) {
    const extended = structuredClone(results);
    at(extended, path).surprise = 1;
    assert.notDeepEqual(checkSchema('results', extended), [], `/${path.join('/')} takes an unknown member`);
  }
  const required = places.flatMap((path) => Object.keys(at(results, path)).map((key) => [...path, key]));
  const optional =
    /\/(services|overall|product)\/\w+$|\/scope\/(ruledOut|leftOut|notShown)$|\/steps\/\d+\/at$|\/hosts\/\d+\/services$|\/observed\/(from|to)$|\/(message|reason|notes|failures|breaches)$|\/run\/(observed|ownSubjects|facility|operator|warnings|afterRefusals|waivers|changes)$/;
  for (const path of required.filter((each) => !optional.test(`/${each.join('/')}`))) {
    const shortened = structuredClone(results);
    Reflect.deleteProperty(at(shortened, path.slice(0, -1)), path.at(-1) ?? '');
    assert.notDeepEqual(checkSchema('results', shortened), [], `/${path.join('/')} may be missing`);
  }
});

test('a verdict has what it stands on', async (t) => {
  const { results } = await copyCachedRun('narrowed', t);
  const withRow = (change: Partial<Results['obligations'][number]>): Results => ({
    ...results,
    obligations: results.obligations.map((row) => (row.id === 'SES-05' ? { ...row, ...change } : row)),
  });
  assert.deepEqual(checkSchema('results', withRow({})), []);
  for (const change of [
    { observations: 0 },
    { verdict: 'observed', observations: 0 },
    { verdict: 'not-tested' },
    { verdict: 'inconclusive' },
    { verdict: 'declared' },
    { verdict: 'skipped' as 'passed' },
    { planned: false },
    { evidence: [0] },
  ] as const)
    assert.notDeepEqual(checkSchema('results', withRow(change)), [], JSON.stringify(change));
});

test('every member of the schema is described, every object closed, every verdict named', () => {
  const nodes: [string, Json][] = [];
  const walk = (node: unknown, path: string): void => {
    if (!isObject(node)) return;
    nodes.push([path, node]);
    for (const group of ['properties', '$defs'])
      for (const [name, child] of Object.entries((node[group] ?? {}) as Json))
        walk(child, `${path}/${group}/${name}`);
    walk(node.items, `${path}/items`);
  };
  walk(schema, '');
  assert.ok(nodes.length > 60);
  for (const [path, node] of nodes) {
    if (!path.endsWith('/items')) assert.equal(typeof node.description, 'string', `${path} is not described`);
    if (node.type === 'object') assert.equal(node.additionalProperties, false, `${path} is open`);
  }
  const find = (path: string): Json | undefined => nodes.find(([each]) => each === path)?.[1];
  assert.deepEqual(find('/$defs/verdict')?.enum, allVerdicts);
  assert.deepEqual(Object.keys((find('/properties/counts')?.properties ?? {}) as Json), allVerdicts);
});
