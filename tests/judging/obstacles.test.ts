import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReportText } from '../../support/exchange/text';
import { reportText, linkToExchange } from '../../support/exchange/text';
import { gatherObstacles } from '../../support/judging/notes';
import type { ObligationResult } from '../../support/judging/verdict';
import { decideCase } from './rows';

const crash = (during: string, pid: number): string =>
  `the adapter ended with exit code 3, during ${during}\n  stderr  ended with\n    pid ${pid}: no such table`;

const row = (id: string, about: Partial<ObligationResult>): ObligationResult => ({
  ...decideCase(id),
  ...about,
});

const open = (id: string, text: ReportText): ObligationResult =>
  row(id, { verdict: 'inconclusive', reason: { kind: 'prevented', text } });

describe('an obstacle', () => {
  it('is told once, with all that it prevented, whatever a process was asked for when it crashed', () => {
    const rows = [open('SES-01', crash('session.create', 7)), open('OTP-01', crash('otp.verify', 81))];
    const { obstacles, rows: left } = gatherObstacles(rows, [crash('session.create', 7)]);
    assert.deepEqual(obstacles, [
      {
        what: 'the adapter ended with exit code 3, during session.create',
        detail: '  stderr  ended with\n    pid 7: no such table',
        prevented: ['SES-01', 'OTP-01'],
      },
    ]);
    assert.deepEqual(
      left.map(({ reason }) => reason?.text),
      [
        'the adapter ended with exit code 3, during session.create',
        'the adapter ended with exit code 3, during otp.verify',
      ],
    );
  });

  it('is another one where the adapter says something else', () => {
    const other = crash('otp.verify', 7).replace('no such table', 'no such key');
    const { obstacles } = gatherObstacles([
      open('SES-01', crash('session.create', 7)),
      open('OTP-01', other),
    ]);
    assert.deepEqual(
      obstacles.map(({ prevented }) => prevented),
      [['SES-01'], ['OTP-01']],
    );
  });

  it('needs no detail where it prevented several checks', () => {
    const down = 'the gateway is not reachable';
    const { obstacles } = gatherObstacles([
      open('SES-05', down),
      open('SES-06', down),
      open('CRT-01', 'other'),
    ]);
    assert.deepEqual(obstacles, [{ what: down, prevented: ['SES-05', 'SES-06'] }]);
  });

  it('is told where it prevented nothing, since a journey was cut short', () => {
    const { obstacles } = gatherObstacles([], [crash('session.create', 7)]);
    assert.deepEqual(obstacles[0]?.prevented, []);
  });

  it('is not what one check alone says in a line, nor what names its exchange, nor a fault of the suite', () => {
    const named = reportText`${linkToExchange(7)} got no answer`;
    const fault = {
      verdict: 'inconclusive',
      reason: { kind: 'prevented', text: 'fault of the suite: a step is undefined', bySuite: true },
    } as const;
    const rows = ['SES-05', 'SES-06'].flatMap((id) => [open(id, named), row(id, fault)]);
    const all = [...rows, open('SES-07', 'the target gives no credentials')];
    assert.deepEqual(gatherObstacles(all), { rows: all, obstacles: [] });
  });

  it('prevented nothing that was judged all the same, or was not planned', () => {
    const down = 'the gateway is not reachable';
    const others = [row('SES-06', { verdict: 'passed' }), { ...open('SES-07', down), planned: false }];
    const { obstacles } = gatherObstacles([open('SES-05', down), ...others]);
    assert.deepEqual(obstacles, []);
  });
});
