import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { prepareRun } from '../../support/desk/server/run/prepare';
import { startTestDesk } from './browser';

const exception = '- { id: SES-01, reason: until 2.4, approver: B. Other, expires: 2099-01-31 }\n';

/** The approved exceptions of a run on a target beside which that file of exceptions stands. */
async function exceptionsOf(
  t: Parameters<typeof startTestDesk>[0],
  text: string | undefined,
  asked: Parameters<typeof prepareRun>[0],
): Promise<readonly string[]> {
  const { desk, folder } = await startTestDesk(t);
  writeFileSync(join(folder, 'target.yaml'), 'name: a\nenvironment: sandbox\n');
  if (text !== undefined) writeFileSync(join(folder, 'waivers.yaml'), text);
  const { waivers = [] } = await prepareRun(asked, desk.context);
  return waivers.map(({ id }) => id);
}

describe('the subjects of a run', () => {
  const subjectsOf = async (t: Parameters<typeof startTestDesk>[0], text: string) => {
    const { desk, folder } = await startTestDesk(t);
    writeFileSync(join(folder, 'target.yaml'), `name: a\n${text}`);
    return (await prepareRun({ subject: 'both' }, desk.context)).subjects;
  };

  it('are both where both are asked for, and never a client that the target does not name', async (t) => {
    assert.deepEqual(await subjectsOf(t, 'integrator: {}\n'), ['service', 'integrator']);
    assert.deepEqual(await subjectsOf(t, ''), ['service']);
  });
});

describe('the approved exceptions of a run', () => {
  it('are those that the desk edits, beside the target', async (t) => {
    assert.deepEqual(await exceptionsOf(t, exception, {}), ['SES-01']);
    assert.deepEqual(await exceptionsOf(t, undefined, {}), []);
  });

  it('are none in a self-test', async (t) => {
    assert.deepEqual(await exceptionsOf(t, exception, { selfTest: true }), []);
  });
});
