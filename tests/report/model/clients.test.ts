import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClientRow } from '../../../support/judging/results';
import { clientsOf } from '../../../support/report/model/clients';
import { renderMarkdown } from '../../../support/report/markdown';
import { reportOf } from '../../../support/report/model/report';
import { renderTerminalSummary } from '../../../support/report/summary';
import { sampleResults } from '../sample-results';

/** A client that broke demands and recommendations. */
function client(label: string, failed: readonly string[] = [], warned: readonly string[] = []): ClientRow {
  return {
    label,
    by: 'client id',
    exchanges: 30,
    firstExchange: 4,
    firstAt: '2026-03-01T09:00:00.250Z',
    lastAt: '2026-03-01T09:12:11.000Z',
    overall: { integrator: failed.length > 0 ? 'does-not-conform' : 'incomplete' },
    failed,
    broken: [...warned, ...failed].map((id, index) => ({ id, count: index + 1, exchange: 7 })),
  };
}

const resultsOf = (clients: readonly ClientRow[]) => ({ ...sampleResults(), clients });

describe('clients as reports tell of them', () => {
  const rows = [
    client('SBX_D'),
    client('SBX_C', [], ['HDR-04']),
    client('SBX_B', ['HDR-05']),
    client('SBX_A', ['HDR-05']),
    client('SBX_E', ['HDR-05', 'HDR-07']),
    client('SBX_F', ['HDR-05'], ['HDR-04']),
  ];

  it('stand worst first: by demands that were broken, then by recommendations, then by name', () => {
    const named = (given: readonly ClientRow[]) =>
      clientsOf(resultsOf(given)).map(({ name }) => name.slice(0, 5));
    const wanted = ['SBX_E', 'SBX_F', 'SBX_A', 'SBX_B', 'SBX_C', 'SBX_D'];
    assert.deepEqual(named(rows), wanted);
    assert.deepEqual(named(rows.toReversed()), wanted);
  });

  it('name what was broken with how often, demands first', () => {
    const [first, second] = clientsOf(resultsOf(rows));
    assert.equal(
      first?.line,
      'SBX_E (by client id): 30 exchanges; does not conform; broken: HDR-05 1×, HDR-07 2×',
    );
    assert.match(second?.line ?? '', /; broken: HDR-05 2×, HDR-04 1× \(warning\)$/);
    assert.deepEqual(
      [first.firstAt, first.lastAt, first.firstExchange],
      ['2026-03-01 09:00:00', '2026-03-01 09:12:11', 4],
    );
  });

  it('stand by what they broke themselves, and not by what the services did', () => {
    const served = client('SBX_A', ['SES-05', 'SES-06']);
    const [first, second] = clientsOf(resultsOf([served, client('SBX_B', ['HDR-05'])]));
    assert.deepEqual([first?.label, second?.label], ['SBX_B', 'SBX_A']);
    assert.match(second?.line ?? '', /; broken: SES-05 1× \(by the service\), SES-06 2× \(by the service\)$/);
    assert.deepEqual([first?.firstBroken, second?.firstBroken], [7, undefined]);
  });

  it('name five obligations at most in a line, and count the others', () => {
    const ids = Array.from({ length: 11 }, (_none, index) => `HDR-${String(index + 1).padStart(2, '0')}`);
    const [told] = clientsOf(resultsOf([client('SBX_1', ids)]));
    assert.match(told?.line ?? '', /HDR-05 5× and 6 more$/);
    assert.equal(told?.broken.length, 11);
  });

  it('have no times if no exchange has one that can be written as a date', () => {
    const { firstAt, lastAt, ...timeless } = client('SBX_1', ['HDR-05']);
    const [told] = clientsOf(resultsOf([timeless]));
    assert.match(told?.line ?? '', /; broken: HDR-05 1×$/);
    assert.deepEqual([told?.firstAt, told?.lastAt, told?.firstExchange], [undefined, undefined, 4]);
  });

  it('are ten lines on a terminal and on the page of a job, the worst, and the others are counted with those that broke something', () => {
    const many = Array.from({ length: 300 }, (_none, index) => {
      return client(`SBX_${index + 100}`, index === 250 ? ['HDR-05'] : []);
    });
    const report = reportOf(resultsOf(many));
    const terminal = renderTerminalSummary(report, 'reports');
    assert.match(
      terminal,
      /Clients in the traffic: 300, 1 of which broke something\n {2}SBX_350 \(by client id\): 30 exchanges; .*HDR-05 1×\n/,
    );
    assert.equal(terminal.match(/\(by client id\)/g)?.length, 10);
    assert.match(terminal, /\n {2}and 290 more, in the report\n/);
    const markdown = renderMarkdown(report);
    assert.match(markdown, /### Clients in the traffic \(300, 1 of which broke something\)\n\n- SBX\\_350 /);
    assert.equal(markdown.match(/by client id/g)?.length, 10);
    assert.match(markdown, /\n- and 290 more, in the other reports\n/);
  });
});
