import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Claim } from './false-claims';
import { breakSessions, inBoth, judgeHonestly, later, refuseByName, rowOf } from './false-claims';

/** The first line of a recording for which no challenge was given. */
const withoutNonce = (header: string): string => header.replace(/,"nonce":"[^"]*"/, '');

const claims: readonly Claim[] = [
  {
    lie: 'answers in the recording that break what results.json says was kept',
    forge: breakSessions,
    told: /^SES-05: results\.json says passed, and judging again gives failed$/m,
    twin: async (hands) => {
      breakSessions(hands);
      await judgeHonestly(hands);
      assert.equal(rowOf(hands, 'SES-05').verdict, 'failed');
    },
  },
  {
    lie: 'a status that is another',
    forge: ({ recording }) => {
      for (const { response, asked } of recording)
        if (response !== undefined && asked?.part === 'negative') Object.assign(response, { status: 200 });
    },
    told: /^SES-08: results\.json says passed, and judging again gives failed$/m,
  },
  {
    lie: 'a run that ends in 2999',
    forge: (hands) => {
      inBoth(hands, { finishedAt: '2999-01-01T00:00:00.000Z' });
    },
    told: /^the run ended in the future, at 2999-01-01T00:00:00\.000Z$/m,
  },
  {
    lie: 'a run that ends before it starts',
    forge: (hands) => {
      inBoth(hands, { finishedAt: later(hands.results.run.startedAt, -1000) });
    },
    told: /^the run ended at .*, before the run started at /m,
  },
  {
    lie: 'a run of another day than its exchanges',
    forge: (hands) => {
      const day = -24 * 3600_000;
      const { startedAt, finishedAt } = hands.results.run;
      inBoth(hands, { startedAt: later(startedAt, day), finishedAt: later(finishedAt, day) });
    },
    told: /^recording\.jsonl: exchange #1 is outside of the run, at .*, and \d+ more like it$/m,
  },
  {
    lie: 'an exchange of 2999',
    forge: ({ recording }) => {
      for (const each of recording.slice(2, 3))
        Object.assign(each, { arrivedAt: Date.UTC(2999, 0), answeredAt: Date.UTC(2999, 0) });
    },
    told: /^recording\.jsonl: exchange #3 is outside of the run, at 2999-01-01T00:00:00\.000Z$/m,
  },
  {
    lie: 'an answer before its request',
    forge: ({ recording }) => {
      for (const each of recording.slice(1, 2)) each.answeredAt = each.arrivedAt - 1;
    },
    told: /^recording\.jsonl: exchange #2 was answered before it arrived/m,
  },
  {
    lie: 'a narrowed run called whole, in what was noted too',
    forge: async (hands) => {
      delete hands.basis.plan.narrowedBy;
      await judgeHonestly(hands);
    },
    told: /^the plan: basis\.json calls it whole, and messages\.ndjson shows a part$/m,
  },
  {
    lie: 'what an option left out, said to be optional',
    forge: async (hands) => {
      hands.basis.plan.unplanned['SES-11' as never] = {
        ...{ kind: 'not-offered', text: 'the adapter does not offer it', optional: true },
      } as never;
      await judgeHonestly(hands);
    },
    told: /^the plan: basis\.json and messages\.ndjson do not agree on SES-11$/m,
  },
  {
    lie: 'a scenario said to be left out by a setting',
    forge: async (hands) => {
      const [first] = hands.basis.scenarios;
      Object.assign(first ?? {}, { kind: 'left-out', by: 'limits.probes: gentle' });
      await judgeHonestly(hands);
    },
    told: /^scenario ".*" \(.*\): basis\.json says passed \(left-out, limits\.probes: gentle\), and messages\.ndjson passed$/m,
  },
  {
    lie: 'an obligation that was broken, taken out of the plan',
    forge: async (hands) => {
      breakSessions(hands);
      hands.basis.plan.unplanned['SES-05' as never] = {
        kind: 'left-out',
        text: 'left out of this run',
      } as never;
      await judgeHonestly(hands);
    },
    told: /^the plan: basis\.json and messages\.ndjson do not agree on SES-05$/m,
    twin: async (hands) => {
      breakSessions(hands);
      await judgeHonestly(hands);
    },
  },
  {
    lie: 'exchanges left out of recording and results',
    forge: (hands) => {
      hands.recording = hands.recording.slice(0, -2);
      hands.results.exchanges -= 2;
    },
    told: /judging again gives/,
  },
  {
    lie: 'exchanges in another order',
    forge: (hands) => {
      hands.recording = [...hands.recording].reverse().map((each, index) => ({ ...each, seq: index + 1 }));
    },
    told: /judging again gives/,
  },
  {
    lie: 'a scenario that failed, noted as passed',
    forge: (hands) => {
      hands.messages = hands.messages.map((line) =>
        line.replace(
          '"status":"PASSED"',
          '"status":"FAILED","exception":{"type":"BreachError","message":"broken"}',
        ),
      );
    },
    told: /^scenario ".*" \(features\/.*\): basis\.json says passed, and messages\.ndjson failed$/m,
  },
  {
    lie: 'messages of another run',
    forge: (hands) => {
      hands.messages = hands.messages.map((line) =>
        line.includes('"testRunFinished"') ? line.replace(/"seconds":\d+/, '"seconds":1700000000') : line,
      );
    },
    told: /^messages\.ndjson is of another run: it ended at another time$/m,
  },
  {
    lie: 'another nonce than the recording begins with',
    forge: (hands) => {
      inBoth(hands, { nonce: 'nonce-of-another' });
    },
    told: /^the nonce: recording\.jsonl says nonce-of-the-certifier, and basis\.json nonce-of-another$/m,
  },
  {
    lie: 'a nonce that the recording does not begin with',
    forge: (hands) => (hands.header = withoutNonce(hands.header)),
    told: /^the nonce: recording\.jsonl says none, and basis\.json nonce-of-the-certifier$/m,
    twin: (hands) => {
      hands.header = withoutNonce(hands.header);
      for (const { run } of [hands.results, hands.basis]) Reflect.deleteProperty(run, 'nonce');
    },
  },
  {
    lie: 'a recording without its first line',
    forge: (hands) => (hands.header = ''),
    told: /^recording\.jsonl has no head of the form that this version writes$/m,
  },
  {
    lie: 'what was noted of no run at all',
    forge: ({ basis }) => Reflect.deleteProperty(basis, 'target'),
    told: /^basis\.json does not keep to schemas\/basis\.schema\.json: \/target is missing$/m,
  },
  {
    lie: 'readings that no judge can use',
    forge: ({ basis }) => {
      for (const name of Object.keys(basis.target.readings))
        Object.assign(basis.target.readings, { [name]: null });
    },
    told: /^basis\.json has a value for the reading curve-form that no target can choose$/m,
  },
];

describe('a recording that cannot be that of the run, signed with the right key', () => {
  refuseByName(claims);
});
