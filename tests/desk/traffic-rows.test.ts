import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexFor } from '../../support/desk/page/parts/list-keys';
import type { Filter } from '../../support/desk/page/traffic/rows';
import { noFilter, placeOf, Rows } from '../../support/desk/page/traffic/rows';
import type { LiveExchange, LiveFinding } from '../../support/traffic/live/told';

const exchange = (seq: number, more: Partial<LiveExchange> = {}): LiveExchange => ({
  ...{ seq, arrivedAt: seq, durationMs: 1, sender: 'integrator', method: 'GET', path: `/p/${seq}` },
  ...more,
});

const finding = (seq: number, verdict: LiveFinding['verdict'] = 'failed'): LiveFinding => ({
  ...{ seq, verdict, obligation: 'HDR-05', title: 'REQUEST-ID is new', message: '', exchanges: [seq] },
});

function rowsOf(count: number, most?: number): Rows {
  const rows = new Rows(most);
  for (let seq = 1; seq <= count; seq += 1) rows.add(exchange(seq));
  return rows;
}

const seqs = (rows: Rows): number[] => rows.shown().map((row) => row.exchange.seq);

const narrowed = (rows: Rows, filter: Partial<Filter>): number[] => {
  rows.narrow({ ...noFilter, ...filter });
  return seqs(rows);
};

describe('the rows of the list', () => {
  it('are no more than so many; it is known how many came before', () => {
    const rows = rowsOf(105, 50);
    assert.ok(rows.count <= 50);
    assert.equal(rows.older + rows.count, 105);
    assert.deepEqual(seqs(rows).at(-1), 105);
    assert.equal(seqs(rows)[0], rows.older + 1);
    rows.clear();
    assert.deepEqual([rows.count, rows.older, seqs(rows)], [0, 0, []]);
  });

  it('are found by service, text and what was found in them', () => {
    const rows = new Rows();
    rows.add(exchange(1, { service: 'gateway', status: 401, client: 'SBX_9' }));
    rows.add(exchange(2, { service: 'identity', operation: 'session.create' }));
    rows.add(exchange(3));
    rows.add(exchange(4, { failure: 'ECONNREFUSED' }));
    rows.mark(finding(2));
    rows.mark(finding(3, 'warning'));
    assert.deepEqual([...rows.services].sort(), ['gateway', 'identity', 'other']);
    const wanted: [Partial<Filter>, number[]][] = [
      [{}, [1, 2, 3, 4]],
      [{ service: 'gateway' }, [1]],
      [{ service: 'other' }, [3, 4]],
      [{ text: 'SESSION.create' }, [2]],
      [{ text: 'econn' }, [4]],
      [{ text: 'sbx_9 ' }, [1]],
      [{ text: 'hdr-05' }, [2, 3]],
      [{ text: '/p/3' }, [3]],
      [{ verdict: 'failed' }, [2]],
      [{ verdict: 'warning' }, [3]],
      [{ verdict: 'clear' }, [1, 4]],
      [{ failsOnly: true }, [2]],
      [{ failsOnly: true, service: 'gateway' }, []],
    ];
    for (const [filter, found] of wanted)
      assert.deepEqual(narrowed(rows, filter), found, JSON.stringify(filter));
  });

  it('come and go in their place as more is found in them, whatever the filter', () => {
    const rows = rowsOf(9);
    assert.deepEqual(narrowed(rows, { failsOnly: true }), []);
    for (const seq of [7, 2, 5, 2]) rows.mark(finding(seq));
    rows.mark(finding(40));
    assert.deepEqual(seqs(rows), [2, 5, 7]);
    assert.deepEqual(
      rows.shown().map(({ findings }) => findings.length),
      [2, 1, 1],
    );
    assert.deepEqual(narrowed(rows, { verdict: 'clear' }), [1, 3, 4, 6, 8, 9]);
    rows.mark(finding(4));
    rows.add(exchange(10));
    assert.deepEqual(seqs(rows), [1, 3, 6, 8, 9, 10]);
  });

  it('are found by number, where some are missing too', () => {
    const rows = rowsOf(9);
    const shown = rows.shown().filter(({ exchange: { seq } }) => seq % 2 === 0);
    assert.deepEqual(
      [1, 2, 3, 8, 9].map((seq) => placeOf(shown, seq)),
      [0, 0, 1, 3, 4],
    );
  });
});

describe('keys', () => {
  it('lead from row to row, and never beyond the list', () => {
    const from = (at: number, count = 40) =>
      ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'].map((key) =>
        indexFor(key, at, count),
      );
    assert.deepEqual(from(20), [21, 19, 35, 5, 0, 39, undefined]);
    assert.deepEqual(from(0), [1, 0, 15, 0, 0, 39, undefined]);
    assert.deepEqual(from(39), [39, 38, 39, 24, 0, 39, undefined]);
    assert.deepEqual(from(-1), [0, 39, 14, 0, 0, 39, undefined], 'none is chosen yet');
  });
});
