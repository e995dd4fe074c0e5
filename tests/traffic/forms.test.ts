import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { ObligationId } from '../../support/obligations';
import type { PlantedBreach } from '../../mutants/traffic/generate';
import { auditContent } from '../cli/auditing';
import { assertGenerated } from '../generated';
import { plainTextOrEmpty } from '../plain';
import { readResults } from '../report/embedded-run';
import { trafficFormats } from './forms';
import { mistakes, exchangesOfRun } from './forms/run';

/** A gap of a form: the reason that the report gives, and the obligations that are inconclusive because of the gap. */
interface Lack {
  readonly reason: RegExp;
  readonly ids: readonly ObligationId[];
}

const bodies: Lack = {
  reason: /keeps no body of .*: export it with bodies .*embed/,
  ids: ['CRT-07', 'ENC-03', 'ENC-08', 'ENC-10', 'OTP-01', 'SES-02', 'SES-03', 'TOK-04', 'TOK-05'],
};

const lacks: Readonly<Record<string, Lack>> = {
  'chrome-sanitized.har': {
    reason: /carries authorization: browsers leave it out\. Export the HAR with sensitive data/i,
    ids: ['CRT-04', 'CRT-05', 'HDR-01', 'TOK-01'],
  },
  'playwright-omit.har': bodies,
  'playwright-attach.har': bodies,
};

async function rowsOf(t: TestContext, name: string, breaks: readonly PlantedBreach[]) {
  const content = trafficFormats[name]?.write(exchangesOfRun(breaks)) ?? assert.fail();
  const { folder, stdout } = await auditContent(t, content, ['--subject', 'integrator'], name);
  const { obligations, exchanges, run } = readResults(folder);
  assert.deepEqual([exchanges, run.traffic?.files[0]?.brokenCount], [9, 0], stdout);
  const ids = (wanted: string) => obligations.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  const reasons = new Map(obligations.map(({ id, reason }) => [id, plainTextOrEmpty(reason)]));
  return {
    failed: ids('failed').sort(),
    inconclusive: ids('inconclusive').sort(),
    passed: ids('passed'),
    reasons,
  };
}

describe('one run in the forms of the tools that record it', () => {
  for (const name of Object.keys(trafficFormats))
    it(`${name}: a right client passes, and of another two mistakes are named`, async (t) => {
      const { ids: unknown, reason } = lacks[name] ?? { ids: [], reason: /^$/ };
      const right = await rowsOf(t, name, []);
      assert.deepEqual(right.failed, []);
      assert.deepEqual(right.inconclusive, unknown);
      // Each form passes the same obligations as nginx.jsonl, except those that its gap leaves unknown.
      const whole = await rowsOf(t, 'nginx.jsonl', []);
      assert.deepEqual(
        whole.passed.filter((id) => !right.passed.includes(id)).sort(),
        unknown.filter((id) => whole.passed.includes(id)),
      );
      for (const id of unknown) assert.match(right.reasons.get(id) ?? '', reason, id);
      const mistaken = await rowsOf(t, name, mistakes);
      assert.deepEqual(
        mistaken.failed,
        mistakes.map(({ id }) => id).filter((id) => !unknown.includes(id)),
      );
      assert.deepEqual(mistaken.inconclusive, unknown);
    });

  it('stands in files that are what is made here, of at most 100 KB', () => {
    const folder = join(__dirname, 'forms/files');
    const names = Object.keys(trafficFormats).sort();
    assert.deepEqual(
      readdirSync(folder).sort(),
      names,
      'remove old files, and run: npm run generate -- forms',
    );
    for (const [name, { write }] of Object.entries(trafficFormats)) {
      const text = write(exchangesOfRun(mistakes));
      assertGenerated(`tests/traffic/forms/files/${name}`, text, 'forms');
      assert.ok(text.length <= 100_000, name);
    }
  });
});
