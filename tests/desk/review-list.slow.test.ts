import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HistoryAnswer, HistoryEntry } from '../../support/desk/wire/history';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { missing } from '../tools';

const entryOf = (name: string, finishedAt: string, selfTest: boolean): HistoryEntry => ({
  ...{ key: `run-${name}`, name, bytes: 1000, hasReport: true },
  run: { id: `run-${name}`, finishedAt, target: 'own', selfTest, product: '', outcomes: [] },
});

describe('the reports that wait for a reviewer', { skip: missing('browser') }, () => {
  shareBrowser();

  it('stand by time, to the second, whatever kind they are; self-tests are marked', async (t) => {
    const answer: HistoryAnswer = {
      entries: [
        entryOf('latest', '2026-11-23T00:05:12.000Z', false),
        entryOf('partial', '2026-11-23T00:05:40.000Z', true),
        entryOf('1', '2026-11-23T00:05:30.000Z', false),
      ],
      targets: [],
      isSigning: false,
    };
    const { page } = await openDesk(t);
    await page.route('**/api/history', (route) => route.fulfill({ json: answer }));
    await page.goto(`${new URL(page.url()).origin}/#/review`);
    await page.getByRole('link', { name: /own$/ }).nth(2).waitFor();
    const told = await page.locator('.choices li').allInnerTexts();
    assert.deepEqual(
      told.map((text) => text.split('\n')[0]),
      [
        '2026-11-23 00:05:40 UTC, own Self-test',
        '2026-11-23 00:05:30 UTC, own',
        '2026-11-23 00:05:12 UTC, own',
      ],
    );
  });
});
