import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bypassProxy } from '../../support/cli/bypass-proxy';

const urls = ['https://mock.example:8440', 'https://127.0.0.1:8441', 'http://[::1]:1'];
const own = 'localhost,127.0.0.1,mock.example,::1';
const proxy = { https_proxy: 'http://proxy.example:3128' };

describe('bypassProxy', () => {
  for (const [what, env, NO_PROXY, no_proxy] of [
    ['excludes the mock', proxy, own, own],
    [
      'keeps the hosts of the user',
      { ...proxy, no_proxy: '.corp, db' },
      `.corp,db,${own}`,
      `.corp,db,${own}`,
    ],
    ['keeps both lists', { ...proxy, NO_PROXY: 'a', no_proxy: 'b' }, `a,${own}`, `b,${own}`],
    ['keeps a host once', { HTTP_PROXY: 'http://p', NO_PROXY: own }, own, own],
    ['keeps a list that excludes all', { ALL_PROXY: 'http://p', NO_PROXY: '*' }, '*', '*'],
    ['changes nothing without a proxy', { PATH: '/bin' }, undefined, undefined],
  ] as const)
    it(what, () => {
      const changed = bypassProxy(env, urls);
      assert.deepEqual([changed.NO_PROXY, changed.no_proxy], [NO_PROXY, no_proxy]);
      for (const [name, value] of Object.entries(env))
        if (!/^no_proxy$/i.test(name)) assert.equal(changed[name], value);
    });
});
