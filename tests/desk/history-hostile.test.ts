import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { signer } from '../report/packs';
import { ask, opened } from './ask';

const publicPem = signer.publicKey.export({ format: 'pem', type: 'spki' }).toString();

/** A desk that is asked with its cookie and origin. */
async function asking(t: TestContext) {
  const { desk, at, cookie, first } = await opened(t);
  const headers = { cookie, origin: first.origin };
  const json = { ...headers, 'content-type': 'application/json' };
  const bytes = { ...headers, 'content-type': 'application/octet-stream' };
  return {
    desk,
    get: (path: string) => ask(at(path), headers),
    post: (path: string, body: unknown) =>
      ask(at(path), json, 'POST', typeof body === 'string' ? body : JSON.stringify(body)),
    upload: (path: string, body: Buffer) => ask(at(path), bytes, 'POST', body),
  };
}

const waiver = { id: 'TOK-01', reason: 'known', approver: 'A. Reviewer', expires: '2099-12-31' };
const add = { seen: 'none', change: { act: 'add', waiver } };
const decided = {
  digest: 'sha256:0',
  standing: '',
  name: 'A',
  decision: 'rejected',
  remarks: '',
  conditions: [],
  date: '2026-11-22',
};

describe('what a page asks the desk about its history', () => {
  for (const entry of ['..%2f..%2fetc', '%2e%2e', '/etc', 'a b', 'x'.repeat(60), '<b>', 'latest%00'])
    it(`a report is not reached by ${entry.slice(0, 20)}`, async (t) => {
      const { desk, get, post } = await asking(t);
      const outside = join(desk.context.reports, '..', 'etc');
      mkdirSync(outside, { recursive: true });
      writeFileSync(join(outside, 'results.json'), '{"schemaVersion":2}');
      for (const answer of [
        await get(`/api/review/${entry}`),
        await get(`/api/history/pack/${entry}`),
        await get(`/api/history/diff/${entry}/${entry}`),
        await post(`/api/history/pack/${entry}`, {}),
        await post(`/api/review/${entry}`, decided),
      ]) {
        assert.ok([400, 404, 422].includes(answer.status), String(answer.status));
        assert.doesNotMatch(answer.body, /schemaVersion/);
      }
    });

  for (const [what, path, body, twin] of [
    ['no JSON', 'history/exceptions', '{', add],
    ['null', 'history/exceptions', null, add],
    ['a list', 'history/exceptions', [], add],
    ['an unknown act', 'history/exceptions', { ...add, change: { act: 'purge', waiver } }, add],
    ['a change of nothing', 'history/exceptions', { ...add, change: { act: 'change', waiver } }, add],
    ['an addition of nothing', 'history/exceptions', { ...add, change: { act: 'add' } }, add],
    [
      'a list for a text',
      'history/exceptions',
      { ...add, change: { act: 'add', waiver: { ...waiver, reason: [['x']] } } },
      add,
    ],
    [
      'a line of YAML in an id',
      'history/exceptions',
      { ...add, change: { act: 'add', waiver: { ...waiver, id: 'X\n- y' } } },
      add,
    ],
    [
      'a very long reason',
      'history/exceptions',
      { ...add, change: { act: 'add', waiver: { ...waiver, reason: 'x'.repeat(9999) } } },
      add,
    ],
    ['a key without a name', 'history/checks', { key: { text: 'x' } }, { key: { name: 'k.pem', text: 'x' } }],
    ['a body of many megabytes', 'history/checks', { nonce: 'x'.repeat(9_000_000) }, { nonce: 'x' }],
  ] as const)
    it(`${what} is refused in words, and its twin is not`, async (t) => {
      const { desk, post } = await asking(t);
      const file = join(desk.context.targetFile, '../waivers.yaml');
      const answer = await post(`/api/${path}`, body);
      assert.ok(answer.status >= 400 && answer.status < 500, String(answer.status));
      assert.match(answer.body, /^\{"error":\{"message":"[^"]/);
      assert.equal(existsSync(file), false);
      assert.equal((await post(`/api/${path}`, twin)).status, 200);
    });

  it('an exception whose words look like YAML is kept as words', async (t) => {
    const { post, get } = await asking(t);
    const reason = '"}\n- id: HDR-05\n  reason: &x *y # <script>alert(1)</script>';
    const change = { act: 'add', waiver: { ...waiver, reason, approver: '!!js/function x' } };
    assert.equal((await post('/api/history/exceptions', { seen: 'none', change })).status, 200);
    const { exceptions } = JSON.parse((await get('/api/history/exceptions')).body) as {
      exceptions: unknown[];
    };
    assert.deepEqual(exceptions, [{ ...waiver, reason, approver: '!!js/function x', isExpired: false }]);
  });

  it('a file is verified under its own name, by a check that was opened, once, and leaves nothing', async (t) => {
    const { desk, post, upload } = await asking(t);
    const open = async (): Promise<string> => {
      const key = { name: '../../../key.pem', text: publicPem };
      const { body } = await post('/api/history/checks', { key });
      return (JSON.parse(body) as { id: string }).id;
    };
    const path = `/api/history/verify/${await open()}?name=mine.zip`;
    const wrong = await upload(path, Buffer.from('no zip'));
    assert.equal(wrong.status, 422);
    assert.match(wrong.body, /mine\.zip/);
    assert.ok(!wrong.body.includes(desk.context.folder));
    const again = await upload(path, Buffer.from('no zip'));
    assert.match(again.body, /is not known any more/);
    assert.deepEqual(readdirSync(desk.context.folder), []);
    for (let count = 0; count < 20; count += 1) await open();
    assert.equal(readdirSync(desk.context.folder).length, 8, 'what is never used is dropped');
  });
});
