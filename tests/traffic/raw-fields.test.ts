import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { auditContent } from '../cli/auditing';
import { plainTextOrEmpty } from '../plain';
import { readResults, temporaryFolder } from '../report/embedded-run';

const right = [...generateTraffic({ exchanges: 60, seed: 3 })];

/** A HAR file in which another JSON value stands for that of a member of every request. */
function harWith(name: string, value: string): string {
  const member = new RegExp(`("${name}":)"[^"]*"`);
  const changed = right.map(({ request, ...each }) => ({
    ...each,
    request: {
      ...request,
      ...(request.body && { body: Buffer.from(request.body.toString().replace(member, `$1${value}`)) }),
    },
  }));
  return JSON.stringify(harOf(changed, { creator: 'mitmproxy' }));
}

async function rowsOf(t: TestContext, content: string, options: readonly string[] = []) {
  const { folder } = await auditContent(t, content, options);
  return new Map(readResults(folder).obligations.map((row) => [row.id, row]));
}

describe('a field that is to be encrypted, in a HAR file', () => {
  for (const raw of ['"482913"', '482913', '"4829"', '"NDgyOTEz"', '"343832393133"'])
    it(`fails where the OTP came raw or merely encoded: ${raw}`, async (t) => {
      const rows = await rowsOf(t, harWith('otp', raw));
      assert.equal(rows.get('ENC-01')?.verdict, 'failed');
      assert.equal(rows.get('ENC-02')?.verdict, 'not-tested');
      assert.notEqual(rows.get('ENC-03')?.verdict, 'failed');
    });

  const replaced = ['[otp-1]', '[redacted]', '***', '000000', '0000', '{{otp}}', '<otp>', 'otp', 'c0ffee12'];
  for (const value of replaced)
    it(`fails nothing where a tool wrote ${value} in place of it`, async (t) => {
      for (const name of ['otp', 'loginId']) {
        const rows = await rowsOf(t, harWith(name, JSON.stringify(value)));
        for (const id of ['ENC-01', 'ENC-02', 'ENC-03'] as const)
          assert.notEqual(rows.get(id)?.verdict, 'failed', `${id} of ${name}`);
      }
    });

  it('never passes: a ciphertext that no key opens may hold anything', async (t) => {
    const { verdict, reason } = (await rowsOf(t, harWith('none', '""'))).get('ENC-01') ?? assert.fail();
    assert.equal(verdict, 'not-tested');
    assert.match(plainTextOrEmpty(reason), /recorded traffic cannot show it/);
  });

  it('fails where the host received the token of a session, or belongs to the target', async (t) => {
    const raw = harWith('loginId', '"482913570264"');
    assert.equal((await rowsOf(t, raw)).get('ENC-02')?.verdict, 'failed');
    const file = join(temporaryFolder(t), 'target.yaml');
    const { origin } = new URL(
      right.find(({ request }) => request.body?.includes('loginId'))?.request.url ?? '',
    );
    writeFileSync(file, `name: traffic\nservices: { identity: "${origin}" }\n`);
    assert.equal((await rowsOf(t, raw, ['--target', file])).get('ENC-02')?.verdict, 'failed');
  });
});
