import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { before, describe, test } from 'node:test';
import { certify } from '../../../support/cli/cucumber/certify';
import { SecretRedactor } from '../../../support/exchange/secret-redactor';
import type { RunSettings } from '../../../support/run/plan';
import type { Results } from '../../../support/judging/results';
import { checkSchema } from '../../../support/contract/schemas';
import { runsInHistory } from '../../../support/report/runs/kept-run';
import { readReports } from '../../../support/report/runs/read-run';
import type { ReviewerDecision } from '../../../support/report/sign-off/sign-off';
import { digestIn, writeSignOff } from '../../../support/report/sign-off/write-sign-off';
import { writeRendered } from '../../../support/report/runs/write-run';
import { ConfigurationError } from '../../../support/targets/errors';
import { copyCachedRun } from '../../runs/kept';
import { readResults, temporaryFolder } from '../embedded-run';

const today = new Date().toISOString().slice(0, 10);
const rejected: ReviewerDecision = { name: 'A. Reviewer', decision: 'rejected', date: today };
const accepted: ReviewerDecision = {
  ...rejected,
  decision: 'accepted',
  remarks: 'Good enough for the pilot.',
};
const conditional: ReviewerDecision = {
  ...rejected,
  decision: 'accepted-with-conditions',
  conditions: ['Release 2.4 is certified <b>soon</b>.', 'No other tenant.'],
};

const fileOf = (folder: string, name = 'sign-off.json'): string => readFileSync(join(folder, name), 'utf8');

/** What a report says of a decision, once it is rendered again. */
async function shown(folder: string): Promise<{ html: string; markdown: string }> {
  writeRendered(folder, await readReports(folder));
  return { html: fileOf(folder, 'compliance.html'), markdown: fileOf(folder, 'summary.md') };
}

const complaint = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ConfigurationError, String(error));
  assert.match(error.line, pattern);
  return true;
};

describe('a decision on a narrowed run', () => {
  let folder: string;
  let results: Results;

  before(async () => {
    ({ folder, results } = await copyCachedRun('narrowed'));
  });

  test('stands beside the verdict in each report, and changes none', async () => {
    const verdicts = JSON.stringify(readResults(folder));
    const signOff = await writeSignOff(folder, conditional);
    assert.deepEqual(checkSchema('sign-off', signOff), []);
    assert.deepEqual(JSON.parse(fileOf(folder)), signOff);
    assert.equal(signOff.results, digestIn(folder));
    assert.equal(signOff.run, results.run.id);
    assert.equal(JSON.stringify(readResults(folder)), verdicts);
    const html = fileOf(folder, 'compliance.html');
    assert.match(html, /Accepted with conditions by A\. Reviewer/);
    assert.match(html, /Release 2\.4 is certified &lt;b/);
    assert.match(html, /The decision of a reviewer\. It changes no verdict\./);
    assert.match(html, /Narrowed by --only: never a certificate\./);
    const markdown = fileOf(folder, 'summary.md');
    assert.match(markdown, /\*\*Sign-off: Accepted with conditions by A\\?\. Reviewer\*\*/);
    assert.match(markdown, /### Conditions of the sign-off \(2\)/);
    // Rendered again, the reports are the same.
    assert.deepEqual(await shown(folder), { html, markdown });
  });

  test('a later decision takes the place of the earlier one', async () => {
    await writeSignOff(folder, conditional);
    await writeSignOff(folder, { ...rejected, remarks: '  ', conditions: ['', ' '] });
    const { html, markdown } = await shown(folder);
    assert.match(html, /Rejected by A\. Reviewer/);
    assert.match(html, /The decision of a reviewer\. It changes no verdict\./);
    assert.doesNotMatch(html + markdown, /Accepted|Release 2\.4/);
    assert.deepEqual(Object.keys(JSON.parse(fileOf(folder)) as object), [
      ...['version', 'run', 'results', 'name', 'decision', 'date'],
    ]);
  });

  for (const [what, decided, pattern, twin] of [
    [
      'accepts a narrowed run without saying why',
      { ...accepted, remarks: ' ' },
      /accepts a run in which not every subject conforms, without remarks/,
      accepted,
    ],
    [
      'has conditions and names none',
      { ...conditional, conditions: [' '] },
      /sign-off\.conditions .*missing/,
      conditional,
    ],
    ['has none and names some', { ...rejected, conditions: ['x'] }, /sign-off\.conditions/, rejected],
    ['has no name', { ...rejected, name: ' ' }, /sign-off\.name .* say who decides/, rejected],
    ['has a day that no calendar has', { ...rejected, date: '2026-02-30' }, /sign-off\.date/, rejected],
    [
      'was before the run',
      { ...rejected, date: '2020-01-01' },
      /dated 2020-01-01, before the run ended/,
      rejected,
    ],
    ['is in the future', { ...rejected, date: '2999-01-01' }, /sign-off\.date is in the future/, rejected],
    [
      'is none that there is',
      { ...rejected, decision: 'maybe' as 'rejected' },
      /sign-off\.decision/,
      rejected,
    ],
  ] as const)
    test(`a decision that ${what} is refused, and its twin is not`, async () => {
      await writeSignOff(folder, { ...rejected, remarks: 'before' });
      await assert.rejects(writeSignOff(folder, decided), complaint(pattern));
      assert.match(fileOf(folder), /"before"/);
      await writeSignOff(folder, twin);
      assert.doesNotMatch(fileOf(folder), /"before"/);
    });

  const token = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXRoYXQtaXMtc2VjcmV0`;
  const key = `-----BEGIN PRIVATE KEY-----\n${'Q0FOQVJZ'.repeat(20)}\n-----END PRIVATE KEY-----`;
  for (const [what, secret] of [
    ['a token', token],
    ['a private key', key],
    ['a known secret', 'CANARY-of-the-client'],
  ] as const)
    test(`${what} does not reach any file`, async () => {
      const secrets = new SecretRedactor();
      secrets.learn('client-secret', 'CANARY-of-the-client');
      const hide = (text: string): string => secrets.text(text);
      const refused = complaint(/holds what shows as a secret/);
      const text = `seen: ${secret}`;
      await assert.rejects(writeSignOff(folder, { ...accepted, remarks: text }, { hide }), refused);
      await assert.rejects(writeSignOff(folder, { ...accepted, name: text }, { hide }), refused);
      await assert.rejects(writeSignOff(folder, { ...conditional, conditions: [text] }, { hide }), refused);
      for (const name of readdirSync(folder))
        assert.ok(!readFileSync(join(folder, name), 'latin1').includes(secret.slice(0, 60)), name);
    });

  test('one of other results belongs to another report, whichever of the two is not right', async (t) => {
    const other = await copyCachedRun('certificates', t);
    const own = await writeSignOff(folder, accepted);
    for (const wrong of [{ run: other.results.run.id }, { results: digestIn(other.folder) }]) {
      writeFileSync(join(folder, 'sign-off.json'), JSON.stringify({ ...own, ...wrong }));
      assert.deepEqual((await readReports(folder)).signOff, { flaw: 'belongs to another report' });
      const { html, markdown } = await shown(folder);
      for (const text of [html, markdown]) {
        assert.match(text, /sign-off beside these results belongs to another report/i);
        assert.doesNotMatch(text, /Accepted by/);
      }
    }
    writeFileSync(join(folder, 'sign-off.json'), JSON.stringify(own));
    assert.match((await shown(folder)).html, /Accepted by A\. Reviewer/);
  });

  test('one that was edited so that it could not stand is not shown as valid', async () => {
    const { remarks: _remarks, ...own } = await writeSignOff(folder, accepted);
    for (const text of ['{', '[]', JSON.stringify(own), JSON.stringify({ ...own, surprise: 1 })]) {
      writeFileSync(join(folder, 'sign-off.json'), text);
      const { html } = await shown(folder);
      assert.match(html, /No decision that counts/);
      assert.doesNotMatch(html, /Accepted by/);
    }
    rmSync(join(folder, 'sign-off.json'));
    assert.doesNotMatch((await shown(folder)).html, /No decision that counts|aria-label="Decision/);
  });

  test('results that are not those that were looked at are not signed off', async () => {
    const digest = digestIn(folder);
    const other = digest.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await assert.rejects(
      writeSignOff(folder, rejected, { digest: other }),
      complaint(/not the results that were reviewed/),
    );
    assert.equal((await writeSignOff(folder, rejected, { digest })).results, digest);
  });
});

test('a new run does not inherit a decision: the history keeps it with its report', async (t) => {
  const folder = temporaryFolder(t);
  const settings: RunSettings = {
    profile: 'embedded',
    subjects: ['service'],
    only: ['SES-05'],
    reports: folder,
    keep: { runs: 5, bytes: 1e9 },
  };
  const nowhere = (): Writable =>
    new Writable({
      write: (_chunk, _encoding, done) => {
        done();
      },
    });
  const run = () => certify(settings, { stdout: nowhere(), stderr: nowhere() });
  await run();
  const newest = (): string => runsInHistory(folder)[0]?.path ?? '';
  const signed = newest();
  await writeSignOff(signed, accepted);
  await run();
  assert.notEqual(newest(), signed);
  assert.equal(existsSync(join(newest(), 'sign-off.json')), false);
  assert.doesNotMatch(fileOf(newest(), 'compliance.html'), /Accepted/);
  assert.match((await shown(signed)).html, /Accepted by A\. Reviewer/);
});
