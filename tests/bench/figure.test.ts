import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Aim } from '../../bench/frame/figure';
import { figureOf, median, formatFigure } from '../../bench/frame/figure';
import { measureInTurn } from '../../bench/frame/in-turn';

const figure = (ours: readonly number[], floor: readonly number[], aim: Aim) =>
  figureOf({ name: 'some work', unit: 'ms', beside: 'its floor', ours, floor, aim });

describe('figures of benches', () => {
  it('are medians of rounds, and a ratio of both sides of the same round', () => {
    // The machine became three times slower in the last three rounds: medians of each side would tell another ratio.
    const { ours, floor, ratio } = figure([10, 10, 90, 90, 90], [20, 20, 60, 60, 200], { atMost: 1 });
    assert.deepEqual([ours, floor, ratio], [90, 60, 0.5]);
    assert.equal(median([4, 1, 3, 2]), 2.5);
  });

  it('meet an aim at its bound, and miss it beyond, told by how much', () => {
    const five = (value: number): number[] => Array<number>(5).fill(value);
    const outcome = (ours: number, aim: Aim) => formatFigure(figure(five(ours), five(100), aim)).outcome;
    assert.equal(outcome(50, { atMost: 0.5 }), 'met');
    assert.equal(outcome(75, { atMost: 0.5 }), 'missed by 0.25');
    assert.equal(outcome(60, { atLeast: 0.6 }), 'met');
    assert.equal(outcome(50, { atLeast: 0.6 }), 'missed by 0.1');
    assert.equal(outcome(250, { atMostMore: 150 }), 'met');
    assert.equal(outcome(270, { atMostMore: 150 }), 'missed by 20 ms');
  });

  it('need five rounds of both sides', () => {
    assert.throws(
      () => figure([1, 2, 3, 4], [1, 2, 3, 4], { atMost: 1 }),
      /4 and 4 rounds, and 5 are needed/,
    );
    assert.throws(() => figure([1, 2, 3, 4, 5], [1, 2, 3, 4], { atMost: 1 }), /5 and 4 rounds/);
  });

  it('come from sides that took turns, after a first turn that does not count', async () => {
    const turns: string[] = [];
    const side = (name: string) => () => turns.push(name);
    const { ours, floor } = await measureInTurn({ ours: side('ours'), floor: side('floor') }, 2);
    assert.deepEqual(turns, ['ours', 'floor', 'ours', 'floor', 'ours', 'floor']);
    assert.deepEqual(
      [ours, floor],
      [
        [3, 5],
        [4, 6],
      ],
    );
  });
});
