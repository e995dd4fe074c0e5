import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Budget } from '../../support/run/budget';
import type { NotCountedReason } from '../../support/run/hand/happenings';
import { loadInterruptedRun } from '../../support/run/manual-progress';
import { temporaryFolder } from '../report/embedded-run';
import { byHandTarget, failedIn, planned, runByPerson, rowOf } from './hand-scene';

/** A wait that is not ended lasts longer than its test may. */
const patient = { ...byHandTarget, limits: { ...byHandTarget.limits, callMs: 600_000 } };

for (const how of ['the run', 'the person'] as const)
  test(
    `${how} ends a wait at once; nothing has failed, and the next run goes on from there`,
    { timeout: 300_000 },
    async (t) => {
      const reports = temporaryFolder(t);
      const budget = new Budget();
      const first = await runByPerson(t, {
        target: patient,
        manner: {
          about: ({ journey, number }) => {
            if (!journey.startsWith('Callbacks') || number !== 4) return 'do';
            if (how === 'the person') return { say: 'stop' };
            budget.stop();
            return 'leave';
          },
        },
        settings: { reports, budget },
      });
      assert.deepEqual(failedIn(first.results), []);
      const stopped = (first.results.run.obstacles ?? []).filter(({ what }) =>
        what.includes('stopped while it waited for a person'),
      );
      assert.equal(stopped.length, 1);
      assert.ok(first.person.told.some((each) => each.what === 'done' && each.how === 'stopped'));

      const second = await runByPerson(t, {
        settings: { reports, resumed: loadInterruptedRun(reports, byHandTarget) },
      });
      assert.equal(second.results.run.overall.integrator?.verdict, 'no-failure');
      // It is the run that was begun.
      assert.deepEqual(
        [first, second].map(({ results: { run } }) => [run.startedAt, run.resumed]),
        [undefined, true].map((resumed) => [first.results.run.startedAt, resumed]),
      );
      // What had been gone through to its end is not asked for again, and counts.
      assert.deepEqual(second.person.asked('insurancePlan.request'), []);
      assert.equal(rowOf(second.results, 'FLW-01')?.verdict, 'passed');
      const introduced = second.person.told.find(({ what }) => what === 'introduced');
      assert.ok(introduced?.what === 'introduced' && introduced.introduction.goesOnAfter !== undefined);

      const waits: string[] = [];
      const third = await runByPerson(t, {
        settings: { reports, resumed: loadInterruptedRun(reports, byHandTarget) },
        follow: (event) => {
          if (event.type === 'waiting' && event.wait !== undefined) waits.push(event.wait.what);
        },
      });
      // Where nothing follows, no token has to end first.
      assert.deepEqual(waits, []);
      assert.deepEqual(third.person.told, []);
      assert.deepEqual(
        planned(third.results).map(({ id, verdict }) => [id, verdict]),
        planned(second.results).map(({ id, verdict }) => [id, verdict]),
      );
    },
  );

test('what arrives instead is told, with why it does not count', async (t) => {
  const cycles: string[] = [];
  const { person } = await runByPerson(t, {
    manner: {
      about:
        (act) =>
        async ({ system }) => {
          const [, method] = act.label.split(' ');
          if (method === 'claim.submit') await system.act({ ...act, label: '0 preauth.submit' });
          const correlationId = act.values.find(({ label }) => label === 'correlationId')?.value;
          if (method === 'dummyPayer.trigger' && correlationId !== undefined) {
            cycles.push(correlationId);
            const values = act.values.map((each) =>
              each.label === 'action' ? { ...each, value: 'Reject' } : each,
            );
            // A decision that was not asked for: the cycle is over, and can only be left.
            await system.act({ ...act, values });
            return { say: 'skip', reason: 'the wrong button' } as const;
          }
          await system.act(act);
          return undefined;
        },
    },
    settings: { only: ['FLW-06'] },
  });
  const told = person.told.flatMap((each): NotCountedReason[] =>
    each.what === 'seen' && each.seen.whyNot !== undefined ? [each.seen.whyNot] : [],
  );
  const other = told.find((each) => each.kind === 'another-operation' && each.arrived === 'preauth.submit');
  assert.ok(other?.kind === 'another-operation');
  assert.equal(other.wanted, 'POST /v1/claim/submit');
  const stray = told.find((each) => each.kind === 'another-matter');
  assert.ok(stray?.kind === 'another-matter');
  assert.equal(stray.wanted, `Approve Preauth ${cycles[0] ?? ''}`);
  assert.equal(stray.arrived, `Reject Preauth ${cycles[0] ?? ''}`);
});
