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

test('the command that judges again has the key of a signed field profile', () => {
  const origin = { targetFile: 'target.yaml', isProfileSigned: true };
  assert.equal(
    judgingCommand('HDR-01', origin),
    'npx conform run --target target.yaml --profile-key FILE --only HDR-01',
  );
  assert.match(
    judgingCommand('HDR-01', { ...origin, traffic: 'proxy' }),
    / --profile-key FILE --only HDR-01,/,
  );
  assert.equal(
    judgingCommand('HDR-01', { traffic: 'audit', ...origin }),
    'npx conform audit FILE --only HDR-01',
  );
});
