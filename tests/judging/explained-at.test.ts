import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whereExplained, readablePage } from '../../support/judging/explain';

test('a failure names the command that explains its obligation where no site is published', () => {
  assert.equal(whereExplained('SES-08', undefined), 'npx conform explain SES-08');
});

for (const site of ['https://docs.example.org/conformance', 'https://docs.example.org/conformance/'])
  test(`a failure names the page of its obligation where the site is at ${site}`, () => {
    const page = 'https://docs.example.org/conformance/obligations/ses-08.html';
    assert.equal(whereExplained('SES-08', site), page);
    assert.equal(readablePage('SES-08', site), page);
  });
