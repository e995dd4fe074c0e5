import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Evidence } from '../../../support/exchange/evidence';
import type { Exchange } from '../../../support/exchange/exchange';
import { toPlainText } from '../../../support/exchange/text';
import type { ObligationResult } from '../../../support/judging/verdict';
import { negativesOf } from '../../../support/report/model/negatives';
import type { NegativeOutcome } from '../../../support/report/model/negatives';
import { reportOf } from '../../../support/report/model/report';
import { readReports } from '../../../support/report/runs/read-run';
import { copyCachedRun } from '../../runs/kept';
import { brokenRow, sampleResults } from '../sample-results';
import { asked, bySeq, exchange, valid, negative } from './exchanges';

const told = (id: string, differing: Partial<ObligationResult>, all: readonly Evidence[]): string[] => {
  const evidence = all.map(({ seq }) => seq);
  const { planned, notPlanned } = reportOf(sampleResults({ [id]: { evidence, ...differing } }));
  const row = [...planned, ...notPlanned].find((each) => each.id === id) ?? assert.fail(id);
  return negativesOf(row, bySeq(all)).map(lineOf);
};
const lineOf = ({ verdict, mistake, told: text }: NegativeOutcome): string =>
  [verdict ?? '–', `${mistake}: ${toPlainText(text)}`].join(' ');

const refused: Exchange = exchange(1, {
  asked: negative('wrong-credentials', 'wrong-secret'),
  response: {
    status: 400,
    headers: [],
    body: { text: '{"error":{"code":"SVC-9999","message":"no"}}', bytes: 44 },
  },
});
const twin = exchange(2, { asked: valid('wrong-credentials') });
const mistake = 'the right clientId with a wrong clientSecret';
const itsTwin = 'its valid twin #2 was accepted with 200';
const how = '#1 was refused with 400, the error envelope, code SVC-9999';

describe('what was wrong on purpose', () => {
  it('is told with its refusal and its valid twin where it passed', () => {
    assert.deepEqual(told('SES-08', {}, [refused, twin]), [`passed ${mistake}: ${how}; ${itsTwin}`]);
  });

  it('comes first where it broke the obligation, and has no verdict where more was broken than is listed', () => {
    const second = exchange(3, { asked: negative('wrong-credentials', 'unknown-client') });
    const { breaches: [one = assert.fail()] = [], ...row } = brokenRow('SES-08');
    const first = { ...row, breaches: [{ ...one, exchanges: [3, 2] }] };
    const lines = [
      `failed an invented clientId: #3 was accepted with 200; ${itsTwin}`,
      `passed ${mistake}: ${how}; ${itsTwin}`,
    ];
    assert.deepEqual(told('SES-08', first, [refused, twin, second]), lines);
    const [, unknown] = told('SES-08', { ...first, broken: 40 }, [refused, twin, second]);
    assert.equal(unknown, `– ${mistake}: ${how}; ${itsTwin}`);
  });

  it('has no verdict where its obligation has none, or where its answer was no answer', () => {
    for (const verdict of ['inconclusive', 'not-tested', 'not-applicable'] as const)
      assert.deepEqual(told('SES-08', { verdict }, [refused, twin]), [`– ${mistake}: ${how}; ${itsTwin}`]);
    // A failure that comes and goes is no breach; another try may have broken it.
    const odd: Exchange = { ...refused, seq: 4, response: { status: 502, headers: [] } };
    const { breaches: [one = assert.fail()] = [], ...row } = brokenRow('SES-08');
    for (const differing of [{}, { ...row, broken: 1, breaches: [{ ...one, exchanges: [3, 2] }] }])
      assert.match(told('SES-08', differing, [odd, twin]).join(), /^– .*: #4 was refused with 502/);
    const broke = { ...row, broken: 1, breaches: [{ ...one, exchanges: [4, 2] }] };
    assert.match(told('SES-08', broke, [odd, twin]).join(), /^failed .*: #4 was refused with 502/);
  });

  it('takes the twin of its own round that was accepted, and says where there is none', () => {
    const others = [
      exchange(4, { asked: valid('another-round') }),
      { ...refused, seq: 5, asked: valid('wrong-credentials') },
    ];
    assert.deepEqual(told('SES-08', {}, [refused, ...others, { ...twin, seq: 6 }]), [
      `passed ${mistake}: ${how}; its valid twin #6 was accepted with 200`,
    ]);
    assert.deepEqual(told('SES-08', {}, [refused, ...others.slice(0, 1)]), [
      `passed ${mistake}: ${how}; its valid twin is not among the exchanges of this report`,
    ]);
  });

  it('is no verdict of a row outside the plan, and nothing is told of what the obligation does not name', () => {
    assert.deepEqual(told('SES-08', { planned: false }, [refused, twin]), []);
    assert.deepEqual(told('CRT-03', {}, [refused, twin]), []);
  });

  it('is observed where the document leaves it open', () => {
    const open = { ...refused, asked: asked('open', 'session-body', 'without clientId') };
    assert.deepEqual(told('SES-11', { verdict: 'observed' }, [open]), [`observed no clientId: ${how}`]);
  });

  it('is told of an adapter, whatever it answers', () => {
    const call = (seq: number, body: string, more: object): Evidence => ({
      seq,
      kind: 'adapter answer',
      method: 'transfer.encrypt',
      arrivedAt: 0,
      asked: negative('hip/refusals', 'expiry: a day ago (item-7)'),
      body: { text: body, bytes: body.length },
      facts: { adapter: { outcome: 'refused', valueBytes: 1 } },
      ...more,
    });
    const failure = { kind: 'timeout', code: 'ETIMEDOUT', message: 'nothing came' } as const;
    const good = { asked: valid('hip/refusals'), facts: { adapter: { outcome: 'result', valueBytes: 1 } } };
    const all = [
      call(1, '{"error":{"code":-32001,"message":"it has expired"}}', {}),
      call(2, '[]', {}),
      call(3, '', { failure }),
      call(4, '{}', good),
      call(5, '{"error":{"code":-32603,"message":"NullPointerException"}}', {}),
    ];
    const end = '; its valid twin #4 was carried out';
    assert.deepEqual(told('HDT-02', {}, all), [
      `passed a key that expired a day ago: #1 was refused with -32001, it has expired${end}`,
      `passed a key that expired a day ago: #2 was refused${end}`,
      `passed a key that expired a day ago: #3 got no answer (timeout: nothing came)${end}`,
      `passed a key that expired a day ago: #5 was answered with error -32603, NullPointerException${end}`,
    ]);
  });
});

describe('a fault that the services played', () => {
  const under = (seq: number, status: number, stimulus: string): Exchange =>
    exchange(seq, {
      sender: 'integrator',
      stimulus,
      scenario: 'One fault',
      response: { status, headers: [] },
    });
  const all = [under(1, 400, 'padding-rejection'), under(2, 200, 'padding-rejection'), under(3, 503, 'down')];

  it('is told with what the client did after it', () => {
    assert.deepEqual(told('CRT-08', {}, all), [
      'passed One fault (fault in force: padding-rejection): #1 was refused with 400, no body; then #2 was accepted with 200',
      'passed One fault (fault in force: down): #3 was refused with 503, no body',
    ]);
  });

  it('is none of an obligation that was seen without it as well, unless the fault tells about it', () => {
    const seen = [...all, exchange(4, { sender: 'integrator' })];
    assert.deepEqual(told('HDR-02', {}, seen), []);
    assert.equal(told('SEC-03', {}, seen).length, 2);
  });
});

it('every negative of a self-test stands beside its valid twin', async (t) => {
  const { folder, results } = await copyCachedRun('self-test', t);
  const { evidence } = await readReports(folder);
  const negatives = reportOf(results).planned.flatMap((row) => negativesOf(row, evidence));
  assert.ok(negatives.length > 80, String(negatives.length));
  const lines = negatives.map(lineOf);
  assert.deepEqual(
    lines.filter((line) => !/^(passed|observed) /.test(line) || line.includes('not among')),
    [],
  );
});
