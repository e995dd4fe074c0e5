import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { root } from '../cli/conform';
import { rpcRequestLine, conversation } from './conversation';
import { skipUnlessInstalled } from '../tools';
import { describeLibrary } from './library';

const skip = skipUnlessInstalled('php');

describeLibrary({
  language: 'PHP',
  skip,
  clumsy: () => ['php', join(root, 'tests/adapters/fixtures/clumsy.php')],
  stub: () => ['php', join(root, 'adapters/php/stub.php')],
});

it('a warning of PHP is an error and not a line on stdout', { skip }, () => {
  const { answers } = conversation(
    ['php', '-d', 'display_errors=1', join(root, 'tests/adapters/fixtures/clumsy.php')],
    [rpcRequestLine(0, 'initialize', { protocolVersion: '1' }), rpcRequestLine(1, 'transfer.open')],
  );
  assert.match(answers[1]?.error?.message ?? '', /^ErrorException in clumsy\.php:\d+$/);
});
