import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { escapeMarkdown, renderMarkdown } from '../../support/report/markdown';
import { reportOf } from '../../support/report/model/report';
import { renderCompliance } from '../../support/report/page/compliance';
import { readReportSnapshot } from '../../support/report/pack/pack-sources';
import { keySigner } from '../../support/report/pack/sign';
import { writePack } from '../../support/report/pack/write-pack';
import { writeSignOff } from '../../support/report/sign-off/write-sign-off';
import { conform } from '../cli/conform';
import { copyCachedRun } from '../runs/kept';
import { temporaryFolder } from './embedded-run';
import { signer } from './packs';

test('verify and history say what the report says, in its words', async (t) => {
  const { folder } = await copyCachedRun('exceptions', t);
  await writeSignOff(folder, {
    name: 'A. Reviewer',
    decision: 'accepted',
    remarks: 'a short run',
    date: new Date().toISOString().slice(0, 10),
  });
  const reports = await readReportSnapshot(folder);
  const file = join(temporaryFolder(t), 'pack.zip');
  await writePack(file, reports, { signer: keySigner(signer.privateKey) });
  const report = reportOf(reports.results, reports.signOff);
  const verified = await conform(['verify', file]);
  const history = await conform(['history', '--reports', folder]);
  const told: Record<string, string> = {
    page: renderCompliance({ report, evidence: reports.evidence }),
    'summary.md': renderMarkdown(report),
    verify: stripVTControlCharacters(verified.stdout),
    history: stripVTControlCharacters(history.stdout),
  };
  const [headline] = report.headlines;
  const words = [
    ...report.caveats,
    // The page has it within a sentence.
    headline?.text.replace(/^no /, '') ?? '',
    'approved exception until 2099-12-31 by A. Person: a known failure',
    'by A. Reviewer',
    'stated by the signer',
  ];
  assert.ok(report.caveats.length >= 2, report.caveats.join());
  for (const [name, text] of Object.entries(told))
    for (const each of words)
      if (!(each.startsWith('approved') && ['page', 'summary.md'].includes(name)))
        assert.ok(
          text.includes(name === 'summary.md' ? escapeMarkdown(each) : each),
          `${name} does not say "${each}":\n${text.slice(0, 3000)}`,
        );
});
