import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ValidateFunction } from 'ajv/dist/2020';
import { schemaProblemOf } from '../../support/contract/schema-problem';
import { readDocuments, schemaExamples, schemaIds } from '../../support/contract/schemas';
import { ajvOf } from '../../support/contract/validators';
import type { SuiteCopy } from './suite-copy';
import { copySuite } from './suite-copy';

/** A value, and what becomes of it by one slip at each of its members. */
function variantsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value, null, 7, 'text', [value], {}];
  const members = Object.entries(value);
  return [
    value,
    null,
    { ...value, unknown: true },
    ...members.flatMap(([name, member]) => [
      Object.fromEntries(members.filter(([other]) => other !== name)),
      ...variantsOf(member)
        .slice(1)
        .map((slip) => ({ ...value, [name]: slip })),
    ]),
  ];
}

const told = (validate: ValidateFunction, value: unknown) =>
  validate(value) ? [] : (validate.errors ?? []).map(schemaProblemOf);

describe('validators that the build compiled', { timeout: 120_000 }, () => {
  let suite: SuiteCopy;
  before(() => {
    suite = copySuite();
    suite.build();
  });
  after(() => {
    suite.remove();
  });

  for (const thoroughness of ['full', 'brief'] as const)
    it(`tell of each schema the problems that ajv tells, word for word: ${thoroughness}`, () => {
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- as the bundle loads it
      const compiled = require(join(suite.folder, `dist/schemas-${thoroughness}.cjs`)) as Readonly<
        Record<string, ValidateFunction>
      >;
      assert.deepEqual(Object.keys(compiled).sort(), schemaIds());
      const ajv = ajvOf(thoroughness, readDocuments().values());
      let problems = 0;
      for (const id of schemaIds()) {
        const [own, theirs] = [compiled[id], ajv.getSchema(`${id}.schema.json`)];
        assert.ok(own && theirs, id);
        for (const value of [...schemaExamples(id), {}, 7].flatMap(variantsOf)) {
          const found = told(own, value);
          assert.deepEqual(found, told(theirs, value), id);
          problems += found.length;
        }
      }
      assert.ok(problems > 500, `only ${problems} problems were found`);
    });
});
