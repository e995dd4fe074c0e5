import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSpecimen } from '../../mutants/catalogue';
import { tryInTraffic } from '../../mutants/traffic/matrix';

/** Some of each kind: quick enough for every run of the tests. */
const names = [
  'request-id-uppercase',
  'timestamp-in-seconds',
  'secret-in-query',
  'base64-wrapped-at-76',
  'bearer-in-authorization',
  'opaque-tokens',
  'callback-names-no-bridge',
  'user-agent',
];

for (const name of names)
  test(`in traffic, ${name} shows what it breaks and no more`, async () => {
    assert.deepEqual(await tryInTraffic(findSpecimen(name)), []);
  });
