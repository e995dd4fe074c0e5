import { describe } from 'node:test';
import type { Claim } from './false-claims';
import { breakSessions, inBoth, judgeHonestly, refuseByName, rowOf } from './false-claims';
import { sampleOverall } from './sample-results';

const claims: readonly Claim[] = [
  {
    lie: 'a failure called passed',
    forge: async (hands) => {
      breakSessions(hands);
      await judgeHonestly(hands);
      const { results } = hands;
      rowOf(hands, 'SES-05').verdict = 'passed';
      results.counts.failed -= 1;
      results.counts.passed += 1;
      results.run.overall = { service: sampleOverall('conforms', true) };
    },
    told: /^SES-05: results\.json says passed, and judging again gives failed$/m,
    twin: async (hands) => {
      breakSessions(hands);
      await judgeHonestly(hands);
    },
  },
  {
    lie: 'a page of another run',
    forge: ({ rendered }) => (rendered['compliance.html'] = '<h1>conforms</h1>'),
    told: /^compliance\.html is not what results\.json and recording\.jsonl are rendered to$/,
  },
  {
    lie: 'another JUnit file',
    forge: ({ rendered }) => (rendered['junit.xml'] = '<testsuites failures="0"/>'),
    told: /^junit\.xml is not what/,
  },
  {
    lie: 'another summary',
    forge: ({ rendered }) => (rendered['summary.md'] = '# conforms\n'),
    told: /^summary\.md is not what/,
  },
  {
    lie: 'approved exceptions taken out',
    forge: ({ results }) => Reflect.deleteProperty(results.run, 'waivers'),
    told: /^run\.waivers: results\.json says nothing, and judging again gives \[\{"obligation":"SES-08"/,
  },
  {
    lie: 'a table of requirements with another number',
    forge: ({ results }) => (results.requirements.must.notSeen -= 1),
    told: /^requirements\.must\.notSeen: results\.json says \d+, and judging again gives \d+$/m,
  },
  {
    lie: 'other counts',
    forge: ({ results }) => (results.counts.passed = 118),
    told: /^counts\.passed: results\.json says 118, and judging again gives \d+$/m,
  },
  {
    lie: 'a narrowed run called whole',
    forge: ({ results }) => {
      delete results.run.plan.narrowedBy;
    },
    told: /^run\.plan\.narrowedBy: results\.json says nothing, and judging again gives \["--only"\]$/m,
  },
  {
    lie: 'a verdict without the reason that keeps it from being a certificate',
    forge: ({ results }) => {
      Object.assign(results.run.overall.service ?? {}, { verdict: 'conforms', why: [] });
    },
    told: /^run\.overall\.service\.verdict: results\.json says conforms, and judging again gives no-failure$/m,
  },
  {
    lie: 'another reason for a verdict',
    forge: ({ results }) => {
      Object.assign(results.run.overall.service ?? {}, { why: [{ kind: 'traffic', text: 'traffic' }] });
    },
    told: /^run\.overall\.service\.why: results\.json says .*traffic.*, and judging again gives .*self-test/m,
  },
  {
    lie: 'a scope that does not say what was left out',
    forge: ({ results }) => {
      Reflect.deleteProperty(results.run.overall.service?.scope ?? {}, 'leftOut');
    },
    told: /^run\.overall\.service\.scope\.leftOut: results\.json says nothing, and judging again gives \[\{"by":"--only"/m,
  },
  {
    lie: 'more requirements seen than were',
    forge: ({ results }) => {
      Object.assign(results.run.overall.service?.scope.requirements ?? {}, { seen: 30 });
    },
    told: /^run\.overall\.service\.scope\.requirements\.seen: results\.json says 30, and judging again gives 3$/m,
  },
  {
    lie: 'a verdict that exceptions are said to settle',
    forge: ({ results }) => {
      Object.assign(results.run.overall.service ?? {}, { settled: { verdict: 'conforms', why: [] } });
    },
    told: /^run\.overall\.service\.settled: results\.json says .*conforms.*, and judging again gives nothing$/m,
  },
  {
    lie: 'another overall verdict',
    forge: ({ results }) => {
      Object.assign(results.run.overall.service ?? {}, { verdict: 'incomplete' });
    },
    told: /^run\.overall\.service\.verdict: results\.json says incomplete, and judging again gives no-failure$/m,
  },
  {
    lie: 'another product',
    forge: ({ results }) => (results.run.product = { name: 'Another' }),
    told: /^run\.product: results\.json says \{"name":"Another"\}, and judging again gives null$/m,
  },
  {
    lie: 'another target',
    forge: ({ results }) => (results.run.target.name = 'another'),
    told: /^run\.target\.name: results\.json says another, and judging again gives /m,
  },
  {
    lie: 'an X-CM-ID that was edited',
    forge: ({ basis }) => (basis.target.cmId = 'abdm'),
    told: /^run\.target\.cmId: results\.json says sbx, and judging again gives abdm$/m,
  },
  {
    lie: 'codes of the payer flows that were edited, and as many processes as it takes',
    forge: ({ basis }) => {
      basis.target.participants.payer = '1@abdm';
      basis.target.processes = 9;
    },
    told: /^run\.target\.participants\.payer: results\.json says .*\nrun\.target\.processes: results\.json says 1, and judging again gives 9$/m,
  },
  {
    lie: 'a run called resumed that was not',
    forge: ({ results }) => Object.assign(results.run, { resumed: true }),
    told: /^run\.resumed: results\.json says true, and judging again gives nothing$/m,
    twin: (hands) => {
      inBoth(hands, { resumed: true });
    },
  },
  {
    lie: 'a recording that is older than the run that was resumed',
    forge: (hands) => {
      inBoth(hands, { resumed: true });
      const [first] = hands.recording;
      if (first !== undefined) first.arrivedAt -= 3_600_000;
    },
    told: /^recording\.jsonl: exchange #1 is outside of the run, at /m,
  },
  {
    lie: 'a self-test called a certificate',
    forge: ({ results }) => {
      results.run.selfTest = false;
      Reflect.deleteProperty(results.run, 'ownSubjects');
    },
    told: /^run\.selfTest: results\.json says false, and judging again gives true$/m,
  },
  {
    lie: 'an obligation left out',
    forge: ({ results }) => {
      results.obligations = results.obligations.filter(({ id }) => id !== 'HDR-05');
    },
    told: /^HDR-05: results\.json has no row of it$/m,
  },
  {
    lie: 'an obligation that does not exist',
    forge: (hands) => hands.results.obligations.push({ ...rowOf(hands, 'SES-05'), id: 'SES-99' }),
    told: /^SES-99: results\.json has a row of it, and there is no such obligation$/m,
  },
  {
    lie: 'an obligation that stands there twice',
    forge: (hands) => hands.results.obligations.push(rowOf(hands, 'SES-05')),
    told: /^results\.json has two rows of one obligation$/m,
  },
  {
    lie: 'another reading than the run was judged by',
    forge: ({ results }) => {
      const [first] = results.readings;
      if (first !== undefined) first.source = first.source === 'target' ? 'default' : 'target';
    },
    told: /^readings: results\.json says /m,
  },
  {
    lie: 'changes that did not happen',
    forge: ({ results }) => {
      const since = { id: results.run.id, finishedAt: results.run.startedAt };
      results.run.changes = { since, obligations: [{ id: 'SES-05', from: 'passed', to: 'failed' }] };
    },
    told: /^run\.changes, SES-05: results\.json says failed, and judging again gives passed$/m,
    twin: ({ results }) => {
      const since = { id: results.run.id, finishedAt: results.run.startedAt };
      results.run.changes = { since, obligations: [{ id: 'SES-05', from: 'failed', to: 'passed' }] };
    },
  },
];

describe('results that do not follow from their recording, signed with the right key', () => {
  refuseByName(claims);
});
