import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fastify from 'fastify';
import { addErrors } from '../../support/desk/server/errors';
import { Secrets } from '../../support/desk/server/secrets';
import { startTestDesk } from './browser';
import { openRunDesk } from './run-desk';

describe('a fault of the desk', () => {
  it('keeps nothing else open when the desk is closed', async (t) => {
    const { desk } = await startTestDesk(t);
    const closed: string[] = [];
    desk.context.defer(() => void closed.push('before'));
    desk.context.defer(() => {
      throw new Error('the fault');
    });
    desk.context.defer(() => void closed.push('after'));
    await assert.rejects(desk.close(), /the fault/);
    assert.deepEqual(closed, ['after', 'before']);
    await assert.rejects(fetch(desk.url), TypeError, 'nothing listens any more');
    await desk.close();
  });

  it('tells neither the page nor the terminal a secret that it quotes', async (t) => {
    const { desk } = openRunDesk(t);
    const secrets = new Secrets();
    secrets.set('DESK_TEST_SECRET', 'canary of/the+client');
    const app = fastify();
    t.after(() => app.close());
    addErrors(app, { ...desk, secrets });
    app.get('/', () => {
      throw new Error('cannot read canary of/the+client in 3');
    });
    const printed: string[] = [];
    t.mock.method(process.stderr, 'write', (text: string) => printed.push(text) > 0);
    const { statusCode, body } = await app.inject('/');
    assert.equal(statusCode, 500);
    assert.match(body, /fault of the suite: cannot read .* in 3/);
    assert.match(printed.join(''), /fault of the suite: Error: cannot read .* in 3\n/);
    assert.doesNotMatch(body + printed.join(''), /canary/);
  });
});
