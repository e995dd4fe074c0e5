import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgingCommand } from '../../support/judging/explain';

test('the command that judges again quotes the path of a target file for a shell', () => {
  const targetFile = "/it's here/$HOME.yaml";
  const quoted = String.raw`'/it'\''s here/$HOME.yaml'`;
  assert.equal(judgingCommand('HDR-01', { targetFile }), `npx conform run --target ${quoted} --only HDR-01`);
  assert.equal(
    judgingCommand('HDR-01', { targetFile, traffic: 'proxy' }),
    `npx conform proxy --target ${quoted} --only HDR-01, and the same request`,
  );
});
