import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClientRow } from '../../../support/judging/results';
import { renderCompliance } from '../../../support/report/page/compliance';
import { reportOf } from '../../../support/report/model/report';
import type { Evidence } from '../../../support/exchange/evidence';
import { sampleResults } from '../sample-results';

function client(index: number): ClientRow {
  return {
    label: `SBX_${String(index).padStart(3, '0')}`,
    by: 'client id',
    exchanges: 30,
    firstExchange: index + 1,
    firstAt: '2026-03-01T09:00:00.250Z',
    lastAt: '2026-03-01T09:12:11.000Z',
    overall: { integrator: 'incomplete', service: 'conforms' },
    failed: index === 0 ? ['HDR-05'] : [],
    broken: index === 0 ? [{ id: 'HDR-05', count: 12, exchange: 7 }] : [],
  };
}

function sectionOf(clients: readonly ClientRow[], evidence = new Map<number, Evidence>()): string {
  const html = renderCompliance({ report: reportOf({ ...sampleResults(), clients }), evidence });
  return /<section id="clients">.*?<\/section>/s.exec(html)?.[0] ?? '';
}

const rowsIn = (html: string): number => html.match(/<th scope="row">/g)?.length ?? 0;

describe('the table of clients on the page', () => {
  it('shows ten, and folds the others', () => {
    const section = sectionOf(Array.from({ length: 300 }, (_none, index) => client(index)));
    const [shown = '', folded = ''] = section.split('<details');
    assert.deepEqual([rowsIn(shown), rowsIn(folded)], [10, 290]);
    assert.match(shown, /<h2>Clients in the traffic: 300, 1 of which broke something<\/h2>/);
    assert.match(folded, /<summary>and 290 more<\/summary>/);
    const ten = sectionOf(Array.from({ length: 10 }, (_none, index) => client(index)));
    assert.deepEqual([rowsIn(ten), ten.includes('<details')], [10, false]);
    assert.match(ten, /<h2>Clients in the traffic: 10<\/h2>/, 'who broke something is seen');
  });

  it('says of each what it is known by, what it broke, and when it was seen', () => {
    const text = sectionOf([client(0)])
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    assert.match(
      text,
      /SBX_000 by client id; incomplete HDR-05 12× #7 30 from #1 2026-03-01 09:00:00 2026-03-01 09:12:11 /,
    );
    // In a file whose order is not that of time, the first exchange is not the earliest.
    assert.match(text, /Exchanges Earliest \(UTC\) Latest \(UTC\) /);
    assert.match(sectionOf([client(0)]), /<a href="#HDR-05">HDR-05<\/a>/);
  });

  it('links an exchange where it is shown, and only there', () => {
    assert.doesNotMatch(sectionOf([client(0)]), /href="#exchange-/);
    const html = sectionOf([client(0)], new Map([[7, sampleEvidence]]));
    assert.match(html, /<a href="#exchange-7">#7<\/a>/);
  });

  it('says so if there are no times, no exchanges or no breaches', () => {
    const { firstExchange, firstAt, lastAt, ...bare } = client(0);
    const html = sectionOf([bare]);
    assert.equal(html.match(/not stated/g)?.length, 2);
    assert.match(html, /<a href="#HDR-05">HDR-05<\/a>/);
    assert.doesNotMatch(html, /undefined|NaN/);
    assert.match(sectionOf([client(1)]), /<td>nothing<\/td>/);
  });
});

const sampleEvidence: Evidence = { seq: 7, kind: 'log line', arrivedAt: 0, facts: {} } as unknown as Evidence;
