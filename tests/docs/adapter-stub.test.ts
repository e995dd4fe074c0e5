import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { findProgram } from '../../support/adapter/child-environment';
import { initializeAdapter } from '../../support/adapter/initialize';
import { openStdioChannel } from '../../support/adapter/stdio-channel';
import { initializeParams } from '../adapter/adapters';
import { conform } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';
import { textOf } from './markdown';

const guide = textOf('docs/guides/adapter-stub.md');
const stub = /^```ruby\n([^]*?)^```$/m.exec(guide)?.[1] ?? '';
const skip =
  findProgram('ruby') === undefined ? 'the guide has a stub in Ruby, and Ruby is not installed' : false;

/** Returns the start command of the guide's stub, in which `filledIn` replaces the call of the client for a session. */
function stubCommand(t: TestContext, filledIn?: string): readonly string[] {
  const file = join(temporaryFolder(t), 'adapter.rb');
  const blank = "{ raise 'not filled in' }, # client.create_session; nil";
  assert.ok(stub.includes(blank));
  writeFileSync(file, filledIn === undefined ? stub : stub.replace(blank, `{ ${filledIn}; nil },`));
  return ['ruby', file];
}

function stubChannel(t: TestContext, filledIn?: string) {
  const channel = openStdioChannel({ command: stubCommand(t, filledIn), timeoutMs: 20_000 });
  t.after(() => channel.close().catch(() => undefined));
  return channel;
}

it('the stub for other languages has about 40 lines', () => {
  const lines = stub.trimEnd().split('\n');
  assert.ok(lines.length >= 30 && lines.length <= 45, `${lines.length} lines`);
});

describe('the stub for other languages', { skip }, () => {
  it('speaks the protocol before anything is filled in', async (t) => {
    const { code, stdout } = await conform(['adapter', '--check', ...stubCommand(t)]);
    assert.match(
      stdout,
      /^✓ speaks protocol 1: my-client 0\.0\.0\n✓ session\.create\n✓ certificate\.fetch$/m,
    );
    assert.match(stdout, /^✗ session\.create: an error: RuntimeError: not filled in;/m);
    assert.equal(code, 3);
  });

  it('answers what it offers, and -32601 for other methods', async (t) => {
    const channel = stubChannel(t, "puts 'a session'; print 'chatter'");
    const { capabilities } = await initializeAdapter(channel, initializeParams);
    assert.deepEqual(capabilities, ['session.create', 'certificate.fetch']);
    assert.deepEqual(await channel.call('session.create', {}), { kind: 'result', value: null });
    const { kind } = await channel.call('field.encrypt', { service: 'identity', value: 'ÄÖ€' });
    assert.equal(kind, 'not-offered');
    assert.equal((await channel.call('shutdown', {})).kind, 'result');
    await channel.close();
    assert.match(channel.log().first, /^a new journey, with the gateway \S+\na session\nchatter$/);
  });

  it('gives the reason of a refusal', async (t) => {
    const channel = stubChannel(t, "raise Refusal, 'the clock is wrong'");
    await initializeAdapter(channel, initializeParams);
    const refused = { kind: 'refused', code: -32001, message: 'the clock is wrong' };
    assert.deepEqual(await channel.call('session.create', {}), refused);
  });
});
