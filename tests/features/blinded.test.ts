import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import {
  StepDifferenceError,
  EnvironmentError,
  NotApplicableError,
  NothingToCompareError,
} from '../../support/contract/outcome';
import { findSpecimen } from '../../mutants/catalogue';
import { certifyInto } from '../../support/cli/cucumber/certify';
import { discardingStream } from '../../support/cli/surroundings';
import { contractObligations } from '../../support/obligations';
import type { Obligation } from '../../support/obligations';
import { readCucumberMessages } from '../../support/report/messages-of-run';
import { releaseSlot, slotForHandle } from '../../support/run/handles';
import type { Run } from '../../support/run/run';
import { ConformWorld } from '../../support/world';
import { temporaryFolder } from '../report/embedded-run';

/** A world whose judges find nothing wrong. */
class PassingWorld extends ConformWorld {
  readonly asked: string[] = [];

  override judge({ id }: Obligation): [] {
    this.asked.push(id);
    return [];
  }
}

function world(t: TestContext): PassingWorld {
  const handed = { handle: 'blinded' };
  slotForHandle(handed).run = {
    evidence: { obstacles: new Map() },
    plan: { catalogue: contractObligations },
  } as unknown as Run;
  t.after(() => {
    releaseSlot(handed);
  });
  const nothing = (): void => undefined;
  const attach = (): Promise<void> => Promise.resolve();
  const made = new PassingWorld({ attach, log: nothing, link: nothing, parameters: handed });
  made.tags = ['@service', '@SES-05', '@SES-06'];
  return made;
}

const blind = (one: ConformWorld) => (): void => {
  one.expect(false, 'a request');
};

describe('a step that does not see what it names', () => {
  it('is inconclusive where an obstacle kept it from coming', async (t) => {
    const blinded = world(t);
    const obstacle = new EnvironmentError('the adapter crashed');
    await blinded.through(Promise.reject(obstacle));
    assert.throws(
      blind(blinded),
      (error) => error instanceof NothingToCompareError && error.reason === obstacle,
    );
  });

  it('differs where nothing was in the way', (t) => {
    assert.throws(
      blind(world(t)),
      (error) => error instanceof StepDifferenceError && error.message.includes('a request'),
    );
  });

  it('holds where it sees it, whatever was in the way, and asks no judge', async (t) => {
    const seeing = world(t);
    await seeing.through(Promise.reject(new EnvironmentError('the adapter crashed')));
    seeing.expect(true, 'a request');
    assert.deepEqual(seeing.asked, []);
  });
});

describe('the end of a scenario', () => {
  it('asks each judge of its tags once', (t) => {
    const ended = world(t);
    ended.conclude();
    assert.deepEqual(ended.asked, ['SES-05', 'SES-06']);
  });

  it('gives the reason of a step with nothing to compare, after the judges', (t) => {
    const ended = world(t);
    ended.uncompared = new NotApplicableError('not sent');
    assert.throws(
      () => {
        ended.conclude();
      },
      (error) => error === ended.uncompared,
    );
    assert.equal(ended.asked.length, 2);
  });
});

describe('a breach', () => {
  it('fails its scenario in the hook behind its steps, and not in a step', async (t) => {
    const { target, close } = await findSpecimen('token-type-jwt').start();
    t.after(close);
    const written = await certifyInto(
      {
        ...{ target, profile: 'mutants', subjects: ['service'], only: ['SES-07'] },
        reports: temporaryFolder(t),
      },
      { stdout: discardingStream(), stderr: discardingStream() },
    );
    assert.ok(written);
    const messages = readCucumberMessages(written.results, written.folder);
    const hooks = messages.flatMap(({ testCase }) =>
      (testCase?.testSteps ?? []).flatMap(({ id, hookId }) => (hookId === undefined ? [] : id)),
    );
    const failed = messages.flatMap(({ testStepFinished: each }) =>
      each?.testStepResult.exception?.type === 'BreachError' ? each.testStepId : [],
    );
    assert.ok(failed.length > 0 && failed.every((id) => hooks.includes(id)));
  });
});
