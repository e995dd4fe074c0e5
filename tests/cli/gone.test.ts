import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conform } from './conform';

/** What version 1 had: how it was called, and what its caller is to use now. */
const gone: Readonly<Record<string, readonly [args: readonly string[], instead: RegExp]>> = {
  'the command completion': [
    ['completion', 'bash'],
    /^error: conform completion is gone .* — conform --help /,
  ],
  'the command steps': [['steps', '--json'], /^error: conform steps is gone .* — features\/ /],
  'contract --http': [['contract', '--http', 'requests'], /^error: --http is gone .* --postman /],
  'contract --reference': [['contract', '--reference', 'pages'], /^error: --reference is gone .* --openapi /],
  'contract --edition': [['contract', '--edition', 'own.json'], /^error: --edition is gone .* one edition /],
  'contract --diff': [['contract', '--diff', 'a', 'b'], /^error: --diff is gone .* one edition /],
  'verify --policy': [['verify', 'a.zip', '--policy', 'p.yaml'], /^error: --policy is gone .* --conforms, /],
  'verify --vsa': [['verify', 'a.zip', '--vsa', 'v.json'], /^error: --vsa is gone .* --json /],
  'mock --env-file': [['mock', '--env-file', 'a.env'], /^error: --env-file is gone .* --variables /],
  'contract --json': [['contract', '--json'], /^error: --json is gone .* one edition /],
};

describe('what is gone since version 1', () => {
  for (const [what, [args, instead]] of Object.entries(gone))
    it(`answers in one line that says what to use instead: ${what}`, async () => {
      const { code, stdout, stderr } = await conform(args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, instead);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    });

  it('is in no help', async () => {
    const { stdout } = await conform(['--help']);
    assert.doesNotMatch(stdout, /completion|^ {2}steps /m);
  });
});
