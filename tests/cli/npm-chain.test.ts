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
    'conform run --reports /tmp/daemonx',
    'conform mock -- ./daemon',
    'conform mock -- setsid ./server',
    'conform mock --target nohup-setsid.yaml',
    'conform run |& tee run.log',
    'conform run # a & b, and setsid',
    "# don't wait & see\nconform run # don't, either &",
    'conform run --reports a#b',
  ])
    it(`waits for the suite: ${script}`, () => {
      assert.equal(waitsForConform(script), true);
      assert.equal(startsInBackground(script), false);
    });

  it('does not start a program in the background because a file has such a name', () => {
    assert.equal(startsInBackground('conform mock -- ./daemon-tests.sh'), false);
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
    'tsc && setsid conform mock',
    'exec nohup conform mock',
    'env A=1 B=2 nohup conform mock',
    'NO_COLOR=1 /usr/bin/nohup conform mock',
    'if true; then daemonize conform mock; fi',
    'nice -n5 start-stop-daemon conform',
    '(conform mock) & disown',
    'conform mock & # in the background',
    'conform run --reports a# & jest',
    'echo "#" & conform mock',
    "sh -c 'conform mock & sleep 1'",
  ])
    it(`may end before the suite: ${script ?? 'none'}`, () => {
      assert.equal(waitsForConform(script), false);
    });
});
