import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Results } from '../../support/judging/results';
import { Busy } from '../../support/desk/server/busy';
import { prepareRun } from '../../support/desk/server/run/prepare';
import { previewRun } from '../../support/desk/server/run/preview';
import type { StartRun } from '../../support/desk/wire/run';
import { ConfigurationError } from '../../support/targets/errors';
import { ofType, openRunDesk } from './run-desk';
import { dyingTarget, hangingService, servicesTarget, silentTarget } from './run-targets';

describe('a run of the desk', { timeout: 120_000 }, () => {
  it('tells its plan, its scenarios, its exchanges and its end', async (t) => {
    const { control, events, end } = openRunDesk(t);
    await control.start({ selfTest: true, only: ['ses-08', 'SES-01'] });
    const finished = await end();
    assert.ok(finished.type === 'run.finished', JSON.stringify(finished));
    assert.equal(finished.entry, 'partial');
    assert.equal(finished.verdicts['SES-08'], 'passed');
    assert.deepEqual(
      finished.headlines.map(({ verdict, partial }) => [verdict, partial]),
      finished.headlines.map(() => ['conforms', true]),
    );
    const [plan] = ofType(events(), 'run.planned');
    assert.ok(plan !== undefined);
    assert.deepEqual(plan.plan.map(({ id }) => id).sort(), ['SES-01', 'SES-08']);
    assert.equal(plan.partial, true);
    const scenarios = ofType(events(), 'run.scenario');
    assert.equal(scenarios.length, plan.scenarios);
    assert.deepEqual(
      scenarios.map(({ verdict }) => verdict),
      scenarios.map(() => 'passed'),
    );
    const exchanges = ofType(events(), 'run.exchange');
    assert.ok(exchanges.length > 0);
    for (const { seq } of exchanges) assert.equal(control.evidence[seq - 1]?.seq, seq);
    assert.deepEqual(ofType(events(), 'run.stands'), [{ type: 'run.stands', standing: 'ended' }]);
  });

  it('is one at a time, and leaves no trace of the one before', async (t) => {
    const { control, events, end } = openRunDesk(t);
    await control.start({ selfTest: true, only: ['SES-08'] });
    await assert.rejects(control.start({ selfTest: true }), Busy);
    await end();
    await control.start({ selfTest: true, only: ['CRT-01'] });
    assert.equal(ofType(events(), 'run.scenario').length, 0);
    const finished = await end();
    assert.ok(finished.type === 'run.finished');
    assert.deepEqual(Object.keys(finished.verdicts), ['CRT-01']);
  });

  it('is not begun for what is known to be wrong', async (t) => {
    const { control, events, folder } = openRunDesk(t);
    await assert.rejects(control.start({ selfTest: true, only: ['SES-99'] }), ConfigurationError);
    await assert.rejects(control.start({}), ConfigurationError);
    writeFileSync(join(folder, 'target.yaml'), 'name: a\nenvironment: sandbox\nservices: { gateway: 7 }\n');
    await assert.rejects(control.start({}), ConfigurationError);
    assert.throws(() => {
      control.stop();
    }, Busy);
    assert.deepEqual(events(), []);
  });

  it('is held before its next scenario, and goes on', async (t) => {
    const { control, until, end } = openRunDesk(t);
    await control.start({ selfTest: true, only: ['SES-08'] });
    control.pause();
    await until((all) => ofType(all, 'run.stands').find(({ standing }) => standing === 'paused'));
    control.resume();
    const finished = await end();
    assert.ok(finished.type === 'run.finished');
    assert.equal(finished.verdicts['SES-08'], 'passed');
  });

  it('ends soon when it is stopped, whatever an adapter holds back, and is no failure of anyone', async (t) => {
    const { control, events, until, end, folder } = openRunDesk(t);
    // Longer than the tests of this suite take at most: what waits for an answer does not come to its end.
    writeFileSync(join(folder, 'target.yaml'), `${silentTarget(folder)}limits: { callMs: 600000 }\n`);
    await control.start({ subject: 'integrator' });
    const wait = await until((all) => ofType(all, 'run.waits').find(({ what }) => what !== undefined));
    assert.equal(wait.what, 'the adapter: initialize');
    control.stop();
    const finished = await end();
    assert.ok(finished.type === 'run.finished', JSON.stringify(finished));
    assert.equal(finished.stopped, true);
    assert.deepEqual(
      finished.headlines.map(({ verdict }) => verdict),
      ['incomplete'],
    );
    const verdicts = new Set(Object.values(finished.verdicts));
    assert.ok(!verdicts.has('failed') && !verdicts.has('passed'), [...verdicts].join());
    const [told] = ofType(events(), 'run.obstacles');
    assert.deepEqual(
      told?.obstacles.map(({ what }) => what),
      ['the run was stopped'],
    );
  });

  it('is no fault of the suite where it is stopped while a service hangs', async (t) => {
    const { control, until, end, folder } = openRunDesk(t);
    const url = await hangingService(t);
    writeFileSync(join(folder, 'target.yaml'), servicesTarget({ gateway: url }));
    await control.start({});
    await until((all) => ofType(all, 'run.waits').find(({ what }) => what === 'gateway: GET /'));
    control.stop();
    const finished = await end();
    assert.ok(finished.type === 'run.finished', JSON.stringify(finished));
    assert.deepEqual([finished.stopped, finished.faults], [true, []]);
    const verdicts = new Set(Object.values(finished.verdicts));
    assert.ok(!verdicts.has('failed') && !verdicts.has('passed'), [...verdicts].join());
  });

  it('tells a crash of the adapter once, with what it prevented', async (t) => {
    const { control, events, end, folder } = openRunDesk(t);
    writeFileSync(join(folder, 'target.yaml'), dyingTarget());
    await control.start({ subject: 'integrator' });
    const finished = await end();
    assert.ok(finished.type === 'run.finished', JSON.stringify(finished));
    const [told] = ofType(events(), 'run.obstacles');
    assert.equal(told?.obstacles.length, 1, JSON.stringify(told?.obstacles.map(({ what }) => what)));
    const [crash] = told.obstacles;
    assert.match(crash?.what ?? '', /exit code 3/);
    assert.ok((crash?.prevented.length ?? 0) > 1);
    for (const id of crash?.prevented ?? []) assert.equal(finished.verdicts[id], 'inconclusive', id);
    assert.ok(!Object.values(finished.verdicts).includes('passed'));
  });

  it('runs again what did not pass', async (t) => {
    const { control, end, folder } = openRunDesk(t);
    writeFileSync(join(folder, 'target.yaml'), dyingTarget());
    await control.start({ subject: 'integrator', only: ['SES-01', 'SES-02'] });
    const first = await end();
    assert.ok(first.type === 'run.finished');
    await control.start({ failedOnly: true });
    const second = await end();
    assert.ok(second.type === 'run.finished');
    assert.deepEqual(
      Object.keys(second.verdicts),
      first.open.map(({ id }) => id),
    );
  });

  it('certifies a client of someone’s own alone where there is nothing but the mock in front of it', async (t) => {
    const { desk, folder } = openRunDesk(t);
    const subjects = async (text: string, asked: StartRun = {}) => {
      writeFileSync(join(folder, 'target.yaml'), text);
      return (await prepareRun(asked, desk)).subjects;
    };
    assert.deepEqual(await subjects(dyingTarget()), ['integrator']);
    assert.deepEqual(previewRun(desk, undefined).target?.subjects, ['integrator']);
    assert.deepEqual(await subjects(dyingTarget(), { subject: 'both' }), ['service', 'integrator']);
    assert.deepEqual(await subjects(dyingTarget(), { only: ['SES-08'] }), ['service']);
    const own = 'name: own\nenvironment: sandbox\nintegrator: {}\n';
    assert.deepEqual(await subjects(own), ['integrator']);
    assert.deepEqual(await subjects(own.replace('integrator: {}', '')), ['service']);
    const services = `${servicesTarget({ gateway: 'http://127.0.0.1:1' })}integrator: { manual: true }\n`;
    assert.deepEqual(await subjects(services), ['service', 'integrator']);
  });

  it('is stopped with its desk, and leaves its report', async (t) => {
    const { control, desk, until, folder } = openRunDesk(t);
    writeFileSync(join(folder, 'target.yaml'), silentTarget(folder));
    await control.start({ subject: 'integrator' });
    await until((all) => ofType(all, 'run.waits').find(({ what }) => what !== undefined));
    await control.close();
    const results = JSON.parse(readFileSync(join(desk.reports, 'results.json'), 'utf8')) as Results;
    assert.equal(results.run.overall.integrator?.verdict, 'incomplete');
  });

  it('tells a fault of the suite as what it is', async (t) => {
    const { control, end } = openRunDesk(t, () => Promise.reject(new Error('a defect')));
    await control.start({ selfTest: true });
    const failed = await end();
    assert.deepEqual(failed.type === 'run.failed' && [failed.fault, failed.message], [true, 'a defect']);
  });
});
