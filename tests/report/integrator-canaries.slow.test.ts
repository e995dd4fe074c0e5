import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { Redactor } from '../../support/exchange/redaction';
import { makeAllureReport } from '../../support/report/allure/make';
import { reportOf } from '../../support/report/model/report';
import { missing } from '../tools';
import { everythingOf } from './everything';
import { talkative } from './talkative';

const skip = missing('java');
test("nothing that a talkative client shows stands in Allure's report", { skip }, async (t) => {
  const { leaks, places } = await everythingOf(t, talkative, {}, ({ folder, results }) =>
    makeAllureReport(folder, reportOf(results)),
  );
  assert.ok(places.includes('allure-report/index.html'), places.join(' '));
  assert.deepEqual(leaks, []);
});

/** Redactors that each forget one place. */
const forgetful: Readonly<Record<string, () => Redactor>> = {
  'header fields': () =>
    new (class extends Redactor {
      override header(_name: string, value: string): string {
        return value;
      }
    })(),
  addresses: () =>
    new (class extends Redactor {
      override text(text: string): string {
        return text.startsWith('/') ? text : super.text(text);
      }
    })(),
  'JSON bodies': () =>
    new (class extends Redactor {
      override text(text: string): string {
        return text.startsWith('{') ? text : super.text(text);
      }
    })(),
};

describe('a redactor that forgets', () => {
  for (const [place, make] of Object.entries(forgetful))
    it(`${place} is caught, in the recording and in all that is made of it`, async (t) => {
      const only = ['SES-02', 'HDR-01', 'OTP-01'] as const;
      const { leaks } = await everythingOf(t, talkative, { only, redactor: make() });
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
