import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentEdition, sourceDocument } from '../../support/contract/source';
import { suiteDigest } from '../../support/judging/digest';
import { conform } from './conform';

test('--version names suite, contract and Node, on the program and on its commands', async () => {
  const { code, stdout, stderr } = await conform(['--version']);
  assert.deepEqual([code, stderr], [0, '']);
  const [suite = '', contract = '', node = '', ...rest] = stdout.trimEnd().split('\n');
  const digit = 'sha256:'.length + 12;
  assert.ok(
    /^gateway-conformance \d+\.\d+\.\d+(-next)? /.test(suite) &&
      suite.includes(suiteDigest().slice(0, digit)),
  );
  assert.ok(contract.includes(sourceDocument.title) && contract.includes(`edition ${currentEdition}, `));
  assert.equal(node, `node      ${process.version}`);
  assert.deepEqual(rest, []);
  for (const args of [['-V'], ['run', '--version'], ['explain', '-V'], ['doctor', '--version']])
    assert.deepEqual(await conform(args), { code, stdout, stderr }, args.join(' '));
});
