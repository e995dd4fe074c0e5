import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { rerenderReport } from '../../../support/cli/report';
import type { SignOff } from '../../../support/report/sign-off/sign-off';
import { conform } from '../../cli/conform';
import { copyCachedRun } from '../../runs/kept';
import { unzip } from '../packs';

describe('report --sign-off', () => {
  async function scene(t: TestContext) {
    const { folder, results } = await copyCachedRun('narrowed', t);
    const file = join(folder, 'sign-off.json');
    const read = (): SignOff => JSON.parse(readFileSync(file, 'utf8')) as SignOff;
    return { folder, results, file, read, sign: (...more: string[]) => conform(['report', folder, ...more]) };
  }
  const conditional = ['--sign-off', 'accepted-with-conditions', '--by', 'A. Reviewer'];

  test('puts a decision beside the results, into each report and into the pack', async (t) => {
    const { folder, results, read, sign } = await scene(t);
    const conditions = ['Release 2.4 is certified.', 'No other tenant.'];
    const asked = conditions.flatMap((each) => ['--condition', each]);
    const pack = join(folder, 'evidence-pack.zip');
    const { code, stdout, stderr } = await sign(...conditional, ...asked, '--remarks', 'A pilot.', '--pack');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Signed off: Accepted with conditions by A\. Reviewer$/m);
    const { run, decision, name, remarks, conditions: kept, date } = read();
    assert.deepEqual(
      [run, decision, name, remarks, kept],
      [results.run.id, 'accepted-with-conditions', 'A. Reviewer', 'A pilot.', conditions],
    );
    assert.ok(Math.abs(Date.parse(date) - Date.now()) < 2 * 86_400_000);
    for (const report of ['compliance.html', 'summary.md'])
      assert.match(readFileSync(join(folder, report), 'utf8'), /Accepted with conditions by A\\?\. Reviewer/);
    assert.ok((await unzip(pack)).has('sign-off.json'));
    assert.equal((await conform(['verify', pack])).code, 0);

    const again = await sign('--sign-off', 'rejected', '--by', 'B. Other', '--json');
    assert.equal(again.code, 0);
    assert.equal((JSON.parse(again.stdout) as { signOff: SignOff }).signOff.decision, 'rejected');
    assert.deepEqual([read().name, read().conditions], ['B. Other', undefined]);
    // Rendered again, it stays.
    const { stdout: rendered } = await sign();
    assert.doesNotMatch(rendered, /Signed off/);
    assert.equal(read().decision, 'rejected');
  });

  test('is about the report that was named, and about none that takes its place meanwhile', async (t) => {
    const { folder, results, file } = await scene(t);
    const date = new Date().toISOString().slice(0, 10);
    const signing = rerenderReport(folder, undefined, { decided: { name: 'A', decision: 'rejected', date } });
    const other = { ...results, run: { ...results.run, id: randomUUID() } };
    writeFileSync(join(folder, 'results.json'), `${JSON.stringify(other, null, 2)}\n`);
    await assert.rejects(signing, /was written to while it was read/);
    assert.equal(existsSync(file), false);
  });

  test('stays in the report where it is rendered again meanwhile', async (t) => {
    const { folder, sign } = await scene(t);
    const rendering = rerenderReport(folder, undefined);
    // As the page writes one while a long recording is read.
    writeFileSync(join(folder, 'sign-off.json'), '{}');
    await assert.rejects(rendering, /was written to while it was read/);
    assert.equal((await sign()).code, 0);
  });

  test('takes a name, and a decision that can stand, or writes nothing', async (t) => {
    const { folder, file, sign } = await scene(t);
    const page = () => readFileSync(join(folder, 'compliance.html'), 'utf8');
    const before = page();
    const by = ['--by', 'A. Reviewer'];
    for (const [args, words] of [
      [['--sign-off', 'rejected'], /--sign-off lacks --by — say who decides with --by NAME\n/],
      [by, /--by goes with --sign-off — add --sign-off/],
      [['--condition', 'x'], /--condition goes with --sign-off/],
      [['--sign-off', 'approved', ...by], /Allowed choices are accepted, /],
      [
        ['--sign-off', 'accepted', ...by],
        /the sign-off accepts a run in which not every subject conforms, without remarks/,
      ],
      [conditional, /--sign-off accepted-with-conditions lacks --condition — say what must hold/],
      [
        ['--sign-off', 'rejected', ...by, '--condition', 'x'],
        /--condition goes with --sign-off accepted-with-conditions — /,
      ],
      [['--sign-off', 'rejected', '--by', ' '], /sign-off\.name .* — say who decides/],
      [
        [
          '--sign-off',
          'rejected',
          ...by,
          '--remarks',
          'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXRoYXQtaXMtc2VjcmV0',
        ],
        /holds what shows as a secret/,
      ],
      [
        ['--sign-off', 'rejected', ...by, '--pack', '--public-key', 'none.pem'],
        /--public-key goes with --sign-with/,
      ],
      [['--sign-off', 'rejected', ...by, '--pack', join(folder, 'compliance.html')], /--pack/],
    ] as const) {
      const { code, stdout, stderr } = await sign(...args);
      assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [2, '', 1], args.join(' '));
      assert.match(stderr, words);
    }
    assert.deepEqual([existsSync(file), page()], [false, before]);
  });
});
