import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { root } from '../cli/conform';

const library = JSON.stringify(join(root, 'support/library'));

/** Less than the mock waits for another request on a connection, in milliseconds. */
const mostAfterwards = 40_000;

/** How a script ends that has started a mock, by itself, and what it printed. */
async function ending(
  options: string,
  script: string,
): Promise<readonly [code: number | null, told: string]> {
  const whole = `
    const { Agent, request } = require('${options.includes('tls') ? 'node:https' : 'node:http'}');
    const { expectConformance, startMock } = require(${library});
    /** One request, over a connection that is kept for another. */
    const asked = (mock) => new Promise((resolve, reject) => {
      const agent = new Agent({ keepAlive: true });
      request(mock.services.gateway, { agent, ca: mock.ca }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      }).once('error', reject).end();
    });
    (async () => {
      ${script}
    })();`;
  const child = spawn(process.execPath, ['-r', join(root, 'bin/typescript.cjs'), '-e', whole]);
  child.stdout.once('data', () => setTimeout(() => child.kill(), mostAfterwards).unref());
  const [[code], ...told] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return [code, told.join('')];
}

describe('a mock that was not closed', { timeout: 240_000 }, () => {
  for (const options of ['{}', '{ tls: true }'])
    it(`does not keep the process, with ${options}`, async () => {
      const script = `const mock = await startMock(${options}); console.log(await asked(mock));`;
      assert.deepEqual(await ending(options, script), [0, '404\n']);
    });

  it('is closed at the end of its block by await using', async () => {
    const script = `
      let url;
      {
        await using mock = await startMock();
        url = mock.services.gateway;
        await asked(mock);
      }
      console.log(await fetch(url).then(() => 'open', ({ cause }) => cause.code));`;
    assert.deepEqual(await ending('{}', script), [0, 'ECONNREFUSED\n']);
  });
});
