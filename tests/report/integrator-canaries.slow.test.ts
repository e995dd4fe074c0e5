import assert from 'node:assert/strict';
import type { MockTracker } from 'node:test';
import { describe, it, mock, test } from 'node:test';
import type { BodyText } from '../../support/exchange/raw-exchange';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import { makeAllureReport } from '../../support/report/allure/make';
import { reportOf } from '../../support/report/model/report';
import { skipUnlessInstalled } from '../tools';
import { everythingOf } from './everything';
import { talkative } from './talkative';

const skip = skipUnlessInstalled('java');
test("Allure's report shows no secret of a talkative client", { skip }, async (t) => {
  const { leaks, places } = await everythingOf(t, talkative, {}, ({ folder, results }) =>
    makeAllureReport(folder, reportOf(results)),
  );
  assert.ok(places.includes('allure-report/index.html'), places.join(' '));
  assert.deepEqual(leaks, []);
});

/** What each forgets one place with. */
const forgetful: Readonly<Record<string, (mock: MockTracker) => void>> = {
  'header fields': (mock) => {
    mock.method(ExchangeRedactor.prototype, 'header', (_name: string, value: string) => value);
  },
  addresses: (mock) => {
    mock.method(ExchangeRedactor.prototype, 'address', (url: string) => url);
  },
  'JSON bodies': (mock) => {
    mock.method(ExchangeRedactor.prototype, 'body', ({ text }: BodyText) => text);
  },
};

describe('a keeper that forgets', () => {
  for (const [place, forget] of Object.entries(forgetful))
    it(`${place} is caught in the recording and all that follows`, async (t) => {
      forget(mock);
      t.after(() => {
        mock.restoreAll();
      });
      const only = ['SES-02', 'HDR-01', 'OTP-01'] as const;
      const { leaks } = await everythingOf(t, talkative, { only });
      for (const artefact of [
        'recording.jsonl',
        'compliance.html',
        'evidence-pack.zip/recording.jsonl',
        'evidence-pack.zip/compliance.html',
        'allure-results/',
      ])
        assert.ok(
          leaks.some((leak) => leak.startsWith(artefact)),
          `nothing was found in ${artefact}:\n${leaks.slice(0, 20).join('\n')}`,
        );
    });
});
