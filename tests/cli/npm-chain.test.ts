import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startsInBackground, waitsForConform } from '../../support/cli/npm-chain';

describe('a script of npm', () => {
  for (const script of [
    "'conform'",
    'conform mock --no-tls',
    'tsc && conform run > run.log 2>&1',
    'node node_modules/gateway-conformance/bin/conform.cjs mock &> mock.log',
    "conform run --target 'a & b.yaml'",
    'conform run --target "a & \\" & b.yaml"',
    'conform run --target a\\&b.yaml',
  ])
    it(`waits for the suite: ${script}`, () => {
      assert.equal(waitsForConform(script), true);
      assert.equal(startsInBackground(script), false);
    });

  for (const script of [
    undefined,
    '',
    './start-the-mock.sh',
    'jest',
    'conform mock & jest',
    'conform mock&',
    'conform mock -- echo "a & b" & jest',
    "conform mock -- echo 'a\\' & jest",
    'setsid -f conform mock',
    "sh -c 'conform mock & sleep 1'",
  ])
    it(`may end before the suite: ${script ?? 'none'}`, () => {
      assert.equal(waitsForConform(script), false);
    });
});
